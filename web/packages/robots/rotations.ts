import type { Vec3 } from '@iklab/core/scenario';
import {
  AXIS_DIRECTIONS,
  addScaled,
  cross,
  dot,
  hypot,
  type Matrix3,
  rotationAbout,
  rotationFromQuaternion,
  unitVector,
} from '@iklab/core/scenario/numbers';

/**
 * Returns the rotation with the axes x, y and their cross product. Makes y orthogonal to x. Returns
 * null if x is zero or y parallel to x.
 */
export function rotationFromAxes(x: Vec3, y: Vec3): Matrix3 | null {
  if (hypot(...x) === 0) return null;
  const first = unitVector(x);
  const across = addScaled(y, first, -dot(first, y));
  if (!(hypot(...across) > 1e-9 * hypot(...y))) return null;
  const second = unitVector(across);
  const third = cross(first, second);
  const row = (i: 0 | 1 | 2): Vec3 => [first[i], second[i], third[i]];
  return [row(0), row(1), row(2)];
}

/** Returns the smallest rotation that takes z to a direction; null for a zero vector. */
export function rotationTakingZTo(to: Vec3): Matrix3 | null {
  const length = hypot(...to);
  if (length === 0) return null;
  const [x, y, z] = unitVector(to);
  if (hypot(x, y) < 1e-12) return rotationAbout(AXIS_DIRECTIONS.x, z > 0 ? 0 : Math.PI);
  // The quaternion half-way between both directions needs no sine.
  return rotationFromQuaternion(
    z > -0.5 ? [-y, x, 0, 1 + z] : [-y * (1 - z), x * (1 - z), 0, x * x + y * y],
  );
}
