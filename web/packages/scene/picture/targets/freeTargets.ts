import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import type { AxisLetter, Target, TargetFreedom, Vec3 } from '@iklab/core/scenario';
import {
  COORDINATE_AXES,
  freeRotationAxis,
  freeRotationCone,
  namedFreeAxes,
} from '@iklab/core/scenario/targets';
import { Quaternion, Vector3 } from 'three';

const offset = new Vector3();
const axisVector = new Vector3();
const currentAxis = new Vector3();
const goalRotation = new Quaternion();
const difference = new Quaternion();

const unitAxis = (axis: AxisLetter, to: Vector3): Vector3 =>
  to.set(0, 0, 0).setComponent(COORDINATE_AXES.indexOf(axis), 1);

/**
 * Replaces partly free target positions in `goals` by the allowed positions nearest to the
 * effectors.
 */
export function setNearestAllowedPositions(
  targets: readonly Target[],
  tips: Float64Array,
  goals: Float64Array,
): void {
  targets.forEach(({ free }, i) => {
    if (!free?.position.length) return;
    offset.fromArray(goals, TARGET_STRIDE * i);
    offset.set(
      offset.x - (tips[3 * i] as number),
      offset.y - (tips[3 * i + 1] as number),
      offset.z - (tips[3 * i + 2] as number),
    );
    goalRotation.fromArray(goals, TARGET_STRIDE * i + 3);
    const allowed = offset.clone();
    for (const axis of free.position) {
      unitAxis(axis, axisVector);
      if (free.frame === 'target') axisVector.applyQuaternion(goalRotation);
      allowed.addScaledVector(axisVector, -offset.dot(axisVector));
    }
    for (let k = 0; k < 3; k++)
      goals[TARGET_STRIDE * i + k] = (tips[3 * i + k] as number) + allowed.getComponent(k);
  });
}

/** Returns the rotation error without free components, radians; NaN if all are free. */
export function constrainedRotationError(
  free: TargetFreedom | null,
  wanted: Quaternion,
  rotation: Quaternion,
): number {
  const orientation = free?.orientation ?? [];
  const axis = freeRotationAxis(orientation) ?? freeRotationCone(orientation)?.axis;
  if (axis)
    return Math.max(
      0,
      axisAngle(axis, wanted, rotation) - (freeRotationCone(orientation)?.angle ?? 0),
    );
  const named = namedFreeAxes(orientation);
  if (named.length === 3) return Number.NaN;
  if (named.length === 0) return wanted.angleTo(rotation);
  difference.copy(wanted).multiply(goalRotation.copy(rotation).conjugate());
  const frame = free?.frame === 'target' ? wanted : goalRotation.identity();
  if (named.length === 1) {
    unitAxis(named[0] as AxisLetter, axisVector).applyQuaternion(frame);
    currentAxis.copy(axisVector).applyQuaternion(difference.conjugate());
    return currentAxis.angleTo(axisVector);
  }
  const constrained = COORDINATE_AXES.find((each) => !named.includes(each)) as AxisLetter;
  unitAxis(constrained, axisVector).applyQuaternion(frame);
  if (difference.w < 0) difference.set(-difference.x, -difference.y, -difference.z, -difference.w);
  offset.set(difference.x, difference.y, difference.z);
  const sine = offset.length();
  return sine === 0
    ? 0
    : Math.abs((2 * Math.atan2(sine, difference.w) * offset.dot(axisVector)) / sine);
}

function axisAngle(axis: Vec3, wanted: Quaternion, rotation: Quaternion): number {
  axisVector.fromArray(axis).applyQuaternion(wanted);
  return currentAxis.fromArray(axis).applyQuaternion(rotation).angleTo(axisVector);
}
