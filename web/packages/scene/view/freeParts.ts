import { TARGET_STRIDE } from 'iklab/engine/protocol';
import {
  AXES,
  type Axis,
  coneOf,
  type Free,
  namedTurns,
  spinOf,
  type Target,
  type Vec3,
} from 'iklab/scenario';
import { Quaternion, Vector3 } from 'three';

const way = new Vector3();
const along = new Vector3();
const now = new Vector3();
const goal = new Quaternion();
const off = new Quaternion();

const unit = (axis: Axis, to: Vector3): Vector3 =>
  to.set(0, 0, 0).setComponent(AXES.indexOf(axis), 1);

/** Replaces the target positions in `goals` by the allowed positions nearest to the effectors. */
export function nearestPlaces(
  targets: readonly Target[],
  tips: Float64Array,
  goals: Float64Array,
): void {
  targets.forEach(({ free }, i) => {
    if (!free?.position.length) return;
    way.fromArray(goals, TARGET_STRIDE * i);
    way.set(
      way.x - (tips[3 * i] as number),
      way.y - (tips[3 * i + 1] as number),
      way.z - (tips[3 * i + 2] as number),
    );
    goal.fromArray(goals, TARGET_STRIDE * i + 3);
    const asked = way.clone();
    for (const axis of free.position) {
      unit(axis, along);
      if (free.frame === 'target') along.applyQuaternion(goal);
      asked.addScaledVector(along, -way.dot(along));
    }
    for (let k = 0; k < 3; k++)
      goals[TARGET_STRIDE * i + k] = (tips[3 * i + k] as number) + asked.getComponent(k);
  });
}

/**
 * Remaining rotation error in radians, of the constrained components only; NaN if there are none.
 */
export function turnLeft(free: Free | null, wanted: Quaternion, turn: Quaternion): number {
  const orientation = free?.orientation ?? [];
  const axis = spinOf(orientation) ?? coneOf(orientation)?.axis;
  if (axis) return Math.max(0, between(axis, wanted, turn) - (coneOf(orientation)?.angle ?? 0));
  const named = namedTurns(orientation);
  if (named.length === 3) return Number.NaN;
  if (named.length === 0) return wanted.angleTo(turn);
  off.copy(wanted).multiply(goal.copy(turn).conjugate());
  const frame = free?.frame === 'target' ? wanted : goal.identity();
  if (named.length === 1) {
    unit(named[0] as Axis, along).applyQuaternion(frame);
    now.copy(along).applyQuaternion(off.conjugate());
    return now.angleTo(along);
  }
  const kept = AXES.find((each) => !named.includes(each)) as Axis;
  unit(kept, along).applyQuaternion(frame);
  if (off.w < 0) off.set(-off.x, -off.y, -off.z, -off.w);
  way.set(off.x, off.y, off.z);
  const sine = way.length();
  return sine === 0 ? 0 : Math.abs((2 * Math.atan2(sine, off.w) * way.dot(along)) / sine);
}

/** Angle between the wanted and the current direction of an axis of the effector. */
function between(axis: Vec3, wanted: Quaternion, turn: Quaternion): number {
  along.fromArray(axis).applyQuaternion(wanted);
  return now.fromArray(axis).applyQuaternion(turn).angleTo(along);
}
