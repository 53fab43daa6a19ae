/** A mechanism on paper: where its points are, and the strokes between them. */
import type { Vec3 } from '../scenario/types.ts';
import { addScaled, cross, dot, scaled, unitVector } from '../scenario/vectors.ts';

/** A place of a drawing, x and y. */
export type Point = readonly [x: number, y: number];

/** Directions of the sheet, in the axes of the document. */
export interface SheetAxes {
  readonly right: Vec3;
  readonly up: Vec3;
}

const EYE = unitVector([0.42, 0.34, 1]); // to the right, upward and before the sheet

/** What stands on the sheet, seen from the front and a little above. */
export function tilted({ right, up }: SheetAxes): SheetAxes {
  const eye = addScaled(addScaled(scaled(right, EYE[0]), up, EYE[1]), cross(right, up), EYE[2]);
  const across = unitVector(cross(up, eye));
  return { right: across, up: cross(eye, across) };
}

/** A place in space as a drawing has it, without depth. */
export const onSheet =
  ({ right, up }: SheetAxes) =>
  (place: Vec3): Point => [dot(place, right), dot(place, up)];

/** `stride` numbers each, of which the first three are the place. */
export const pointsOf = (numbers: ArrayLike<number>, stride = 3): Vec3[] =>
  Array.from({ length: numbers.length / stride }, (_, i) => [
    numbers[stride * i] as number,
    numbers[stride * i + 1] as number,
    numbers[stride * i + 2] as number,
  ]);

/** Least and largest. */
export function rangeOf(values: readonly number[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** The least and the largest x, and y, of some points. */
export const rangesOf = (points: readonly Point[]) =>
  [rangeOf(points.map(([x]) => x)), rangeOf(points.map(([, y]) => y))] as const;

/** Paths of an SVG; `put`: a point as it writes it. */
export function svgPaths(put: (point: Point) => string) {
  const line = (points: readonly Point[]): string =>
    points.map((point, i) => `${i === 0 ? 'M' : 'L'}${put(point)}`).join('');
  return {
    line,
    /** Of round caps alone. */
    dots: (points: readonly Point[]): string => points.map((point) => `M${put(point)}h0`).join(''),
    /** By pairs of indices. */
    bones: (pairs: readonly (readonly [number, number])[], points: readonly Point[]): string =>
      pairs.map(([a, b]) => line([points[a] ?? [0, 0], points[b] ?? [0, 0]])).join(''),
  };
}

/** Writes a point for a path of an SVG: so many decimals, and a space between them. */
export const coordinatesText =
  (decimals: number) =>
  ([x, y]: Point): string =>
    `${x.toFixed(decimals)} ${y.toFixed(decimals)}`;
