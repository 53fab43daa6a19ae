import { microsFigure } from 'iklab/format';
import type { BrokenLine } from 'iklab/run';
import { threadTime } from 'iklab/time';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { firstFault, plainMessage } from './faultWords.ts';
import css from './formulaColumn.module.css';
import type { FormulaDesk } from './formulaDesk.ts';
import { textState } from './textState.ts';

const ICONS = { good: 'check', typing: 'dots', bad: 'alert' } as const;
const LOOKS = { good: css.good, typing: css.typing, bad: css.bad };

interface StateProps {
  readonly page: Page;
  readonly slot: number;
  readonly desk: FormulaDesk;
  readonly broken: BrokenLine | null;
  /** Time per update of the running formula in microseconds; null before it is measured. */
  readonly micros: number | null;
}

/**
 * The line below the text: whether the formula runs, its error, and a button that restores the last
 * valid version.
 */
export function StateLine({ page, slot, desk, broken, micros }: StateProps) {
  const reading = desk.reading.value;
  const refused = desk.refused.value;
  const said = textState(
    {
      reading,
      typing: desk.typing.value,
      goodAt: desk.goodAt.value,
      refused: refused?.sentence ?? '',
      broken,
    },
    threadTime.date(),
  );
  useTick(said.sign === 'bad');
  usePaneNote(page, slot, said.note);
  const fault = firstFault(reading.faults);
  return (
    <div class={`${css.state} ${LOOKS[said.sign]}`}>
      <Icon name={ICONS[said.sign]} />
      <p>
        {said.bold && <b>{said.bold}</b>} {said.rest}
      </p>
      {micros !== null && said.sign === 'good' && (
        <span class={css.time} title="Time per update of this method, measured on this computer">
          {microsFigure(micros)}
          <span class={css.unseen}> per update, measured here</span>
        </span>
      )}
      {refused?.clamped && said.sign === 'bad' && (
        <button type="button" class="plain" onClick={() => desk.unclamp()}>
          Turn clamp off
        </button>
      )}
      {said.back && (
        <button type="button" class="plain" onClick={() => desk.back()}>
          Restore it
        </button>
      )}
      {/* Without the seconds, which a screen reader would announce repeatedly. */}
      <span class={css.unseen} role="status">
        {said.sign === 'bad' && [said.bold, fault && plainMessage(fault.message)].join(' ')}
        {said.sign === 'good' && 'The formula is running.'}
      </span>
    </div>
  );
}

/** Shows in the pane, in place of the constants, that an older version runs. */
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

/** Renders every second while a time is shown. */
function useTick(on: boolean): void {
  const [count, tick] = useState(0);
  useEffect(() => {
    if (!on) return;
    return threadTime.after(1000, () => tick(count + 1), 'background');
  }, [on, count]);
}
