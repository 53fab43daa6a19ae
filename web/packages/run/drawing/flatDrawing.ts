import type { Vec3 } from '@iklab/core/scenario';
import { addScaled, cross, dot, scaleVector, unitVector } from '@iklab/core/scenario/numbers';

export type FlatPoint = readonly [x: number, y: number];

/** Directions that point right and up in a drawing, as unit vectors in the axes of the document. */
export interface DrawingAxes {
  readonly right: Vec3;
  readonly up: Vec3;
}

const EYE = unitVector([0.42, 0.34, 1]); // Right, up, and towards the viewer.

/**
 * Returns the axes of a view from the front, tilted so that the scene is seen slightly from above
 * and from the side.
 */
export function tiltDrawingAxes({ right, up }: DrawingAxes): DrawingAxes {
  const eye = addScaled(
    addScaled(scaleVector(right, EYE[0]), up, EYE[1]),
    cross(right, up),
    EYE[2],
  );
  const across = unitVector(cross(up, eye));
  return { right: across, up: cross(eye, across) };
}

export const makeFlatProjection =
  ({ right, up }: DrawingAxes) =>
  (position: Vec3): FlatPoint => [dot(position, right), dot(position, up)];

/** Splits numbers into positions: each begins after `stride` numbers and has three. */
export const splitIntoPositions = (numbers: ArrayLike<number>, stride = 3): Vec3[] =>
  Array.from({ length: numbers.length / stride }, (_, i) => [
    numbers[stride * i] as number,
    numbers[stride * i + 1] as number,
    numbers[stride * i + 2] as number,
  ]);

export function rangeOfValues(values: readonly number[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

export const rangesOfPoints = (points: readonly FlatPoint[]) =>
  [rangeOfValues(points.map(([x]) => x)), rangeOfValues(points.map(([, y]) => y))] as const;

/** Returns functions that write points and lines as SVG paths; `put` formats a point. */
export function makeSvgPathWriters(put: (point: FlatPoint) => string) {
  const line = (points: readonly FlatPoint[]): string =>
    points.map((point, i) => `${i === 0 ? 'M' : 'L'}${put(point)}`).join('');
  return {
    line,
    /** Writes points as lines of length 0, which round line caps make visible as dots. */
    dots: (points: readonly FlatPoint[]): string =>
      points.map((point) => `M${put(point)}h0`).join(''),
    bones: (pairs: readonly (readonly [number, number])[], points: readonly FlatPoint[]): string =>
      pairs.map(([a, b]) => line([points[a] ?? [0, 0], points[b] ?? [0, 0]])).join(''),
  };
}

export const svgCoordinatesText =
  (decimals: number) =>
  ([x, y]: FlatPoint): string =>
    `${x.toFixed(decimals)} ${y.toFixed(decimals)}`;
