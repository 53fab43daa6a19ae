/**
 * Na, Yang and Jia, table II: six starts and targets of their human arm, as scenarios. Lengths are
 * in the units of their figures.
 */
import { RADIANS_PER_DEGREE } from '../numbers/angles.ts';

export interface NaYangJiaTableCase {
  /** Start pose, theta1 to theta7 as printed, in degrees. */
  readonly start: readonly number[];
  readonly target: readonly number[];
}

/**
 * Cases of table II of Na, Yang and Jia: starts and targets of a human arm, with numbers as
 * printed.
 */
export const naYangJiaTableCases: readonly NaYangJiaTableCase[] = [
  { start: [0, 3, -13, 90, -2, 0, 0], target: [12, -4, -10] },
  { start: [-90, 0, 0, 0, -90, 0, 0], target: [11, 8, -2] },
  { start: [0, 0, -13, 0, 0, 90, 40], target: [12, -7, 19] },
  { start: [0, -100, -10, 0, 0, 10, 0], target: [-3, -1, 26] },
  { start: [0, 20, 100, 0, -30, 0, 10], target: [-16, 2, 8] },
  { start: [90, 0, 10, 0, -20, 30, 60], target: [25, 2, 3] },
];

const ORDER = [2, 1, 0, 4, 3, 6, 5];

/**
 * Converts joint values from degrees in the order of the paper to radians in the order of the
 * scene.
 */
export const naPoseToRadians = (printed: readonly number[]): number[] =>
  ORDER.map((i) => (printed[i] ?? 0) * RADIANS_PER_DEGREE);
/**
 * Converts joint values from radians in the order of the scene to degrees in the order of the
 * paper.
 */
export const naPoseToDegrees = (angles: readonly number[]): number[] =>
  ORDER.map((i) => (angles[i] ?? 0) / RADIANS_PER_DEGREE);

/** The clamp |e| <= D_max of Na, Yang and Jia: 0.00686 of the arm's length. */
export const NA_TARGET_CLAMP = { mode: 'fixed', distance: 0.19935 } as const;

const methods = [
  { id: 'na-dls' },
  { id: 'dls', label: 'DLS, true Jacobian', targetClamp: NA_TARGET_CLAMP },
  { id: 'na-idls', label: 'IDLS, their Jacobian', params: { jacobian: 'parent-frame' } },
  { id: 'na-idls', label: 'IDLS, true Jacobian' },
];
const run = {
  mode: 'converge',
  tolerance: 0.01,
  minImprovement: 0,
  maxRises: 1000000,
  maxUpdates: 4000,
};

export const naYangJiaScenes: readonly (readonly [string, Readonly<Record<string, unknown>>])[] =
  naYangJiaTableCases.map(({ start, target }, i) => [
    `na-human-${i + 1}`,
    {
      iklab: 1,
      name: `Human arm, case ${i + 1}`,
      note: 'Na, Yang and Jia, table II. DLS ends outside the joint limits; IDLS (c 30, p 8, weights 3) ends inside, and may leave them on the way.',
      tree: { preset: 'human-arm-equal' },
      start: naPoseToRadians(start),
      targets: [{ effector: 'fingertip', position: target }],
      methods,
      run,
    },
  ]);
