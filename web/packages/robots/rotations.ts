/** Rotations as formats write them: quaternions, axes, turns about axes in any order. */
import {
  addScaled,
  cross,
  DIRECTIONS,
  dot,
  hypot,
  type Matrix3,
  rotationAbout,
  rotationOfQuaternion,
  unitVector,
  type Vec3,
} from 'iklab/scenario';

/** With these axes of the turned frame as its columns; y is made square to x. */
export function rotationOfAxes(x: Vec3, y: Vec3): Matrix3 | null {
  if (hypot(...x) === 0) return null;
  const first = unitVector(x);
  const across = addScaled(y, first, -dot(first, y));
  if (!(hypot(...across) > 1e-9 * hypot(...y))) return null;
  const second = unitVector(across);
  const third = cross(first, second);
  const row = (i: 0 | 1 | 2): Vec3 => [first[i], second[i], third[i]];
  return [row(0), row(1), row(2)];
}

/** The least turn that takes z to this direction. */
export function rotationOfZ(to: Vec3): Matrix3 | null {
  const length = hypot(...to);
  if (length === 0) return null;
  const [x, y, z] = unitVector(to);
  if (hypot(x, y) < 1e-12) return rotationAbout(DIRECTIONS.x, z > 0 ? 0 : Math.PI);
  // half-way between both: a quaternion without a sine
  return rotationOfQuaternion(
    z > -0.5 ? [-y, x, 0, 1 + z] : [-y * (1 - z), x * (1 - z), 0, x * x + y * y],
  );
}
