import {
  composeFrames,
  frameFromXyzRpy,
  ORIGIN_FRAME,
  type RigidFrame,
  rotateVector,
  rotationAbout,
} from '../numbers/rigidFrame.ts';
import { addScaled, unitVector } from '../numbers/vectors.ts';
import type { JointType, Mimic, Vec3 } from '../types.ts';
import { findMimicCoupling } from './mimicCoupling.ts';
import { isIndependentJoint } from './trees.ts';

interface Placed {
  readonly parent: string | null;
  readonly xyz: Vec3;
  readonly rpy: Vec3;
}

export interface PlacedJoint extends Placed {
  readonly id: string;
  readonly type: JointType;
  readonly axis?: Vec3;
  readonly pitch?: number;
  readonly mimic?: Mimic | undefined;
}

/** Returns the joints from the root to the joint `last`; none for null. */
export function listJointsToRoot<J extends Pick<PlacedJoint, 'id' | 'parent'>>(
  joints: readonly J[],
  last: string | null,
): J[] {
  const byId = new Map(joints.map((joint) => [joint.id, joint]));
  const chain: J[] = [];
  for (let current = byId.get(last ?? ''); current; current = byId.get(current.parent ?? ''))
    chain.unshift(current);
  return chain;
}

/** Returns the value of every joint in a pose (values of the independent joints, in order). */
export function jointValues(joints: readonly PlacedJoint[], pose: readonly number[]): number[] {
  const columns = new Map(joints.filter(isIndependentJoint).map(({ id }, column) => [id, column]));
  return joints.map((_, i) => {
    const { leader, ratio, shift } = findMimicCoupling(joints, i) ?? {
      leader: i,
      ratio: 0,
      shift: 0,
    };
    const value = pose[columns.get(joints[leader]?.id ?? '') ?? -1] ?? 0;
    return ratio * value + shift;
  });
}

/** Moves a joint's frame along or about `axis`, of length 1, by the joint's value. */
export function moveJointFrame(
  { position, rotation }: RigidFrame,
  { type, pitch = 0 }: Pick<PlacedJoint, 'type' | 'pitch'>,
  axis: Vec3,
  value: number,
): RigidFrame {
  const slid = addScaled(
    position,
    rotateVector(rotation, axis),
    type === 'prismatic' ? value : pitch * value,
  );
  if (type === 'prismatic') return { position: slid, rotation };
  return composeFrames(
    { position: slid, rotation },
    { position: [0, 0, 0], rotation: rotationAbout(axis, value) },
  );
}

/**
 * Returns a function from a joint's id to its frame in the scene. `values`: of every joint, 0 by
 * default.
 */
export function jointFrames(
  joints: readonly PlacedJoint[],
  values: readonly number[] = [],
): (id: string | null) => RigidFrame {
  const indices = new Map(joints.map(({ id }, i) => [id, i]));
  const cache = new Map<string, RigidFrame>();
  const frameAt = (id: string | null): RigidFrame => {
    const index = indices.get(id ?? '') ?? -1;
    const joint = joints[index];
    if (!joint) return ORIGIN_FRAME;
    let frame = cache.get(joint.id);
    if (frame) return frame;
    cache.set(joint.id, ORIGIN_FRAME); // Ends a cycle.
    frame = composeFrames(frameAt(joint.parent), frameFromXyzRpy(joint.xyz, joint.rpy));
    if (joint.type !== 'fixed' && joint.axis)
      frame = moveJointFrame(frame, joint, unitVector(joint.axis), values[index] ?? 0);
    cache.set(joint.id, frame);
    return frame;
  };
  return frameAt;
}

/** Returns the frames of the effectors in a pose (values of the independent joints, in order). */
export function computeEffectorTipFrames(
  joints: readonly PlacedJoint[],
  effectors: readonly Placed[],
  pose: readonly number[],
): RigidFrame[] {
  const frameAt = jointFrames(joints, jointValues(joints, pose));
  return effectors.map(({ parent, xyz, rpy }) =>
    composeFrames(frameAt(parent), frameFromXyzRpy(xyz, rpy)),
  );
}
