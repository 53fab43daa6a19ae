import type { Vec3 } from '@iklab/core/scenario';
import {
  AXIS_DIRECTIONS,
  arcTangent,
  hypot,
  type Matrix3,
  matrixProduct,
  rotationAbout,
  TWO_PI,
} from '@iklab/core/scenario/numbers';

/**
 * Returns the Euler angles of a rotation about x, then y, then z, in radians, that are nearest to
 * `before`. Undoes the rotation about x before computing y and z, so that rounding errors cancel
 * where y is near 90°.
 */
export function nearestEulerAngles(turn: Matrix3, before: Vec3): Vec3 {
  const [[a, b], [, e, f], [, h, i]] = turn;
  const x = hypot(a, b) > 1e-9 ? arcTangent(-f, i) : arcTangent(h, e);
  const [[, , r], [s, t], [, , v]] = matrixProduct(rotationAbout(AXIS_DIRECTIONS.x, -x), turn);
  const [y, z] = [arcTangent(r, v), arcTangent(s, t)];
  const half = TWO_PI / 2;
  const near = (angles: Vec3): Vec3 =>
    angles.map((angle, k) => {
      const from = before[k] as number;
      return angle + TWO_PI * Math.round((from - angle) / TWO_PI);
    }) as unknown as Vec3;
  const [one, other] = [near([x, y, z]), near([x + half, half - y, z + half])];
  const far = (angles: Vec3): number =>
    angles.reduce((sum, angle, k) => sum + Math.abs(angle - (before[k] as number)), 0);
  return far(other) < far(one) ? other : one;
}
