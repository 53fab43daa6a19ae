import { MAX_LENGTH_OR_ANGLE } from '../checks/bounds.ts';
import type { InlineTree, Joint, Mimic } from '../types.ts';

export type JointLimits = readonly [number, number] | null;
type Joints = readonly { readonly id: string; readonly mimic?: Mimic | undefined }[];

/** A joint's dependence on a leader: value = ratio * value of the leader + shift. */
export interface MimicCoupling {
  /** Index of the last joint in the chain of mimics; the joint's own index if it follows none. */
  readonly leader: number;
  readonly ratio: number;
  readonly shift: number;
}

/** Returns a joint's coupling; null if a mimic names no joint or mimics form a cycle. */
export function findMimicCoupling(joints: Joints, index: number): MimicCoupling | null {
  let [leader, ratio, shift] = [index, 1, 0];
  // Summed in the same order as in the module, so that limits are bit-identical.
  for (let steps = 0; steps <= joints.length; steps++) {
    const mimic = joints[leader]?.mimic;
    if (!mimic) return leader < 0 ? null : { leader, ratio, shift };
    shift += ratio * mimic.offset;
    ratio *= mimic.multiplier;
    leader = joints.findIndex(({ id }) => id === mimic.joint);
  }
  return null;
}

const ROUNDING = 1e-12; // For limits that leave a single value.

/**
 * Narrows a leader's limits so that the follower stays within the follower's limits; 'none':
 * impossible.
 */
export function narrowLeaderLimits(
  limits: JointLimits,
  followerLimits: JointLimits,
  { ratio, shift }: MimicCoupling,
): JointLimits | 'none' {
  if (!followerLimits) return limits;
  if (ratio === 0)
    return shift >= followerLimits[0] && shift <= followerLimits[1] ? limits : 'none';
  const ends = followerLimits.map((end) => (end - shift) / ratio) as [number, number];
  if (ratio < 0) ends.reverse();
  const [least, most] = limits ?? [-MAX_LENGTH_OR_ANGLE, MAX_LENGTH_OR_ANGLE];
  const [low, high] = [Math.max(ends[0], least), Math.min(ends[1], most)];
  if (low <= high) return [low, high];
  return low - high <= ROUNDING * (1 + Math.abs(low)) ? [high, high] : 'none';
}

export function withNarrowedLeaderLimits(tree: InlineTree): InlineTree {
  if (!tree.joints.some(({ mimic }) => mimic)) return tree;
  const joints: Joint[] = [...tree.joints];
  tree.joints.forEach((follower, i) => {
    const coupling = findMimicCoupling(tree.joints, i);
    const leader = coupling && joints[coupling.leader];
    if (!follower.mimic || !leader) return;
    const limits = narrowLeaderLimits(leader.limits, follower.limits, coupling);
    if (limits === 'none' || limits === null) return;
    const rest = Math.min(Math.max(leader.rest, limits[0]), limits[1]);
    joints[coupling.leader] = { ...leader, limits, rest };
  });
  return { joints, effectors: tree.effectors };
}

/** Relation of a joint's value to a pose: `ratio` times entry `column`, plus `shift`. */
export interface JointValueSource {
  readonly column: number;
  readonly ratio: number;
  readonly shift: number;
}

/**
 * Returns how a pose determines each joint's value; null for a fixed joint. The tree must be valid.
 */
export function jointValueSources({ joints }: InlineTree): readonly (JointValueSource | null)[] {
  let count = 0;
  const columns = joints.map(({ type, mimic }) => (type === 'fixed' || mimic ? -1 : count++));
  return joints.map((_, i) => {
    const { leader, ...coupling } = findMimicCoupling(joints, i) as MimicCoupling;
    const column = columns[leader] as number;
    return column < 0 ? null : { column, ...coupling };
  });
}
