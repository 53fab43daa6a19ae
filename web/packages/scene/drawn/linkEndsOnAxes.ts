/**
 * Computes where a link meets its own axis and the next: the feet of their common normal, as for
 * the Denavit-Hartenberg parameters d and a.
 */
import type { Vector3 } from 'three';
import { chooseParallelLinkPositions } from './chooseParallelLinkPositions.ts';
import type { AxisLine, Linkage, LinkageAxle } from './linkage.ts';

export interface LinkEndsOnAxes {
  /** Position on the axis of each axle, metres, where the previous link ends. */
  readonly enters: readonly number[];
  /** Position on the axis of each axle, metres, where the link of that axle begins. */
  readonly leaves: readonly number[];
  /** For each axle, the next axle on the longest chain to an end effector; −1 for none. */
  readonly next: readonly number[];
  /** Distance from each axle to its farthest end effector along the links, metres. */
  readonly reach: readonly number[];
  readonly size: number;
}

const LONGER = 1 - 1e-4; // The first of limbs with nearly equal length counts.
// Squared sine of the angle between two axes below which they count as parallel.
const PARALLEL = 4e-4;
const GIRTH = 0.062; // Radius of a housing at the root, relative to the size of the robot.
const TRAVEL = 1.3; // Factor for the travel of a prismatic joint as length.
const COLUMN = 0.5; // Maximum column height that counts, relative to the limb.
const DEFAULT_SIZE = 0.2; // Size of a tree without any length, metres.
const STEEP = 0.5; // Cosine between the first axis and the vertical.

/**
 * Returns the feet of the common normal of two lines, as positions along the lines, metres; null
 * for parallel lines. The first line passes through the origin.
 */
export function commonNormalFeet(
  direction: Vector3,
  otherLine: AxisLine,
): readonly [number, number] | null {
  const cosine = direction.dot(otherLine.direction);
  const square = 1 - cosine * cosine;
  if (square < PARALLEL) return null;
  const a = otherLine.origin.dot(direction);
  const b = otherLine.origin.dot(otherLine.direction);
  return [(a - cosine * b) / square, (cosine * a - b) / square];
}

/**
 * `up` is the vertical direction, `ground` the ground height (metres), in the frame of the base.
 */
export function findLinkEndsOnAxes(linkage: Linkage, up: Vector3, ground: number): LinkEndsOnAxes {
  const { axles, tipsByAxle: tipsOf } = linkage;
  const { reach, next } = findReach(linkage);
  const size = robotSize(linkage, reach);
  const radii = reach.map((far) => housingRadius(far, size));
  const enters = axles.map((axle) => rootFoot(linkage, axle, up, ground));
  const leaves: (number | null)[] = axles.map(() => null);
  axles.forEach(({ parent, line }, i) => {
    const before = axles[parent];
    const feet = before && commonNormalFeet(before.axis, line);
    if (!feet) return;
    enters[i] = feet[1];
    if (next[parent] === i) leaves[parent] = feet[0];
  });
  const known = axles.map(
    // The last axle: to its end effector.
    ({ axis }, i) => leaves[i] ?? tipsOf[i]?.[0]?.position.dot(axis) ?? 0,
  );
  for (const run of parallelRuns(axles, next)) {
    const planes = chooseParallelLinkPositions(run, axles, radii, { enters, leaves: known });
    run.forEach((axle, k) => {
      [enters[axle], known[axle]] = planes[k] as readonly [number, number];
    });
  }
  return { enters, leaves: known, next, reach, size };
}

/**
 * Returns the radius of a joint housing, metres. `reach` is the distance of the joint from its
 * effector, `size` the size of the robot.
 */
export const housingRadius = (reach: number, size: number): number =>
  GIRTH * size * Math.max(0.08, reach / size) ** 0.3;

const travelLength = ({ slides, range }: LinkageAxle): number =>
  slides ? TRAVEL * Math.max(...range.map(Math.abs)) : 0;

function findReach({ axles, tipsByAxle: tipsOf }: Linkage) {
  const reach = axles.map((_, i) =>
    Math.max(0, ...(tipsOf[i] ?? []).map(({ position: at }) => at.length())),
  );
  const next = axles.map(() => -1);
  const best = axles.map(() => 0);
  for (let i = axles.length - 1; i >= 0; i--) {
    const { parent, line, ...axle } = axles[i] as LinkageAxle;
    if (parent < 0) continue;
    const far =
      line.origin.length() + (reach[i] as number) + travelLength({ ...axle, parent, line });
    if (next[parent] === -1 || far >= LONGER * (best[parent] as number)) {
      next[parent] = i;
      best[parent] = far;
    }
    reach[parent] = Math.max(reach[parent] as number, far);
  }
  return { reach, next };
}

function robotSize({ axles, children }: Linkage, reach: readonly number[]): number {
  const roots = children[axles.length] ?? [];
  const limbs = roots.map((root) => {
    const far = reach[root] as number;
    const away = (axles[root] as LinkageAxle).line.origin.length();
    return far + (roots.length === 1 ? Math.min(COLUMN * far, away) : away);
  });
  return Math.max(0, ...limbs) || DEFAULT_SIZE;
}

/**
 * Returns whether a joint is a column on the ground: the only root, revolute, with a nearly
 * vertical axis.
 */
export const isGroundColumnAxle = (
  { axles, children }: Linkage,
  axle: LinkageAxle,
  up: Vector3,
): boolean =>
  axle.parent < 0 &&
  !axle.slides &&
  children[axles.length]?.length === 1 &&
  Math.abs(axle.line.direction.dot(up)) > STEEP;

const rootFoot = (linkage: Linkage, axle: LinkageAxle, up: Vector3, ground: number): number =>
  isGroundColumnAxle(linkage, axle, up)
    ? (ground - axle.line.origin.dot(up)) / axle.line.direction.dot(up)
    : 0;

function parallelRuns(axles: readonly LinkageAxle[], next: readonly number[]): number[][] {
  const visited = new Set<number>();
  return axles.flatMap((_, first) => {
    if (visited.has(first)) return [];
    const run = [first];
    for (;;) {
      const last = run.at(-1) as number;
      visited.add(last);
      const follower = next[last] as number;
      if (follower < 0) break;
      const { axis } = axles[last] as LinkageAxle;
      if (commonNormalFeet(axis, (axles[follower] as LinkageAxle).line)) break;
      run.push(follower);
    }
    return run.length > 1 ? [run] : [];
  });
}
