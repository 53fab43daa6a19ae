/**
 * The printed tables I to IV of Na, Yang and Jia, degrees. θ1 to θ7 are twist, flexion and
 * abduction of the shoulder, twist and flexion of the elbow, flexion and pivot of the wrist.
 */
import file from './printed/naYangJiaTables.json' with { type: 'json' };
import { paperValues, parsePrinted } from './printedNumbers.ts';
import type { DeviationCause } from './publishedTable.ts';

export type JointRow = readonly [number, number, number, number, number, number, number];

const { about, grids } = parsePrinted(file, ['I', 'II, DLS', 'II, IDLS', 'III', 'IV']);

export { about };

const tableRows = (name: keyof typeof grids) => paperValues(grids[name]) as unknown as JointRow[];

/**
 * Joint limits and comfort pose of table I, with the joints in the order of the other tables,
 * degrees.
 */
export const [LOW, HIGH, COMFORT] = tableRows('I') as [JointRow, JointRow, JointRow];

/** Reason why joint values of table II may deviate. */
export const tableTwoCause = grids['II, DLS'][0]?.numbers[0]?.cause;

/** Final poses of DLS and of the authors' method from six starts (table II), degrees. */
export const tableTwoDls = tableRows('II, DLS');
export const tableTwoImproved = tableRows('II, IDLS');

/**
 * A pair of rows of a table: the target that both rows reach, which is recovered, and the rows with
 * their printed l_comf.
 */
export interface PrintedPair {
  readonly target: readonly [number, number, number];
  readonly first: JointRow;
  readonly firstComfort: number;
  readonly second: JointRow;
  readonly secondComfort: number;
  readonly causes: readonly (DeviationCause | undefined)[];
}

const TARGETS = {
  III: [
    [25, 10, 3],
    [22, -5, -15],
    [20, 6, 8],
    [10, -5, 5],
    [24, -4, 10],
    [24, -8, 10],
  ],
  IV: [
    [24, 3, -10],
    [2, 5, 10],
    [12, -5, 20],
    [13, 6, 12],
    [25, -12, 6],
    [-5, -12, 16],
  ],
} as const;

/** Returns both rows of each target of a table: joint values and l_comf. */
const tablePairs = (table: 'III' | 'IV'): PrintedPair[] => {
  const rows = paperValues(grids[table]);
  const joints = (i: number) => rows[i]?.slice(0, 7) as unknown as JointRow;
  const comfort = (i: number) => rows[i]?.[7] as number;
  return TARGETS[table].map((target, i) => ({
    target,
    first: joints(2 * i),
    firstComfort: comfort(2 * i),
    second: joints(2 * i + 1),
    secondComfort: comfort(2 * i + 1),
    causes: [2 * i, 2 * i + 1].map((row) => grids[table][row]?.numbers[7]?.cause),
  }));
};

/**
 * Printed pairs of table III: damping about the comfort pose, and about the middle of the limits.
 */
export const tableThree = tablePairs('III');

/** Printed pairs of table IV: weights by how easily a joint moves, and equal weights. */
export const tableFour = tablePairs('IV');

/** Returns l_comf of a row (distance from the comfort pose), eq. (15), degrees. */
export const comfortDistance = (row: readonly number[]): number =>
  Math.hypot(...row.map((angle, i) => angle - (COMFORT[i] as number)));

/**
 * Returns the largest violation of the limits of table I by a row, degrees; 0 within the limits.
 */
export const limitViolation = (row: readonly number[]): number =>
  Math.max(
    0,
    ...row.map((angle, i) => Math.max((LOW[i] as number) - angle, angle - (HIGH[i] as number))),
  );
