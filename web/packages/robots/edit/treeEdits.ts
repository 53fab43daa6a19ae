import type { Effector, InlineTree, Joint, Vec3 } from '@iklab/core/scenario';
import { rotateVector, rotationFromRpy, unitVector } from '@iklab/core/scenario/numbers';
import { NEW_DH_JOINT } from '../dh/chainTable.ts';
import { composePlacements } from '../placement.ts';

const DEFAULT_LENGTH = 0.1; // Metres, if no other link suggests a length.

const isZero = (v: Vec3): boolean => v.every((x) => x === 0);

export const updateTreeJoint = (
  tree: InlineTree,
  id: string,
  part: Partial<Joint>,
): InlineTree => ({
  ...tree,
  joints: tree.joints.map((joint) => (joint.id === id ? { ...joint, ...part } : joint)),
});

export const updateTreeEffector = (
  tree: InlineTree,
  id: string,
  part: Partial<Effector>,
): InlineTree => ({
  ...tree,
  effectors: tree.effectors.map((each) => (each.id === id ? { ...each, ...part } : each)),
});

export const setJointType = (tree: InlineTree, id: string, type: Joint['type']): InlineTree =>
  updateTreeJoint(tree, id, { type, limits: null, rest: 0, comfort: 0 });

export function renameJoint(tree: InlineTree, id: string, to: string): InlineTree {
  const renamed = (parent: string): string => (parent === id ? to : parent);
  return {
    joints: tree.joints.map((joint) => ({
      ...joint,
      id: renamed(joint.id),
      parent: joint.parent && renamed(joint.parent),
      ...(joint.mimic && { mimic: { ...joint.mimic, joint: renamed(joint.mimic.joint) } }),
    })),
    effectors: tree.effectors.map((each) => ({ ...each, parent: renamed(each.parent) })),
  };
}

/**
 * Adds a joint with an equally long link after joint `id`. Effectors of `id` move to the new joint;
 * without effectors, child joints move.
 */
export function addJointAfter(tree: InlineTree, id: string): InlineTree {
  const index = tree.joints.findIndex((joint) => joint.id === id);
  const before = tree.joints[index];
  if (!before) return tree;
  const ends = tree.effectors.some(({ parent }) => parent === id);
  const attached = (ends ? tree.effectors : tree.joints).filter(({ parent }) => parent === id);
  const length = attached.map(({ xyz }) => xyz).find((xyz) => !isZero(xyz)) ?? [
    DEFAULT_LENGTH,
    0,
    0,
  ];
  const made: Joint = {
    ...NEW_DH_JOINT,
    ...{ id: newJointId(tree), parent: id, xyz: length, axis: before.axis },
  };
  const outwards = <T extends { readonly parent: string | null }>(each: T): T =>
    each.parent === id ? { ...each, parent: made.id } : each;
  const joints = ends ? tree.joints : tree.joints.map(outwards);
  return {
    joints: joints.toSpliced(index + 1, 0, made),
    effectors: ends ? tree.effectors.map(outwards) : tree.effectors,
  };
}

/**
 * Inserts a joint with the same axis in the middle of the link before a joint. The rest pose is
 * unchanged.
 */
export function insertJointBefore(tree: InlineTree, id: string): InlineTree {
  const index = tree.joints.findIndex((joint) => joint.id === id);
  const after = tree.joints[index];
  if (!after) return tree;
  const half: Vec3 = [after.xyz[0] / 2, after.xyz[1] / 2, after.xyz[2] / 2];
  const made: Joint = {
    ...NEW_DH_JOINT,
    ...{ id: newJointId(tree), parent: after.parent, xyz: half },
    axis: isZero(after.axis)
      ? [0, 0, 1]
      : roundVector(rotateVector(rotationFromRpy(after.rpy), unitVector(after.axis))),
  };
  const moved = updateTreeJoint(tree, id, { parent: made.id, xyz: half });
  return { ...moved, joints: moved.joints.toSpliced(index, 0, made) };
}

function newJointId({ joints }: InlineTree): string {
  const usedIds = new Set(joints.map(({ id }) => id));
  let number = joints.length + 1;
  while (usedIds.has(`joint ${number}`)) number++;
  return `joint ${number}`;
}

const roundVector = ([x, y, z]: Vec3): Vec3 => [roundNumber(x), roundNumber(y), roundNumber(z)];
const roundNumber = (x: number): number => Number(x.toFixed(12)) + 0;

/**
 * Removes a joint. Its children attach to its parent in the pose at joint value 0. Returns null if
 * the joint is unknown, is the only one, or if effectors would lose their parent.
 */
export function removeJoint(tree: InlineTree, id: string): InlineTree | null {
  const removed = tree.joints.find((joint) => joint.id === id);
  if (!removed || tree.joints.length === 1) return null;
  const { parent } = removed;
  const up = <T extends Effector | Joint>(each: T): T =>
    each.parent === id ? { ...each, ...composePlacements(removed, each), parent } : each;
  const joints = tree.joints
    .filter((joint) => joint !== removed)
    .map((joint) => up(detachMimic(joint, id)));
  if (parent !== null) return { joints, effectors: tree.effectors.map(up) };
  return tree.effectors.some((each) => each.parent === id) ? null : { ...tree, joints };
}

export function addEffector(tree: InlineTree, parent: string): InlineTree {
  const attached = [...tree.effectors, ...tree.joints].filter((each) => each.parent === parent);
  const xyz = attached.map((each) => each.xyz).find((each) => !isZero(each)) ?? [
    DEFAULT_LENGTH,
    0,
    0,
  ];
  const made: Effector = { id: newEffectorId(tree), parent, xyz, rpy: [0, 0, 0] };
  return { ...tree, effectors: [...tree.effectors, made] };
}

function newEffectorId({ effectors }: InlineTree): string {
  const usedIds = new Set(effectors.map(({ id }) => id));
  let number = effectors.length + 1;
  while (usedIds.has(`effector ${number}`)) number++;
  return `effector ${number}`;
}

/** Returns null if the effector is the only one. */
export const removeEffector = (tree: InlineTree, id: string): InlineTree | null =>
  tree.effectors.length === 1
    ? null
    : { ...tree, effectors: tree.effectors.filter((each) => each.id !== id) };

function detachMimic(joint: Joint, removedId: string): Joint {
  const { mimic, ...rest } = joint;
  return mimic?.joint === removedId ? rest : joint;
}

/** Returns the ids of all joints but `id` and its descendants. */
export function findPossibleParents({ joints }: InlineTree, id: string): readonly string[] {
  const below = new Set([id]);
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const joint of joints) if (below.has(joint.parent ?? '')) below.add(joint.id);
  }
  return joints.map((joint) => joint.id).filter((each) => !below.has(each));
}
