import { lengthWithUnit, valueWithUnitText } from '@iklab/core/format';
import { pastRunOutcome } from '@iklab/core/format/words';
import type { LengthUnit } from '@iklab/core/scenario';
import {
  findHelpfulEdits,
  type HelpfulEdit,
  type HelpfulEditReport,
  MAX_HELPFUL_EDITS,
  type WhyExplanation,
} from '@iklab/run/explain';
import {
  type DiagnosisVerdict,
  hasReachedTargetsSoon,
  type Session,
  TRIAL_UPDATES,
  type TrialResult,
} from '@iklab/run/session';
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { panelDiagnoses } from './panelDiagnoses.ts';
import css from './why.module.css';

interface CuresProps {
  readonly page: Page;
  readonly session: Session;
  readonly index: number;
  readonly lacks: NonNullable<WhyExplanation['problem']>;
  readonly verdict: DiagnosisVerdict | null;
}

/**
 * Lists tested edits that bring a panel closer to its targets, best first: from its pose and from
 * the start.
 */
export function TestedRemedyList({ page, session, index, lacks, verdict }: CuresProps) {
  const fixes = useAsync<HelpfulEditReport>([verdict], async (wanted) => {
    if (!verdict) return null;
    const before = trialOf(session, index);
    return { before, cures: await panelDiagnoses(page).fixes(session, index, wanted) };
  });
  const found = useAsync<HelpfulEditReport>([], (wanted) =>
    findHelpfulEdits(page.doc.engine, session.scene, index, wanted),
  );
  const { unit } = session.scene.scenario;
  const any = [fixes, found].some(({ value }) => value?.cures.length);
  return (
    <>
      {verdict && fixes.value?.cures.length !== 0 && (
        <>
          <h3>
            What helps from this pose
            <span class="hint">applying a fix makes this the start pose</span>
          </h3>
          <CureList page={page} report={fixes} unit={unit} waits={1} />
        </>
      )}
      <h3>
        {lacks === 'speed' ? 'What would be faster' : 'What helps from the start'}
        <span class="hint">tried, {TRIAL_UPDATES} updates each</span>
      </h3>
      <CureList page={page} report={found} unit={unit} waits={MAX_HELPFUL_EDITS} />
      {found.value?.cures.length === 0 && <p class="answer">{noCureText(found.value.before)}</p>}
      {any && (
        <p class={css.foot}>
          Click a fix to apply it and restart the scene. <Icon name="undo" size={14} /> reverts it.
        </p>
      )}
    </>
  );
}

function useAsync<T>(
  deps: readonly unknown[],
  find: (wanted: () => boolean) => Promise<T | null>,
): Signal<T | null> {
  const found = useSignal<T | null>(null);
  useEffect(() => {
    let wanted = true;
    found.value = null;
    find(() => wanted).then((all) => {
      if (wanted) found.value = all;
    });
    return () => {
      wanted = false;
    };
  }, deps);
  return found;
}

function trialOf({ lab }: Session, index: number): TrialResult {
  const { stop, updates, error, orientationError, objective } = lab.status(index);
  return { stop, updates, error, angle: orientationError, objective };
}

interface CureListProps {
  readonly page: Page;
  readonly report: Signal<HelpfulEditReport | null>;
  readonly unit: LengthUnit;
  readonly waits: number;
}

function CureList({ page, report, unit, waits }: CureListProps) {
  const { before, cures: all } = report.value ?? {};
  return (
    <ul class={css.cures} aria-busy={!all}>
      {before && all
        ? all.map((cure) => (
            <li key={cure.action}>
              <button type="button" class="list-row" onClick={() => applyCure(page, cure)}>
                <span>
                  <b>{cure.action}</b>
                  <small>{cure.how}</small>
                </span>
                <Gain outcome={cure.outcome} before={before} unit={unit} />
              </button>
            </li>
          ))
        : Array.from({ length: waits }, (_, i) => <Placeholder key={i} />)}
    </ul>
  );
}

function applyCure(page: Page, { name, change }: HelpfulEdit): void {
  if (page.doc.edit(name, change).length > 0) return;
  page.restart();
  if (!page.playing.peek()) page.togglePlaying();
}

function noCureText(before: TrialResult): string {
  if (hasReachedTargetsSoon(before))
    return `From the start, it reaches the target in ${before.updates} updates as it is.`;
  return before.stop === 'reached'
    ? 'No edit that was tried takes half as many updates.'
    : 'No edit that was tried does better.';
}

const Placeholder = () => (
  <li class={css.wait}>
    <Icon name="dots" />
  </li>
);

interface GainProps {
  readonly outcome: TrialResult;
  readonly before: TrialResult;
  readonly unit: LengthUnit;
}

function Gain({ outcome, before, unit }: GainProps) {
  const { sign, tone } = pastRunOutcome(outcome.updates, outcome.stop);
  const reached = outcome.stop === 'reached';
  const remainingShare = reached ? 0 : Math.min(1, outcome.error / before.error);
  return (
    <span class="gain">
      <span class={reached ? tone : ''}>
        <Icon name={sign} size={14} />
        {reached ? `reached in ${outcome.updates}` : improvementText(before, outcome, unit)}
      </span>
      <i style={{ '--left': `${100 * remainingShare}%` }} />
    </span>
  );
}

/**
 * Returns the change of error between two trials, such as `415 → 96 mm`; the change of angle error
 * if only that decreased.
 */
function improvementText(before: TrialResult, after: TrialResult, unit: LengthUnit): string {
  if (after.error >= before.error && after.angle < before.angle)
    return `${degreesText(before.angle)} → ${degreesText(after.angle)}`;
  const [from, to] = [lengthWithUnit(before.error, unit), lengthWithUnit(after.error, unit)];
  return `${from.unit === to.unit ? from.value : valueWithUnitText(from)} → ${valueWithUnitText(to)}`;
}

const degreesText = (radians: number): string =>
  `${Number(((radians * 180) / Math.PI).toPrecision(2))}°`;
