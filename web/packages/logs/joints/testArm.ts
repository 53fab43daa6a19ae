/** A planar arm, for tests. */
import type { InlineTree, Joint } from '@iklab/core/scenario';
import { makeTestHinge as zHinge } from '@iklab/core/scenario/testing';

/** Makes a hinge about z, 1 m from the previous one. */
export const makePlanarTestHinge = (id: string, changes: Partial<Joint> = {}): Joint =>
  zHinge(id, { xyz: [1, 0, 0], ...changes });

/** Makes a chain of the joints, with an effector 1 m from the last. */
export function makeTestJointChain(...joints: readonly Joint[]): InlineTree {
  const chained = joints.map((joint, i) => ({
    ...joint,
    parent: joints[i - 1]?.id ?? null,
    xyz: (i === 0 ? [0, 0, 0] : joint.xyz) as Joint['xyz'],
  }));
  const parent = chained.at(-1)?.id ?? '';
  return { joints: chained, effectors: [{ id: 'tip', parent, xyz: [1, 0, 0], rpy: [0, 0, 0] }] };
}

export const makePlanarTestArm = (...ids: readonly string[]): InlineTree =>
  makeTestJointChain(...ids.map((id) => makePlanarTestHinge(id)));
