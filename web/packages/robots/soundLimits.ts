/** Limits of mimic joints, as far as they leave the leader a range to move in. */
import { couplingOf, narrowedLimits } from 'iklab/scenario';
import type { TreeJoint } from './fold.ts';

export interface SoundLimits {
  /** Without limits of followers that contradict those of the leader. */
  readonly joints: readonly TreeJoint[];
  /**
   * As `joints`, with the limits of leaders narrowed to what their followers allow. Poses must
   * satisfy these.
   */
  readonly bounds: readonly TreeJoint[];
}

/** `report`: called for each follower whose limits are removed. */
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

/** Whether its own limits allow no motion. */
const stuck = ({ limits }: TreeJoint): boolean => !!limits && limits[0] >= limits[1];
