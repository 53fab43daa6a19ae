/** Texts about external solvers in the table of a study. */
import { givenText } from './costWords.ts';
import { isBrought, type RowStop, stopPlace } from './solvers.ts';
import { quantile, sortedNumbers } from './statistics.ts';
import type { Cell, Study } from './study.ts';
import type { Columns } from './studyRows.ts';

/** Headings and texts of a line of a table. */
export type TableLine = readonly (readonly [head: string, text: string])[];

/**
 * Columns of a cell: its claims, how many were refused, problems that it was not given, and both
 * clocks. `none`: text for unknown values.
 */
export const solverColumns =
  (columns: Columns, none = '-') =>
  (cell: Cell): TableLine => {
    const stops = columns(cell.index, 'stop');
    const count = (...wanted: readonly RowStop[]) => {
      const places = wanted.map(stopPlace);
      return stops.reduce((sum, stop) => sum + Number(places.includes(stop)), 0);
    };
    const claims = columns(cell.index, 'claimed').reduce((sum, x) => sum + Number(x === 1), 0);
    const brought = (value: number) => (isBrought(cell) ? String(value) : none);
    return [
      ['claimed', brought(claims)],
      ['refused', brought(count('refused-pose', 'refused-limit'))],
      ['late', brought(count('too-late', 'killed'))],
      ['broken', brought(count('broken'))],
      ['unasked', brought(count('unasked'))],
      ['its time (median)', milliseconds(columns(cell.index, 'ownTime'), 0.5, none)],
      ['our time (median)', milliseconds(columns(cell.index, 'ourTime'), 0.5, none)],
      ['our time (95 %)', milliseconds(columns(cell.index, 'ourTime'), 0.95, none)],
    ];
  };

function milliseconds(seconds: Float64Array, p: number, none: string): string {
  const value = 1000 * quantile(sortedNumbers(seconds), p);
  return Number.isNaN(value) ? none : `${value.toPrecision(3)} ms`;
}

export const askedText = ({ left, all }: { left: number; all: number }): string[] =>
  left < all
    ? [`Comparison of the ${left} of ${all} problems that were given to all solvers.`]
    : [];

const JUDGED = {
  problem:
    '“solved” is verified with our forward kinematics: within tolerance, joint limits and time',
  point:
    '“within” is verified with our forward kinematics: within tolerance, joint limits and time. Without an answer in time, the joints do not move. The number of updates per point applies to the methods',
} as const;

/** Explains how solvers were called and what the times include; `one`: what a message contains. */
export function solverWords(
  { solvers }: Pick<Study, 'solvers'>,
  one: 'problem' | 'point' = 'problem',
): string[] {
  if (!solvers) return [];
  const { entries, batch, machine, time } = solvers;
  const micros = (seconds: number) => `${Math.round(1e6 * seconds)} µs`;
  const told = entries.map(
    ({ name, solver, command, transport }) =>
      `${name}: ${solver === '' ? '' : `${solver}, `}${command.join(' ')}; the measured times include a message round trip of ${micros(transport)}`,
  );
  const shared =
    batch > 1
      ? [`Our time is measured per message of ${batch} problems, and divided by ${batch}.`]
      : [];
  const limit = time > 0 ? `${givenText(time)} per ${one}` : 'no time limit';
  return [
    ...told,
    ...shared,
    `External solvers had ${limit}; ${JUDGED[one]}. Their update counts are not comparable with ours. Times were measured on ${machine.processor}, ${machine.cores} cores; the methods solved one ${one} at a time.`,
  ];
}
