import type { Session } from '@iklab/run/session';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { ResetButton } from '../../ui/slider.tsx';
import { JointRoll } from './jointRoll.tsx';
import { ParameterSlider } from './parameterSlider.tsx';
import css from './selfMotion.module.css';
import type { SelfMotionRoll } from './selfMotionRoll.ts';
import type { RollCursor, SelfMotionState } from './selfMotionState.ts';
import { cursorText, startLabel } from './selfMotionTexts.ts';
import type { FoundSolutions } from './solutionsState.ts';
import { canStartFrom, startFromSolution } from './startFromSolution.ts';

interface ControlsProps {
  readonly session: Session;
  readonly state: SelfMotionState;
  readonly found: FoundSolutions;
}

const VIEWS = [
  ['list', 'Solutions'],
  ['roll', 'Self-motion'],
] as const;

/** Choice between the list and the curve, and the slider of the list. */
export function ParameterControls({ session, state, found: { parameter } }: ControlsProps) {
  if (!parameter) return null;
  return (
    <div class={css.parameterControls}>
      <ViewChoice state={state} />
      <ParameterSlider {...{ session, state, parameter }} />
    </div>
  );
}

const ViewChoice = ({ state: { view } }: Pick<ControlsProps, 'state'>) => (
  <SegmentedControl
    name="Show"
    value={view.value}
    options={VIEWS}
    choose={(chosen) => {
      view.value = chosen;
    }}
  />
);

interface SelfMotionProps {
  readonly page: Page;
  readonly session: Session;
  readonly state: SelfMotionState;
  readonly found: FoundSolutions;
}

/** The curve of poses that keep the effectors in place, and the pose at its cursor. */
export function SelfMotion({ page, session, state, found }: SelfMotionProps) {
  const [fault, setFault] = useState('');
  const roll = state.roll.value;
  const cursor = state.cursor.value;
  const isAllowed = cursor !== null && canStartFrom(cursor.solution, page.doc);
  const start = (): void => {
    if (!roll || !cursor || !isAllowed) return;
    const faults = startFromSolution(cursor.solution, page.doc, startLabel(roll, cursor));
    setFault(faults.map(({ reason }) => reason).join(' '));
  };
  return (
    <>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <div class={css.parameterControls}>
        {found.parameter && <ViewChoice state={state} />}
        {roll && <RollReading {...{ session, state, roll, cursor, isAllowed, start }} />}
      </div>
      {roll && <JointRoll {...{ session, state, roll, start }} />}
    </>
  );
}

interface ReadingProps {
  readonly session: Session;
  readonly state: SelfMotionState;
  readonly roll: SelfMotionRoll;
  readonly cursor: RollCursor | null;
  readonly isAllowed: boolean;
  readonly start: () => void;
}

/** States the place of the cursor, with buttons. */
function RollReading({ session, state, roll, cursor, isAllowed, start }: ReadingProps) {
  return (
    <div class={css.rollReading}>
      <p data-outside={cursor !== null && cursor.solution.margin < 0}>
        {cursor ? cursorText(roll, cursor, session.scene) : ''}
      </p>
      <ResetButton
        name="position"
        to="the pose through which the curve was traced"
        visible={state.chosenPosition.value !== null}
        press={() => {
          state.chosenPosition.value = state.chosenParameter.value = null;
        }}
      />
      {roll.best !== null && (
        <button
          type="button"
          class="button"
          onClick={() => {
            state.chosenPosition.value = roll.best;
          }}
        >
          Largest limit margin
        </button>
      )}
      <button
        type="button"
        class="button"
        aria-disabled={!isAllowed}
        title={
          isAllowed
            ? 'Start all methods at the pose of the cursor (Enter)'
            : 'Outside the joint limits: no method can start here'
        }
        onClick={start}
      >
        Start all methods here
      </button>
    </div>
  );
}
