import type { Study, StudyCell } from '../document/study.ts';
import {
  isExternalSolverCell,
  type RowStopReason,
  rowStopReasonIndex,
} from '../document/withExternalSolvers.ts';
import type { RowColumnReader } from '../rows/studyRows.ts';
import { timeLimitText } from './costText.ts';
import { quantile, sortedNumbers } from './statistics.ts';

export type LabelledColumnTexts = readonly (readonly [head: string, text: string])[];

/**
 * Returns a function that makes an external solver's table columns: claims, refused claims,
 * unsupported problems, times by both clocks. `none`: text for unknown values.
 */
export const makeSolverTableColumns =
  (columns: RowColumnReader, none = '-') =>
  (cell: StudyCell): LabelledColumnTexts => {
    const stops = columns(cell.index, 'stop');
    const count = (...wanted: readonly RowStopReason[]) => {
      const indices = wanted.map(rowStopReasonIndex);
      return stops.reduce((sum, stop) => sum + Number(indices.includes(stop)), 0);
    };
    const claims = columns(cell.index, 'claimed').reduce((sum, x) => sum + Number(x === 1), 0);
    const externalOnly = (value: number) => (isExternalSolverCell(cell) ? String(value) : none);
    return [
      ['claimed', externalOnly(claims)],
      ['refused', externalOnly(count('refused-pose', 'refused-limit'))],
      ['late', externalOnly(count('too-late', 'killed'))],
      ['broken', externalOnly(count('broken'))],
      ['unasked', externalOnly(count('unasked'))],
      ['its time (median)', quantileText(columns(cell.index, 'ownTime'), 0.5, none)],
      ['our time (median)', quantileText(columns(cell.index, 'ourTime'), 0.5, none)],
      ['our time (95 %)', quantileText(columns(cell.index, 'ourTime'), 0.95, none)],
    ];
  };

function quantileText(seconds: Float64Array, p: number, none: string): string {
  const value = 1000 * quantile(sortedNumbers(seconds), p);
  return Number.isNaN(value) ? none : `${value.toPrecision(3)} ms`;
}

export const commonProblemsText = ({ common, all }: { common: number; all: number }): string[] =>
  common < all
    ? [`Comparison of the ${common} of ${all} problems that were given to all solvers.`]
    : [];

const VERIFICATION_TEXTS = {
  problem:
    '“solved” is verified with our forward kinematics: within tolerance, joint limits and time',
  point:
    '“within” is verified with our forward kinematics: within tolerance, joint limits and time. Without an answer in time, the joints do not move. The number of updates per point applies to the methods',
} as const;

/** `one`: content of a message to a solver. */
export function explainExternalSolvers(
  { solvers }: Pick<Study, 'solvers'>,
  one: 'problem' | 'point' = 'problem',
): string[] {
  if (!solvers) return [];
  const { entries, batch, machine, time } = solvers;
  const micros = (seconds: number) => `${Math.round(1e6 * seconds)} µs`;
  const entryTexts = entries.map(
    ({ name, solver, command, transport }) =>
      `${name}: ${solver === '' ? '' : `${solver}, `}${command.join(' ')}; the measured times include a message round trip of ${micros(transport)}`,
  );
  const shared =
    batch > 1
      ? [`Our time is measured per message of ${batch} problems, and divided by ${batch}.`]
      : [];
  const limit = time > 0 ? `${timeLimitText(time)} per ${one}` : 'no time limit';
  return [
    ...entryTexts,
    ...shared,
    `External solvers had ${limit}; ${VERIFICATION_TEXTS[one]}. Their update counts are not comparable with ours. Times were measured on ${machine.processor}, ${machine.cores} cores; the methods solved one ${one} at a time.`,
  ];
}
