import { composeFrames, distance, frameFromXyzRpy } from '@iklab/core/scenario/numbers';
import { jointFrames, listJointsToRoot } from '@iklab/core/scenario/robot';
import type { ScenarioTreeEffector, ScenarioTreeJoint } from './makeScenarioTree.ts';

// Relative to the links of the chain, as in the choice of the start pose (core/limbs.cpp).
const LONG_RATIO = 10;

/**
 * Returns the prismatic joints with limits far beyond the longest chain that contains the joint,
 * and the length of that chain in metres.
 */
export function findOverlongPrismaticJoints(
  joints: readonly ScenarioTreeJoint[],
  effectors: readonly ScenarioTreeEffector[],
): ReadonlyMap<ScenarioTreeJoint, number> {
  const rests = new Map<ScenarioTreeJoint, number>();
  const frameAt = jointFrames(joints);
  for (const { parent, xyz, rpy } of effectors) {
    const chain = listJointsToRoot(joints, parent).filter(({ type }) => type !== 'fixed');
    const tip = composeFrames(frameAt(parent), frameFromXyzRpy(xyz, rpy));
    const points = [...chain.map(({ id }) => frameAt(id).position), tip.position];
    const links = points
      .slice(1)
      .reduce((sum, point, i) => sum + distance(point, points[i] ?? point), 0);
    for (const joint of chain)
      if (joint.type === 'prismatic' && joint.limits)
        rests.set(joint, Math.max(links, rests.get(joint) ?? 0));
  }
  return new Map([...rests].filter(([{ limits }, rest]) => isLong(limits ?? [0, 0], rest)));
}

const isLong = ([lower, upper]: readonly [number, number], links: number): boolean =>
  links > 0 && Math.max(Math.abs(lower), Math.abs(upper)) > LONG_RATIO * links;
