/**
 * Pose of an element in a frame, as a scenario document writes it: offset (xyz) and roll, pitch,
 * yaw (rpy).
 */

import type { Vec3 } from '@iklab/core/scenario';
import {
  addScaled,
  composeFrames,
  frameFromXyzRpy,
  type RigidFrame,
  rotateVector,
  rpyFromRotation,
} from '@iklab/core/scenario/numbers';

export interface Placement {
  readonly xyz: Vec3;
  readonly rpy: Vec3;
}

const ZERO: Vec3 = [0, 0, 0];
export const ORIGIN_PLACEMENT: Placement = { xyz: ZERO, rpy: ZERO };

const DECIMALS = 12; // Of metres and radians: a thousandth of any tolerance in use.

const isZero = (v: Vec3) => v.every((x) => x === 0);
const roundVector = (v: Vec3): Vec3 =>
  v.map((x) => (Math.abs(x) < 1e6 ? Number(x.toFixed(DECIMALS)) : x) + 0) as unknown as Vec3;

export const toPlacement = ({ position, rotation }: RigidFrame): Placement => ({
  xyz: roundVector(position),
  rpy: roundVector(rpyFromRotation(rotation)),
});

/** Values that need no computation keep the digits of the file. */
export function composePlacements(outer: Placement, inner: Placement): Placement {
  const { xyz, rpy } = composeParts(outer, inner);
  return { xyz, rpy };
}

function composeParts(outer: Placement, inner: Placement): Placement {
  if (isZero(outer.xyz) && isZero(outer.rpy)) return inner;
  if (isZero(inner.xyz) && isZero(inner.rpy)) return outer;
  if (isZero(outer.rpy))
    return { xyz: roundVector(addScaled(outer.xyz, inner.xyz)), rpy: inner.rpy };
  const frame = frameFromXyzRpy(outer.xyz, outer.rpy);
  const xyz = isZero(inner.xyz)
    ? outer.xyz
    : roundVector(addScaled(frame.position, rotateVector(frame.rotation, inner.xyz)));
  if (isZero(inner.rpy)) return { xyz, rpy: outer.rpy };
  const { rotation } = composeFrames(frame, frameFromXyzRpy(ZERO, inner.rpy));
  return { xyz, rpy: roundVector(rpyFromRotation(rotation)) };
}
