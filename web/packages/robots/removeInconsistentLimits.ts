import { findMimicCoupling, narrowLeaderLimits } from '@iklab/core/scenario/robot';
import type { ScenarioTreeJoint } from './makeScenarioTree.ts';

export interface ConsistentLimits {
  /** The joints. Followers have no limits that contradict their leader's limits. */
  readonly joints: readonly ScenarioTreeJoint[];
  /**
   * The joints with each leader's limits narrowed to the values that its followers allow. Poses
   * must keep these limits.
   */
  readonly bounds: readonly ScenarioTreeJoint[];
}

/**
 * Removes limits of a mimic joint (follower) that leave the mimicked joint (leader) no range. Calls
 * `report` for each follower that loses its limits.
 */
export function removeInconsistentLimits(
  joints: readonly ScenarioTreeJoint[],
  report: (follower: ScenarioTreeJoint, leader: ScenarioTreeJoint) => void,
): ConsistentLimits {
  const [sound, bounds] = [[...joints], [...joints]];
  joints.forEach((follower, i) => {
    const coupling = follower.mimic && follower.limits ? findMimicCoupling(joints, i) : null;
    const leader = coupling && bounds[coupling.leader];
    if (!coupling || !leader || !follower.limits) return;
    const remaining = narrowLeaderLimits(leader.limits ?? null, follower.limits, coupling);
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

const isImmovable = ({ limits }: ScenarioTreeJoint): boolean => !!limits && limits[0] >= limits[1];
