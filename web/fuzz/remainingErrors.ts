/** Remaining errors of a target by their definitions, independent of the module. */

import type { AxisLetter, Quaternion, TargetFreedom, Vec3 } from '@iklab/core/scenario';
import {
  COORDINATE_AXES,
  freeRotationAxis,
  freeRotationCone,
  namedFreeAxes,
} from '@iklab/core/scenario/targets';
import { angleBetweenOrientations, multiplyQuaternions, rotateByQuaternion } from './kinematics.ts';

const unitVector = (name: AxisLetter): Vec3 =>
  COORDINATE_AXES.map((axis) => (axis === name ? 1 : 0)) as unknown as Vec3;
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const conjugate = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w];

/**
 * Returns the axis x, y or z of the frame in which components of a target are free, in the world
 * frame.
 */
const worldAxis = (name: AxisLetter, free: TargetFreedom, wanted: Quaternion): Vec3 =>
  free.frame === 'target' ? rotateByQuaternion(wanted, unitVector(name)) : unitVector(name);

/** Returns the position error of a target along each axis, in metres; 0 along free axes. */
export function computeRemainingOffset(
  offset: Vec3,
  free: TargetFreedom | null,
  wanted: Quaternion,
): readonly number[] {
  if (!free) return offset;
  return COORDINATE_AXES.map((axis) =>
    free.position.includes(axis) ? 0 : dot(offset, worldAxis(axis, free, wanted)),
  );
}

export const computeRemainingDistance = (
  offset: Vec3,
  free: TargetFreedom | null,
  wanted: Quaternion,
): number => Math.hypot(...computeRemainingOffset(offset, free, wanted));

/**
 * Returns the remaining angle to the wanted orientation, in radians; null: the orientation is free.
 */
export function computeRemainingAngle(
  free: TargetFreedom | null,
  wanted: Quaternion,
  current: Quaternion,
): number | null {
  const orientation = free?.orientation ?? [];
  const constrainedAxis = freeRotationAxis(orientation) ?? freeRotationCone(orientation)?.axis;
  if (constrainedAxis) {
    const apart = vectorAngle(
      rotateByQuaternion(wanted, constrainedAxis),
      rotateByQuaternion(current, constrainedAxis),
    );
    return Math.max(0, apart - (freeRotationCone(orientation)?.angle ?? 0));
  }
  const named = namedFreeAxes(orientation);
  if (!free || named.length === 0) return angleBetweenOrientations(current, wanted);
  if (named.length === 3) return null;
  const off = multiplyQuaternions(wanted, conjugate(current));
  if (named.length === 1) {
    const axis = worldAxis(named[0] as AxisLetter, free, wanted);
    return vectorAngle(axis, rotateByQuaternion(conjugate(off), axis));
  }
  const fixedAxis = worldAxis(
    COORDINATE_AXES.find((each) => !named.includes(each)) as AxisLetter,
    free,
    wanted,
  );
  const sine = Math.hypot(off[0], off[1], off[2]);
  const angle = 2 * Math.atan2(sine, Math.abs(off[3]));
  return sine === 0 ? 0 : Math.abs((angle * dot([off[0], off[1], off[2]], fixedAxis)) / sine);
}

/** Returns the angle between two vectors, by a formula that is accurate near 0 and near π. */
function vectorAngle(a: Vec3, b: Vec3): number {
  const [from, to] = [a, b].map((x) => x.map((each) => each / Math.hypot(...x)));
  const sum = from?.map((each, i) => each + (to?.[i] ?? 0)) ?? [];
  const gap = from?.map((each, i) => each - (to?.[i] ?? 0)) ?? [];
  return 2 * Math.atan2(Math.hypot(...gap), Math.hypot(...sum));
}
