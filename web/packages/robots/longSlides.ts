/** Slides with limits that are none for the length of their chain: mobile bases, mostly. */
import type { TreeEffector, TreeJoint } from './fold.ts';
import { isEndless, limbsOf, linksOf } from './ready/limbs.ts';

/** Each once, with the length of the longest chain that it moves, metres. */
export function longSlides(
  joints: readonly TreeJoint[],
  effectors: readonly TreeEffector[],
): ReadonlyMap<TreeJoint, number> {
  const rests = new Map<TreeJoint, number>();
  for (const limb of limbsOf(joints, effectors))
    for (const { joint } of limb.movers)
      if (joint.type === 'prismatic' && joint.limits)
        rests.set(joint, Math.max(linksOf(limb), rests.get(joint) ?? 0));
  return new Map([...rests].filter(([joint, rest]) => isEndless(joint, rest)));
}
