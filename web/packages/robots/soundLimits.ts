/** Limits of joints that follow others, as far as they leave the leader something to move within. */
import { couplingOf, narrowedLimits } from 'iklab/scenario';
import type { TreeJoint } from './fold.ts';

export interface SoundLimits {
  /** Without the limits of followers that contradict their leader's. */
  readonly joints: readonly TreeJoint[];
  /** The same, leaders within what their followers allow: what a pose must keep. */
  readonly bounds: readonly TreeJoint[];
}

/** `tell` hears of each follower whose limits are left out. */
export function soundLimits(
  joints: readonly TreeJoint[],
  report: (follower: TreeJoint, leader: TreeJoint) => void,
): SoundLimits {
  const [sound, bounds] = [[...joints], [...joints]];
  joints.forEach((follower, i) => {
    const coupling = follower.mimic && follower.limits ? couplingOf(joints, i) : null;
    const leader = coupling && bounds[coupling.leader];
    if (!coupling || !leader || !follower.limits) return;
    const left = narrowedLimits(leader.limits ?? null, follower.limits, coupling);
    if (left === null) return;
    if (left !== 'none' && (left[0] < left[1] || stuck(leader) || stuck(follower))) {
      bounds[coupling.leader] = { ...leader, limits: left };
      return;
    }
    const { limits: _, ...free } = follower;
    [sound[i], bounds[i]] = [free, free];
    report(follower, leader);
  });
  return { joints: sound, bounds };
}

/** By its own limits. */
const stuck = ({ limits }: TreeJoint): boolean => !!limits && limits[0] >= limits[1];
