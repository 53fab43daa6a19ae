/**
 * Printed tables I to IV of Na, Yang and Jia, degrees. θ1 to θ7: twist, flexion, abduction of the
 * shoulder; twist, flexion of the elbow; flexion, pivot of the wrist.
 */

import { parsePrintedPaper, printedValues } from './parsePrintedPaper.ts';
import file from './printed/naYangJiaTables.json' with { type: 'json' };
import type { DeviationCause } from './publishedTable.ts';

export type PrintedJointValues = readonly [number, number, number, number, number, number, number];

const { about, grids } = parsePrintedPaper(file, ['I', 'II, DLS', 'II, IDLS', 'III', 'IV']);

export { about };

const tableRows = (name: keyof typeof grids) =>
  printedValues(grids[name]) as unknown as PrintedJointValues[];

/** Joint limits and comfort pose of table I, degrees. Joints are ordered as in the other tables. */
export const [PRINTED_LOWER_LIMITS, PRINTED_UPPER_LIMITS, PRINTED_COMFORT_POSE] = tableRows(
  'I',
) as [PrintedJointValues, PrintedJointValues, PrintedJointValues];

export const naYangJiaTableTwoCause = grids['II, DLS'][0]?.numbers[0]?.cause;

/** Printed final poses of DLS from six starts (table II), degrees. */
export const naYangJiaTableTwoDls = tableRows('II, DLS');
export const naYangJiaTableTwoImproved = tableRows('II, IDLS');

/**
 * Two printed rows with the same target: joint values, and distances from the comfort pose,
 * degrees. The target itself is not printed.
 */
export interface PrintedRowPair {
  readonly target: readonly [number, number, number];
  readonly first: PrintedJointValues;
  readonly firstComfort: number;
  readonly second: PrintedJointValues;
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

const tablePairs = (table: 'III' | 'IV'): PrintedRowPair[] => {
  const rows = printedValues(grids[table]);
  const joints = (i: number) => rows[i]?.slice(0, 7) as unknown as PrintedJointValues;
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

/** Row pairs of table III: damping about the comfort pose, and about the middle of the limits. */
export const naYangJiaTableThreePairs = tablePairs('III');

/** Row pairs of table IV: weights by ease of joint motion, and equal weights. */
export const naYangJiaTableFourPairs = tablePairs('IV');

/** Returns a row's distance l_comf from the comfort pose, eq. (15), degrees. */
export const distanceFromComfortPose = (row: readonly number[]): number =>
  Math.hypot(...row.map((angle, i) => angle - (PRINTED_COMFORT_POSE[i] as number)));

/**
 * Returns the largest violation of the limits of table I by a row, degrees; 0 within the limits.
 */
export const largestLimitViolation = (row: readonly number[]): number =>
  Math.max(
    0,
    ...row.map((angle, i) =>
      Math.max(
        (PRINTED_LOWER_LIMITS[i] as number) - angle,
        angle - (PRINTED_UPPER_LIMITS[i] as number),
      ),
    ),
  );
