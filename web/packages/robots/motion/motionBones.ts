/**
 * Groups the joints of a mechanism into bones of a motion file: several joints at one point are one
 * bone.
 */

import type { InlineTree, Joint, JointType } from '@iklab/core/scenario';
import {
  composeFrames,
  frameFromXyzRpy,
  ORIGIN_FRAME,
  type RigidFrame,
  unitVector,
} from '@iklab/core/scenario/numbers';
import { moveJointFrame } from '@iklab/core/scenario/robot';

export interface MotionBone {
  readonly name: string;
  /** Index of the parent bone; -1 for the frame of the scene. */
  readonly above: number;
  /** Rest pose relative to the parent bone, with all joints at 0. */
  readonly rest: RigidFrame;
  /** Indices of the joints in the tree that move the bone, in the order in which they apply. */
  readonly joints: readonly number[];
  readonly rotates: boolean;
  readonly slides: boolean;
}

/**
 * Matches names of joints that replace a joint with several degrees of freedom, such as
 * `Hips_shift_x`.
 */
const GROUPED_JOINT = /^(.+?)(_shift)?_[xyz]$/;

const parseLinkName = ({ id, type }: Joint): string | null => {
  const [, link = null, shift] = GROUPED_JOINT.exec(id) ?? [];
  return (shift ? 'prismatic' : 'revolute') === type ? link : null;
};

/**
 * Returns the bones of a mechanism in depth-first order, so that parents come before their
 * children.
 */
export function makeMotionBones({ joints, effectors }: InlineTree): readonly MotionBone[] {
  const childrenOf = (id: string | null) =>
    joints.flatMap(({ parent }, i) => (parent === id ? [i] : []));
  const ends = new Set(effectors.map(({ parent }) => parent));
  const usedNames = new Set(joints.map(({ id }) => id));
  const bones: MotionBone[] = [];

  const groupFrom = (first: number): number[] => {
    const group = [first];
    for (let last = joints[first] as Joint; !ends.has(last.id); ) {
      const [next = -1, ...otherChildren] = childrenOf(last.id);
      const joint = joints[next];
      if (!joint || otherChildren.length > 0 || !continuesBone(last, joint)) break;
      group.push(next);
      last = joint;
    }
    return group;
  };
  const build = (first: number, above: number): void => {
    const group = groupFrom(first);
    const members = group.map((i) => joints[i] as Joint);
    const [{ xyz, rpy }, last] = [members[0] as Joint, members.at(-1) as Joint];
    const link = members.length > 1 ? parseLinkName(last) : null;
    const name = link === null || usedNames.has(link) ? last.id : link;
    usedNames.add(name);
    const has = (...types: readonly JointType[]) =>
      members.some(({ type }) => types.includes(type));
    const count = bones.push({
      name,
      above,
      rest: frameFromXyzRpy(xyz, rpy),
      joints: group,
      rotates: has('revolute', 'screw'),
      slides: has('prismatic', 'screw'),
    });
    for (const child of childrenOf(last.id)) build(child, count - 1);
  };
  for (const root of childrenOf(null)) build(root, -1);
  return bones;
}

function continuesBone(last: Joint, next: Joint): boolean {
  const link = parseLinkName(next);
  const isAtPoint = [...next.xyz, ...next.rpy].every((x) => x === 0);
  return link !== null && link === parseLinkName(last) && isAtPoint;
}

/** The pose is relative to the bone's rest pose. `values`: values of all joints of the tree. */
export const computeBoneMotion = (
  bone: Pick<MotionBone, 'joints'>,
  joints: readonly Joint[],
  values: readonly number[],
): RigidFrame =>
  bone.joints.reduce((frame, i) => {
    const joint = joints[i] as Joint;
    if (joint.type === 'fixed') return frame;
    return moveJointFrame(frame, joint, unitVector(joint.axis), values[i] ?? 0);
  }, ORIGIN_FRAME);

export function computeBoneFrames(
  bones: readonly Pick<MotionBone, 'above'>[],
  localFrames: readonly RigidFrame[],
) {
  const frames: RigidFrame[] = [];
  for (const [i, { above }] of bones.entries())
    frames.push(composeFrames(frames[above] ?? ORIGIN_FRAME, localFrames[i] ?? ORIGIN_FRAME));
  return frames;
}
