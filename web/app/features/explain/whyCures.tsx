import { useSignal } from '@preact/signals';
import {
  type Cure,
  type CureReport,
  cures,
  MAX_CURES,
  TRIAL_UPDATES,
  type Trial,
  type Why,
} from 'iklab/explain';
import { figureText, lengthFigure, pastOutcome } from 'iklab/format';
import { needsNoCure, type Session } from 'iklab/run';
import type { LengthUnit } from 'iklab/scenario';
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './why.module.css';

interface CuresProps {
  readonly page: Page;
  readonly session: Session;
  readonly index: number;
  readonly lacks: NonNullable<Why['problem']>;
}

/** What would help: edits that a run beside this one has shown to help, the best first. */
export function Cures({ page, session, index, lacks }: CuresProps) {
  const found = useSignal<CureReport | null>(null);
  useEffect(() => {
    let wanted = true;
    cures(page.doc.engine, session.scene, index, () => wanted).then((all) => {
      if (wanted) found.value = all;
    });
    return () => {
      wanted = false;
    };
  }, []);
  const all = found.value?.cures;
  return (
    <>
      <h3>
        {lacks === 'speed' ? 'What would be faster' : 'What would help'}
        <span class="hint">tried from the start, {TRIAL_UPDATES} updates each</span>
      </h3>
      <ul class={css.cures} aria-busy={!all}>
        {all?.map((cure) => (
          <li key={cure.what}>
            <button type="button" onClick={() => take(page, cure)}>
              <span>
                <b>{cure.what}</b>
                <small>{cure.how}</small>
              </span>
              <Gain
                outcome={cure.outcome}
                before={(found.value as CureReport).before}
                unit={session.scene.scenario.unit}
              />
            </button>
          </li>
        )) ?? Array.from({ length: MAX_CURES }, (_, i) => <Wait key={i} />)}
      </ul>
      {all?.length === 0 && <p class="answer">{nothing((found.value as CureReport).before)}</p>}
      {all?.length !== 0 && (
        <p class={css.foot}>
          One click edits the scene and starts it again. <Icon name="undo" size={14} /> brings it
          back.
        </p>
      )}
    </>
  );
}

/** Into the scene, and from its start, as it was tried. */
function take(page: Page, { name, change }: Cure): void {
  if (page.doc.edit(name, change).length > 0) return;
  page.restart();
  if (!page.playing.peek()) page.togglePlaying();
}

/** Why none is offered. */
function nothing(before: Trial): string {
  if (needsNoCure(before))
    return `Run again from the start, it gets there in ${before.updates} updates as it is.`;
  return before.stop === 'reached'
    ? 'No edit that was tried takes half as many updates.'
    : 'No edit that was tried does better.';
}

const Wait = () => (
  <li class={css.wait}>
    <Icon name="dots" />
  </li>
);

interface GainProps {
  readonly outcome: Trial;
  readonly before: Trial;
  readonly unit: LengthUnit;
}

/** How a trial ends, against the run as it is. */
function Gain({ outcome, before, unit }: GainProps) {
  const { sign, tone } = pastOutcome(outcome.updates, outcome.stop);
  const reached = outcome.stop === 'reached';
  const left = reached ? 0 : Math.min(1, outcome.error / before.error);
  return (
    <span class="gain">
      <span class={reached ? tone : ''}>
        <Icon name={sign} size={14} />
        {reached ? `reached in ${outcome.updates}` : fall(before, outcome, unit)}
      </span>
      <i style={{ '--left': `${100 * left}%` }} />
    </span>
  );
}

/** 415 → 96 mm; the angle where the distance is no smaller. */
export function fall(before: Trial, after: Trial, unit: LengthUnit): string {
  if (after.error >= before.error && after.angle < before.angle)
    return `${turn(before.angle)} → ${turn(after.angle)}`;
  const [from, to] = [lengthFigure(before.error, unit), lengthFigure(after.error, unit)];
  return `${from.unit === to.unit ? from.value : figureText(from)} → ${figureText(to)}`;
}

const turn = (radians: number): string => `${Number(((radians * 180) / Math.PI).toPrecision(2))}°`;
