/** A path drawn by hand, as a document stores it: closed, evenly sampled and rounded. */

import { placeQuantity } from '../format/quantity.ts';
import { MAX_PATH_POINTS, MIN_PERIOD } from '../scenario/bounds.ts';
import type { LengthUnit, PathMotion, Vec3 } from '../scenario/types.ts';
import { distance } from '../scenario/vectors.ts';

// In steps of the recording, which has 60 per second.
const SPACING = 4; // Between two points of the path.
const SHORTEST = 18;
const BACK = 12; // Shortest duration of the return.

const FEWEST = 8; // Points.
const SMALLEST = 1e-3; // Shortest length of the path, in metres.
const DIGITS = 4; // Decimals of metres: 0.1 mm.

/** Positions of a target at equal time intervals. */
export interface Track {
  readonly places: readonly Vec3[];
  /** Interval in seconds. */
  readonly step: number;
}

export interface HandPath {
  readonly position: Vec3;
  readonly motion: PathMotion;
}

/** Removes the stationary parts before and after the movement. */
export function trimmed(places: readonly Vec3[]): readonly Vec3[] {
  const first = places.findIndex((place) => distance(place, places[0] as Vec3) > 0);
  if (first < 0) return places.slice(0, 1);
  const end = places.at(-1) as Vec3;
  const last = places.findLastIndex((place) => distance(place, end) > 0);
  return places.slice(first - 1, last + 2);
}

/** Why no path can be made of a recording; empty if it can. */
export function shortcoming({ places, step }: Track, unit: LengthUnit = 'm'): string {
  const way = trimmed(places);
  if (way.length < 2) return 'Nothing was recorded: the target did not move.';
  const seconds = (steps: number): string => `${Number((steps * step).toPrecision(2))} s`;
  if (way.length - 1 < SHORTEST)
    return `Too short to record: ${seconds(way.length - 1)}; a path takes at least ${seconds(SHORTEST)}.`;
  const { textWithUnit } = placeQuantity(unit);
  if (lengthOf(way) < SMALLEST)
    return `Too small to record: ${textWithUnit(lengthOf(way))}; a path goes at least ${textWithUnit(SMALLEST)}.`;
  return '';
}

/**
 * Returns the path along the recording and back to its start; at `now`, in seconds on the scene's
 * clock, the target is where the recording ended.
 */
export function handPath({ places, step }: Track, now: number): HandPath {
  const way = trimmed(places);
  const there = way.length - 1;
  const steps = there + wayBack(way);
  const count = Math.min(MAX_PATH_POINTS, Math.max(FEWEST, Math.round(steps / SPACING)));
  const period = Math.max(MIN_PERIOD, Number((steps * step).toPrecision(4)));
  const turns = now / period;
  const shift = Math.round((there / steps - (turns - Math.floor(turns))) * count) + count;
  const points = Array.from({ length: count }, (_, i) => {
    const at = (((i + shift) % count) * steps) / count;
    return at <= there ? along(way, at) : between(way, (at - there) / (steps - there));
  });
  const position = mean(points).map(rounded) as unknown as Vec3;
  const offset = (point: Vec3) => point.map((x, axis) => rounded(x - (position[axis] as number)));
  return { position, motion: { kind: 'path', period, points: points.map(offset) as never } };
}

/** Duration of the return in steps, at the mean speed of the recording. */
function wayBack(way: readonly Vec3[]): number {
  const there = way.length - 1;
  const gap = distance(way.at(-1) as Vec3, way[0] as Vec3);
  if (gap < 10 ** -DIGITS) return 0;
  return Math.min(there, Math.max(BACK, (gap * there) / lengthOf(way)));
}

/** The position `at` steps along the recording. */
function along(way: readonly Vec3[], at: number): Vec3 {
  const i = Math.min(way.length - 2, Math.floor(at));
  return mixed(way[i] as Vec3, way[i + 1] as Vec3, at - i);
}

/** A position on the return, with a smooth start and end. */
const between = (way: readonly Vec3[], share: number): Vec3 =>
  mixed(way.at(-1) as Vec3, way[0] as Vec3, share * share * (3 - 2 * share));

const mixed = (a: Vec3, b: Vec3, share: number): Vec3 =>
  a.map((x, axis) => x + share * ((b[axis] as number) - x)) as unknown as Vec3;

const lengthOf = (way: readonly Vec3[]): number =>
  way.slice(1).reduce((sum, place, i) => sum + distance(place, way[i] as Vec3), 0);

const mean = (points: readonly Vec3[]): Vec3 =>
  [0, 1, 2].map(
    (axis) => points.reduce((sum, point) => sum + (point[axis] as number), 0) / points.length,
  ) as unknown as Vec3;

const rounded = (x: number): number => Number(x.toFixed(DIGITS)) + 0;
