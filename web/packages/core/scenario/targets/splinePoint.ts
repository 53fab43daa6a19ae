import type { Vec3 } from '../types.ts';

/**
 * Returns a point of a closed Catmull-Rom spline. `u`: share of the segment that begins at point
 * `first`.
 */
export function splinePoint(points: readonly Vec3[], first: number, u: number): Vec3 {
  const count = points.length;
  const point = (offset: number): Vec3 => points[(first + count + offset) % count] as Vec3;
  const [a, b, c, d] = [point(-1), point(0), point(1), point(2)];
  const coordinate = (axis: 0 | 1 | 2): number => {
    const square = 2 * (a[axis] - b[axis]) + 3 * (c[axis] - b[axis]) + (c[axis] - d[axis]);
    const cube = 3 * (b[axis] - c[axis]) + (d[axis] - a[axis]);
    return b[axis] + 0.5 * u * (c[axis] - a[axis] + u * (square + u * cube));
  };
  return [coordinate(0), coordinate(1), coordinate(2)];
}
