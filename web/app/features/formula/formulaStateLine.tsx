import { microsecondsText } from '@iklab/core/format';
import { threadTime } from '@iklab/core/time';
import type { FailedFormulaLine } from '@iklab/run/session';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { firstFormulaFault, plainFaultMessage } from './faultMessages.ts';
import css from './formulaColumn.module.css';
import type { FormulaEditing } from './formulaEditing.ts';
import { formulaLineState } from './formulaLineState.ts';

const ICONS = { good: 'check', typing: 'dots', bad: 'alert' } as const;
const STYLES = { good: css.good, typing: css.typing, bad: css.bad };

interface StateProps {
  readonly page: Page;
  readonly slot: number;
  readonly editing: FormulaEditing;
  readonly broken: FailedFormulaLine | null;
  /** Time per update of the running formula, in microseconds; null before it is measured. */
  readonly micros: number | null;
}

export function FormulaStateLine({ page, slot, editing, broken, micros }: StateProps) {
  const reading = editing.reading.value;
  const refused = editing.refused.value;
  const state = formulaLineState(
    {
      reading,
      typing: editing.typing.value,
      validSince: editing.validSince.value,
      refused: refused?.sentence ?? '',
      broken,
    },
    threadTime.date(),
  );
  useTick(state.sign === 'bad');
  usePaneNote(page, slot, state.note);
  const fault = firstFormulaFault(reading.faults);
  return (
    <div class={`${css.state} ${STYLES[state.sign]}`}>
      <Icon name={ICONS[state.sign]} />
      <p>
        {state.bold && <b>{state.bold}</b>} {state.rest}
      </p>
      {micros !== null && state.sign === 'good' && (
        <span class={css.time} title="Time per update of this method, measured on this computer">
          {microsecondsText(micros)}
          <span class="unseen"> per update, measured here</span>
        </span>
      )}
      {refused?.clamped && state.sign === 'bad' && (
        <button type="button" class="plain" onClick={() => editing.unclamp()}>
          Turn clamp off
        </button>
      )}
      {state.back && (
        <button type="button" class="plain" onClick={() => editing.restore()}>
          Restore it
        </button>
      )}
      {/* Without the seconds, which a screen reader would announce repeatedly. */}
      <span class="unseen" role="status">
        {state.sign === 'bad' && [state.bold, fault && plainFaultMessage(fault.message)].join(' ')}
        {state.sign === 'good' && 'The formula is running.'}
      </span>
    </div>
  );
}

function usePaneNote({ viewState: { olderText } }: Page, slot: number, note: string): void {
  useEffect(() => {
    olderText.value = note ? { slot, note } : null;
  }, [slot, note]);
  useEffect(
    () => () => {
      olderText.value = null;
    },
    [],
  );
}

function useTick(on: boolean): void {
  const [count, tick] = useState(0);
  useEffect(() => {
    if (!on) return;
    return threadTime.schedule(1000, () => tick(count + 1), 'background');
  }, [on, count]);
}
