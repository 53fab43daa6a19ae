/**
 * Five joints cannot do all that a pose asks. Of the arms that have as many, most carry hand and wrist
 * in the upright plane through their base: how the hand is turned about the vertical follows from
 * where it is. So that turn is left free, where the joints can do all the rest.
 */

import { AXES, type Frame, tipFrames } from 'iklab/scenario';
import type { TreeEffector, TreeJoint } from './fold.ts';

const STEP = 1e-5; // rad or m
const INDEPENDENT = 1e-3; // of a column's own length: what differences do not make up
const POSES = 4;

/** Whether a position, and all of an orientation but its turn about this axis, can be asked of it. */
export function leavesOneTurn(
  joints: readonly TreeJoint[],
  effectors: readonly TreeEffector[],
  start: readonly number[],
  up: 'x' | 'y' | 'z',
): boolean {
  if (start.length !== 5 || effectors.length !== 1) return false;
  const poses = Array.from({ length: POSES }, (_, k) =>
    start.map((value, i) => value + 0.3 * k * Math.sin(1 + 2.4 * i + k)),
  );
  return poses.some((pose) => rank(columns(joints, effectors, pose, AXES.indexOf(up))) === 5);
}

/** What each joint does to the place of the effector and to its turn across `up`. */
function columns(
  joints: readonly TreeJoint[],
  effectors: readonly TreeEffector[],
  pose: readonly number[],
  up: number,
): number[][] {
  return pose.map((_, joint) => {
    const at = (by: number): Frame =>
      tipFrames(
        joints,
        effectors,
        pose.map((value, i) => (i === joint ? value + by : value)),
      )[0] as Frame;
    const [before, after] = [at(-STEP), at(STEP)];
    const place = [0, 1, 2].map((k) => ((after.at[k] ?? 0) - (before.at[k] ?? 0)) / (2 * STEP));
    const turn = twist(before, after).filter((_, k) => k !== up);
    return [...place, ...turn];
  });
}

/** The turn from one frame to another that is near, per step: of R' R^T its skew part. */
function twist({ turn: from }: Frame, { turn: to }: Frame): number[] {
  const entry = (i: number, k: number) =>
    [0, 1, 2].reduce((sum, l) => sum + (to[i]?.[l] ?? 0) * (from[k]?.[l] ?? 0), 0);
  return [
    [2, 1],
    [0, 2],
    [1, 0],
  ].map(([i = 0, k = 0]) => (entry(i, k) - entry(k, i)) / (4 * STEP));
}

/** Of these columns, by Gram and Schmidt. */
function rank(all: readonly number[][]): number {
  const basis: number[][] = [];
  for (const column of all) {
    const length = Math.hypot(...column);
    const left = basis.reduce((rest, unit) => {
      const along = dot(rest, unit);
      return rest.map((x, i) => x - along * (unit[i] as number));
    }, column);
    const size = Math.hypot(...left);
    if (size > INDEPENDENT * length) basis.push(left.map((x) => x / size));
  }
  return basis.length;
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] as number), 0);
