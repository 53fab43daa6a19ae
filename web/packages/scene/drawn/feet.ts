/**
 * Where a link meets its own axis and the next: the feet of the common normal of two axes, which
 * Denavit and Hartenberg's d and a are measured between. What is drawn hangs on these alone, never on
 * where a description put its frames.
 */
import type { Vector3 } from 'three';
import type { Axle, Line, Linkage } from './linkage.ts';
import { planesOf } from './planes.ts';

/** Places on the axis of each axle, metres from the origin of its frame. */
export interface Feet {
  /** Where what carries it comes in, */
  readonly enters: readonly number[];
  /** and where its own link leaves. */
  readonly leaves: readonly number[];
  /** The next axle on the longest way to a tip; −1: none. */
  readonly next: readonly number[];
  /** How far its farthest tip is along the links. */
  readonly reach: readonly number[];
  /** The same of the whole robot, from its longest limb. */
  readonly size: number;
}

const LONGER = 1 - 1e-4; // of limbs as long as one another the first counts
const PARALLEL = 4e-4; // square of the sine of the angle between two axes
const GIRTH = 0.062; // of the robot's size: radius of a housing at its root
const TRAVEL = 1.3; // of a slide counts as length
const COLUMN = 0.5; // of a limb: what of its height above the base counts
const NOTHING = 0.2; // metres: the size of a tree without any length
const STEEP = 0.5; // cosine between the first axis and the vertical

/** Coordinates of the feet of the common normal on the line through the origin and on the other. */
export function feetOf(along: Vector3, other: Line): readonly [number, number] | null {
  const cosine = along.dot(other.along);
  const square = 1 - cosine * cosine;
  if (square < PARALLEL) return null;
  const a = other.origin.dot(along);
  const b = other.origin.dot(other.along);
  return [(a - cosine * b) / square, (cosine * a - b) / square];
}

/** `up`, `ground`: of the base, in the frame of what does not move. */
export function allFeet(linkage: Linkage, up: Vector3, ground: number): Feet {
  const { axles, tipsOf } = linkage;
  const { reach, next } = reachOf(linkage);
  const size = sizeOf(linkage, reach);
  const radii = reach.map((far) => radiusOf(far, size));
  const enters = axles.map((axle) => rootFoot(linkage, axle, up, ground));
  const leaves: (number | null)[] = axles.map(() => null);
  axles.forEach(({ parent, line }, i) => {
    const before = axles[parent];
    const feet = before && feetOf(before.axis, line);
    if (!feet) return;
    enters[i] = feet[1];
    if (next[parent] === i) leaves[parent] = feet[0];
  });
  const given = axles.map(
    ({ axis }, i) => leaves[i] ?? tipsOf[i]?.[0]?.at.dot(axis) ?? 0, // to its effector at the end
  );
  for (const run of parallelRuns(axles, next)) {
    const planes = planesOf(run, axles, radii, { enters, leaves: given });
    run.forEach((axle, k) => {
      [enters[axle], given[axle]] = planes[k] as readonly [number, number];
    });
  }
  return { enters, leaves: given, next, reach, size };
}

/** Thinner toward the tip; no limit and no payload is guessed. */
export const radiusOf = (reach: number, size: number): number =>
  GIRTH * size * Math.max(0.08, reach / size) ** 0.3;

const travelOf = ({ slides, range }: Axle): number =>
  slides ? TRAVEL * Math.max(...range.map(Math.abs)) : 0;

function reachOf({ axles, tipsOf }: Linkage) {
  const reach = axles.map((_, i) => Math.max(0, ...(tipsOf[i] ?? []).map(({ at }) => at.length())));
  const next = axles.map(() => -1);
  const best = axles.map(() => 0);
  for (let i = axles.length - 1; i >= 0; i--) {
    const { parent, line, ...axle } = axles[i] as Axle;
    if (parent < 0) continue;
    const far = line.origin.length() + (reach[i] as number) + travelOf({ ...axle, parent, line });
    if (next[parent] === -1 || far >= LONGER * (best[parent] as number)) {
      next[parent] = i;
      best[parent] = far;
    }
    reach[parent] = Math.max(reach[parent] as number, far);
  }
  return { reach, next };
}

/** Of the longest limb; where it is the only one, with some of the column that it stands on. */
function sizeOf({ axles, children }: Linkage, reach: readonly number[]): number {
  const roots = children[axles.length] ?? [];
  const limbs = roots.map((root) => {
    const far = reach[root] as number;
    const away = (axles[root] as Axle).line.origin.length();
    return far + (roots.length === 1 ? Math.min(COLUMN * far, away) : away);
  });
  return Math.max(0, ...limbs) || NOTHING;
}

/** An upright first axis comes out of the ground; others and those of a body begin where they stand. */
export const standsUpright = ({ axles, children }: Linkage, axle: Axle, up: Vector3): boolean =>
  axle.parent < 0 &&
  !axle.slides &&
  children[axles.length]?.length === 1 &&
  Math.abs(axle.line.along.dot(up)) > STEEP;

const rootFoot = (linkage: Linkage, axle: Axle, up: Vector3, ground: number): number =>
  standsUpright(linkage, axle, up)
    ? (ground - axle.line.origin.dot(up)) / axle.line.along.dot(up)
    : 0;

/** Axles one after another whose axes are parallel, each run with at least two. */
function parallelRuns(axles: readonly Axle[], next: readonly number[]): number[][] {
  const seen = new Set<number>();
  return axles.flatMap((_, first) => {
    if (seen.has(first)) return [];
    const run = [first];
    for (;;) {
      const last = run.at(-1) as number;
      seen.add(last);
      const follower = next[last] as number;
      if (follower < 0) break;
      const { axis } = axles[last] as Axle;
      if (feetOf(axis, (axles[follower] as Axle).line)) break;
      run.push(follower);
    }
    return run.length > 1 ? [run] : [];
  });
}
