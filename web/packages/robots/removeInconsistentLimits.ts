import { findMimicCoupling, narrowLeaderLimits } from '@iklab/core/scenario/robot';
import type { ScenarioTreeJoint } from './makeScenarioTree.ts';

export interface ConsistentLimits {
  /** The joints; a follower whose limits contradict those of its leader has no limits. */
  readonly joints: readonly ScenarioTreeJoint[];
  /**
   * The joints, with the limits of leaders narrowed to the values that their followers allow; poses
   * must satisfy these limits.
   */
  readonly bounds: readonly ScenarioTreeJoint[];
}

/**
 * Removes the limits of mimic joints (followers) that would leave the joint they mimic (leader) no
 * range. `report` is called for each follower that loses its limits.
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
