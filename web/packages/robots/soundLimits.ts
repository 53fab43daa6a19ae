/** Limits of mimic joints, as far as they leave the leader a range to move in. */
import { findCoupling, narrowLimits } from '@iklab/core/scenario/robot';
import type { TreeJoint } from './foldTree.ts';

export interface ConsistentLimits {
  /** The joints, where followers whose limits contradict those of their leader have none. */
  readonly joints: readonly TreeJoint[];
  /**
   * The joints, with the limits of leaders narrowed to what their followers allow; poses must
   * satisfy these limits.
   */
  readonly bounds: readonly TreeJoint[];
}

/**
 * Removes the limits of mimic joints that leave their leader no range. `report`: called for each
 * follower whose limits are removed.
 */
export function removeInconsistentLimits(
  joints: readonly TreeJoint[],
  report: (follower: TreeJoint, leader: TreeJoint) => void,
): ConsistentLimits {
  const [sound, bounds] = [[...joints], [...joints]];
  joints.forEach((follower, i) => {
    const coupling = follower.mimic && follower.limits ? findCoupling(joints, i) : null;
    const leader = coupling && bounds[coupling.leader];
    if (!coupling || !leader || !follower.limits) return;
    const remaining = narrowLimits(leader.limits ?? null, follower.limits, coupling);
    if (remaining === null) return;
    if (
      remaining !== 'none' &&
      (remaining[0] < remaining[1] || isImmovable(leader) || isImmovable(follower))
    ) {
      bounds[coupling.leader] = { ...leader, limits: remaining };
      return;
    }
    const { limits: _, ...free } = follower;
    [sound[i], bounds[i]] = [free, free];
    report(follower, leader);
  });
  return { joints: sound, bounds };
}

const isImmovable = ({ limits }: TreeJoint): boolean => !!limits && limits[0] >= limits[1];
