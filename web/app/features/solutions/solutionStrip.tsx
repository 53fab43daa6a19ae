import type { PoseSolution } from '@iklab/core/engine';
import { outOfReachText } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';
import type { Session } from '@iklab/run/session';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { GlossaryTerm } from '../../ui/glossaryTerm.tsx';
import { IconButton } from '../../ui/icon.tsx';
import { SlotMarkIcon } from '../../ui/slotMarkIcon.tsx';
import { ParameterControls, SelfMotion } from './selfMotionControls.tsx';
import { type SelfMotionState, selfMotionState } from './selfMotionState.ts';
import { curveReasonText, curveText, intervalsText } from './selfMotionTexts.ts';
import { SolutionPicture } from './solutionPicture.tsx';
import css from './solutions.module.css';
import { type FoundSolutions, type SolutionsState, solutionsState } from './solutionsState.ts';
import {
  describeSolution,
  exceededLimitText,
  findNearestLimit,
  isWithinLimits,
  marginText,
  type NearestLimit,
  noCurveText,
  SEARCH_COUNT,
  sidesText,
  signsText,
  solutionCountText,
  solutionReasonText,
  solutionReasonTooltip,
  solutionSummary,
  wholeDegrees,
} from './solutionTexts.ts';
import { canStartFrom, startFromSolution } from './startFromSolution.ts';

/** All solutions of the targets, in place of the charts. */
export function SolutionStrip({ page }: { readonly page: Page }) {
  const state = solutionsState(page);
  const session = page.doc.session.value;
  const found = state.found.value;
  if (!session) return null;
  const motion = selfMotionState(page);
  const diagram = motion.diagram.value;
  const isCurveShown = showsCurve(state, motion);
  const isListed = found?.kind !== 'redundant' || found.parameter !== null || diagram !== null;
  return (
    <section class={css.strip} aria-label="Solutions" data-listed={isListed}>
      <header>
        <StripHeading {...{ session, state, motion }} />
        <IconButton
          name="Hide solutions"
          title="Hide solutions (S)"
          icon="close"
          small
          press={() => {
            page.viewState.solutions.value = false;
          }}
        />
      </header>
      {isCurveShown && found && <SelfMotion {...{ page, session, found }} state={motion} />}
      {!isCurveShown && found && <ParameterControls {...{ session, found }} state={motion} />}
      {!isCurveShown && found && found.solutions.length > 0 && (
        <SolutionTiles page={page} session={session} state={state} found={found} />
      )}
    </section>
  );
}

/** Returns whether the strip shows the self-motion curve in place of the list. */
function showsCurve({ found }: SolutionsState, { view, curveStatus }: SelfMotionState): boolean {
  if (found.value?.kind !== 'redundant' || curveStatus.value === 'surface') return false;
  return found.value.parameter === null || view.value === 'curve';
}

interface HeadingProps {
  readonly session: Session;
  readonly state: SolutionsState;
  readonly motion: SelfMotionState;
}

function StripHeading({ session, state, motion }: HeadingProps) {
  const found = state.found.value;
  if (state.fault.value !== '') return <h2>No solutions: {state.fault.value}</h2>;
  if (!found) return <h2>Finding solutions…</h2>;
  if (showsCurve(state, motion) && motion.curveStatus.value !== 'searching' && !found.proof)
    return <CurveHeading state={motion} found={found} />;
  const reached = state.reachedNumbers.value.filter((_, i) => !session.instances[i]?.externalPanel);
  const isAnyCertified = state.certificates.value.some((text) => text !== '');
  return (
    <>
      <h2>
        <GlossaryTerm term="solutions">{solutionCountText(found, isAnyCertified)}</GlossaryTerm>
      </h2>
      <p class="fine-print" title={solutionReasonTooltip(found)}>
        {found.proof
          ? outOfReachText(found.proof, session.scene.scenario)
          : motion.curveStatus.value === 'surface'
            ? noCurveText(found)
            : solutionReasonText(found, session.scene.scenario.targets.length)}
      </p>
      <p class={css.summary}>
        {solutionSummary(found.solutions, reached, found.parameter !== null)}
      </p>
    </>
  );
}

interface CurveHeadingProps {
  readonly state: SelfMotionState;
  readonly found: FoundSolutions;
}

function CurveHeading({ state, found }: CurveHeadingProps) {
  const diagram = state.diagram.value;
  if (state.curveStatus.value === 'unreached' || !diagram)
    return (
      <>
        <h2>No solution found</h2>
        <p class="fine-print">{SEARCH_COUNT} searches found no pose that reaches the target.</p>
      </>
    );
  return (
    <>
      <h2>{curveText(diagram)}</h2>
      <p
        class={`fine-print ${css.intervals}`}
        title={`${solutionReasonTooltip(found)} ${curveReasonText(diagram)}`}
      >
        {intervalsText(diagram)}
      </p>
      <p class={css.summary}>
        Every pose reaches the target. Drag the cursor
        <span class={css.keys}>, or press ← or → (1°; with Shift, 10°)</span>.
      </p>
    </>
  );
}

interface TilesProps {
  readonly page: Page;
  readonly session: Session;
  readonly state: SolutionsState;
  readonly found: FoundSolutions;
}

const KEY_STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

