/** Texts of the line below a formula: whether it runs, is being edited, or has errors. */
import type { FailedFormulaLine } from '@iklab/run/session';
import type { FormulaFault, FormulaReading } from './formulaReading.ts';

export interface FormulaLineState {
  readonly sign: 'good' | 'typing' | 'bad';
  readonly bold: string;
  readonly rest: string;
  /** True if the last valid text can be restored: the edited text differs. */
  readonly back: boolean;
  readonly note: string;
}

export interface EditedFormulaState {
  readonly reading: FormulaReading;
  /** Number of the line on which the visitor is typing; null when typing has paused. */
  readonly typing: number | null;
  /**
   * Since when the running formula is valid, in milliseconds since 1970; null if no formula runs.
   */
  readonly validSince: number | null;
  /** Why the document rejects a valid formula; '' if accepted. */
  readonly refused: string;
  readonly broken: FailedFormulaLine | null;
}

export function formulaLineState(
  { reading, typing, validSince, refused, broken }: EditedFormulaState,
  time: number,
): FormulaLineState {
  if (typing !== null)
    return {
      sign: 'typing',
      bold: '',
      rest: `Editing line ${typing}${validSince === null ? '' : '; your last valid version is running'}.`,
      back: false,
      note: '',
    };
  const back = validSince !== null;
  const age = validSince === null ? '' : formatAge(time - validSince);
  const note = age && `version from ${age}`;
  const since = age
    ? `Your last valid version (${age}) is running.`
    : 'No valid version yet: nothing is running.';
  const { faults } = reading;
  if (faults.length > 0) {
    const bold =
      faults.length === 1 ? `Line ${faults[0]?.line} has an error.` : `${faults.length} errors.`;
    return { sign: 'bad', bold, rest: since, back, note };
  }
  if (refused) return { sign: 'bad', bold: refused, rest: since, back, note };
  if (broken) return { sign: 'bad', bold: failureMessage(broken), rest: '', back: false, note: '' };
  return { sign: 'good', bold: 'Running', rest: costText(reading), back: false, note: '' };
}

const failureMessage = ({ line, update }: FailedFormulaLine): string =>
  `Line ${line} failed at update ${update}: a value is not finite, a matrix is singular, or an index is out of range.`;

export function toRunTimeFault(text: string, broken: FailedFormulaLine): FormulaFault {
  const lines = text.split('\n');
  const written = lines[broken.line - 1] ?? '';
  const column = written.length - written.trimStart().length;
  const from = lines.slice(0, broken.line - 1).join('\n').length + (broken.line > 1 ? 1 : 0);
  return {
    from: from + column,
    to: from + written.trimEnd().length,
    line: broken.line,
    column: column + 1,
    message: failureMessage(broken),
    fixes: [],
  };
}

function costText({ cost }: FormulaReading): string {
  return cost ? `up to ${cost.operations} operations per update` : '';
}

/** Returns an age such as `4 s ago`. */
export function formatAge(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
}
