/**
 * What Na, Yang and Jia print: their tables I to IV, degrees. θ1 to θ7 are twist, flexion and
 * abduction of the shoulder, twist and flexion of the elbow, flexion and pivot of the wrist.
 */

export type JointRow = readonly [number, number, number, number, number, number, number];

/** Table I in the order of the others. */
export const LOW: JointRow = [-90, -100, -40, -90, -150, -90, -60];
export const HIGH: JointRow = [90, 50, 100, 90, 0, 90, 60];
export const COMFORT: JointRow = [0, 3, -13, 0, -23, 0, 0];

/** Table II, where DLS ends, and where their method does, from six starts. */
export const tableTwoDls: readonly JointRow[] = [
  [83.3, 101.8, 44.2, 33.8, -86.2, 8.1, 83.3],
  [-96.3, 2.2, -57.3, -5.4, -122.9, -18.8, 2.5],
  [-21.4, -59.5, -19.5, -10.3, -19.7, 93.9, 44.8],
  [233.4, -85.7, 20.3, -36.1, -7.2, 62.4, -9.1],
  [-58.3, -101.7, 63.1, -102.9, -113.1, -51.6, 40.6],
  [89.7, 5.7, 7.5, 0.8, -22.5, 35.3, 68.3],
];
export const tableTwoImproved: readonly JointRow[] = [
  [85.5, 27.4, 47.0, 89.9, -97.0, -87.9, 57.2],
  [-90.0, 20.9, -38.7, -4.1, -90.0, -72.2, 2.8],
  [-10.4, -67.9, -25.4, -1.8, -6.6, 88.6, 41.1],
  [2.9, -100.0, -9.5, -11.1, -18.1, 66.1, -6.2],
  [-76.6, -76.3, 99.9, -87.2, -93.6, -60.7, -12.5],
  [90.0, -6.1, 21.2, -37.9, -54.3, 44.4, 60.0],
];

/** A pair of a table: the target that both rows reach, and both rows with their printed l_comf. */
export interface PrintedPair {
  readonly target: readonly [number, number, number];
  readonly first: JointRow;
  readonly firstComfort: number;
  readonly second: JointRow;
  readonly secondComfort: number;
}

const pair = (
  target: PrintedPair['target'],
  first: JointRow,
  firstComfort: number,
  second: JointRow,
  secondComfort: number,
): PrintedPair => ({ target, first, firstComfort, second, secondComfort });

/** Table III: damped about the comfort pose, and about the middle of the limits. */
export const tableThree: readonly PrintedPair[] = [
  pair(
    [25, 10, 3],
    [49.7, -0.4, 12.5, -8.2, -3.4, 13.7, 49.0],
    78.6,
    [49.4, -0.1, 14.0, -15.0, -8.3, 14.7, 49.7],
    79.4,
  ),
  pair(
    [22, -5, -15],
    [40.6, 41.2, -20.3, -13.7, -14.6, 17.4, 49.3],
    78.5,
    [41.5, 38.8, -19.0, -29.7, -17.1, 18.5, 50.8],
    83.1,
  ),
  pair(
    [20, 6, 8],
    [32.6, 25.0, 31.6, -53.7, -68.4, -39.5, 5.8],
    100.5,
    [41.9, 5.0, 41.9, -14.1, -34.3, -65.5, -38.7],
    104.4,
  ),
  pair(
    [10, -5, 5],
    [15.1, 45.5, 0.3, 24.9, -93.4, -79.2, 45.4],
    127.0,
    [24.2, 41.3, 30.5, 58.6, -117, -64.6, 5.0],
    143.0,
  ),
  pair(
    [24, -4, 10],
    [1.0, 10.8, -9.0, -12.1, -52.0, -0.6, 0.6],
    32.6,
    [1.0, 10.8, -9.1, -14.0, -52.0, -0.7, 0.7],
    33.4,
  ),
  pair(
    [24, -8, 10],
    [2.8, 5.2, -15.8, 55.8, -43.2, -2.5, -3.7],
    59.7,
    [3.4, 5.1, -15.2, 59.3, -43.2, -3.6, -4.4],
    63.1,
  ),
];

/** Table IV: weights by how easily a joint moves, and equal ones. */
export const tableFour: readonly PrintedPair[] = [
  pair(
    [24, 3, -10],
    [5.9, 55.6, 9.8, -1.8, -47.6, -12.6, 2.1],
    64.0,
    [8.8, 55.9, 10.2, -11.7, -49.9, -8.6, 5.9],
    66.2,
  ),
  pair(
    [2, 5, 10],
    [-19.0, 3.3, 16.4, -5.2, -95.2, -84.9, 1.7],
    117.0,
    [-10.8, 0.9, 10.8, -22.1, -97.6, -84.7, -10.1],
    118.4,
  ),
  pair(
    [12, -5, 20],
    [3.1, -13.0, -17.7, 1.0, -59.0, -26.3, -1.2],
    47.8,
    [2.9, -11.0, -16.6, 6.1, -67.3, -11.8, -2.4],
    48.6,
  ),
  pair(
    [13, 6, 12],
    [7.7, -1.0, 32.6, -2.5, -108, 96.9, 2.0],
    137.2,
    [1.5, 0.4, 36.3, -23.8, -107, 94.5, -42.2],
    144.7,
  ),
  pair(
    [25, -12, 6],
    [5.7, 0.3, -24.1, 1.2, -28.3, 20.6, -1.1],
    24.9,
    [4.9, -1.1, -24.4, 7.7, -27.1, 23.5, -4.2],
    28.7,
  ),
  pair(
    [-5, -12, 16],
    [42.6, -36.9, -35.0, 38.6, -70.4, -42.2, 16.6],
    98.5,
    [36.4, -37.1, -29.7, 64.7, -82.9, -32.3, 3.8],
    110.1,
  ),
];

/** l_comf of a row, eq. (15), degrees. */
export const discomfort = (row: readonly number[]): number =>
  Math.hypot(...row.map((angle, i) => angle - (COMFORT[i] as number)));

/** Degrees by which a row leaves the limits of table I at the joint that is farthest out; 0 inside. */
export const outside = (row: readonly number[]): number =>
  Math.max(
    0,
    ...row.map((angle, i) => Math.max((LOW[i] as number) - angle, angle - (HIGH[i] as number))),
  );