function SolutionTiles({ page, session, state, found: { solutions } }: TilesProps) {
  const list = useRef<HTMLUListElement>(null);
  const [tabStop, setTabStop] = useState<number | null>(null);
  const focus = useFocusedTile(list);
  const [fault, setFault] = useState('');
  const { highlighted } = state;
  const room = useMemo(() => solutions.map(({ theta }) => theta), [solutions]);
  const stop = solutions.find(({ number }) => number === tabStop) ?? solutions[0];
  const walk = (event: KeyboardEvent): void => {
    const step = KEY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // The arrow keys would move the camera.
    const index = solutions.findIndex(({ number }) => number === focus.number);
    const next = Math.max(0, Math.min(solutions.length - 1, index + step));
    tileOf(list.current, solutions[next]?.number ?? 0)?.focus();
  };
  const start = (solution: PoseSolution): void => {
    if (!canStartFrom(solution, page.doc)) return;
    setFault(
      startFromSolution(solution, page.doc)
        .map(({ reason }) => reason)
        .join(' '),
    );
  };
  return (
    <>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <ul class={css.tiles} ref={list} onKeyDown={walk}>
        {solutions.map((solution, index) => (
          <li key={solution.number}>
            <SolutionTile
              {...{ page, session, state, solution }}
              position={index + 1}
              count={solutions.length}
              room={room}
              isTabStop={solution === stop}
              start={() => start(solution)}
              point={(isOver) => {
                highlighted.value = isOver ? solution.number : focus.number;
              }}
              focus={(isFocused) => {
                if (!isFocused && focus.isMoving) return;
                focus.number = highlighted.value = isFocused ? solution.number : null;
                if (isFocused) setTabStop(solution.number);
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

const tileOf = (list: HTMLElement | null, number: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-number="${number}"]`) ?? null;

/** Keeps the focus on the tile of a solution when the order of the tiles changes. */
function useFocusedTile(list: { readonly current: HTMLUListElement | null }) {
  const { current: focus } = useRef({ number: null as number | null, isMoving: false });
  focus.isMoving = true; // Moving a focused element removes its focus.
  useLayoutEffect(() => {
    focus.isMoving = false;
    const tile = focus.number === null ? null : tileOf(list.current, focus.number);
    if (tile && document.activeElement === document.body) tile.focus({ preventScroll: true });
  });
  return focus;
}

interface TileProps extends Omit<TilesProps, 'found'> {
  readonly solution: PoseSolution;
  readonly position: number;
  readonly count: number;
  /** Poses of all solutions, for a common scale of the pictures. */
  readonly room: readonly (readonly number[])[];
  readonly isTabStop: boolean;
  readonly start: () => void;
  readonly point: (isOver: boolean) => void;
  readonly focus: (isFocused: boolean) => void;
}

const FULL_BAR = Math.PI; // Radians, or metres, of limit margin.

function SolutionTile({ page, session, state, solution, ...tile }: TileProps) {
  const { number, margin, turn, family } = solution;
  const { scene, instances } = session;
  const { unit } = scene.scenario;
  const limit = findNearestLimit(solution, scene);
  const reached = instances.filter((_, i) => state.reachedNumbers.value[i] === number);
  const isInside = isWithinLimits(solution);
  const isAllowed = canStartFrom(solution, page.doc);
  const methods = reached.map(({ label }) => label.value);
  const { position, count } = tile;
  return (
    <button
      type="button"
      class={css.tile}
      data-number={number}
      data-outside={!isInside}
      data-highlighted={state.highlighted.value === number}
      style={branchColour(number)}
      tabIndex={tile.isTabStop ? 0 : -1}
      aria-disabled={!isAllowed}
      title={
        isAllowed ? 'Start all methods here' : 'Outside the joint limits: no method can start here'
      }
      onClick={tile.start}
      onPointerMove={() => tile.point(true)}
      onPointerLeave={() => tile.point(false)}
      onFocus={() => tile.focus(true)}
      onBlur={() => tile.focus(false)}
    >
      <span class="unseen">
        {describeSolution({ solution, position, count, limit, unit, methods })}
      </span>
      <span class={css.content} aria-hidden="true">
        <SolutionPicture page={page} session={session} theta={solution.theta} room={tile.room} />
        <span class={css.head}>
          <b class={css.badge}>{number}</b>
          <span class={css.signs} title={sidesText(solution)}>
            {signsText(solution)}
          </span>
          <span class={css.marks}>
            {reached.map(({ slot }) => (
              <SlotMarkIcon key={slot} slot={slot} />
            ))}
          </span>
        </span>
        {limit && <LimitMargin margin={margin} limit={limit} unit={unit} />}
        <span class={css.line}>
          rotation <b>{wholeDegrees(turn)}</b>
        </span>
        {family && <span class={css.line}>one of a family: an angle is free</span>}
      </span>
    </button>
  );
}

interface LimitMarginProps {
  readonly margin: number;
  readonly limit: NearestLimit;
  readonly unit: LengthUnit;
}

/** Shows the limit margin as a bar and a number; outside the limits, joint and excess. */
function LimitMargin({ margin, limit, unit }: LimitMarginProps) {
  const share = margin < 0 ? 1 : Math.min(1, margin / FULL_BAR);
  return (
    <>
      <span class={css.bar}>
        <i style={{ width: `${100 * share}%` }} />
      </span>
      {margin < 0 ? (
        <span class={`${css.line} ${css.outside} one-line`}>{exceededLimitText(limit, unit)}</span>
      ) : (
        <span class={css.line}>
          limit margin <b>{marginText(margin, limit.joint, unit)}</b>
        </span>
      )}
    </>
  );
}

/** Returns the style with a solution's colour. Colours repeat after 8. */
const branchColour = (number: number): Record<string, string> => ({
  '--branch': `var(--branch-${((number - 1) % 8) + 1})`,
});
