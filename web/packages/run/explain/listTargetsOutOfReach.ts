import type { OutOfReachProof } from '@iklab/core/engine';
import { largestReachedError } from '@iklab/core/format';
import {
  computeEffectorReaches,
  targetsOutOfReach,
  type UnreachableTarget,
} from '@iklab/core/measure';
import type { Scene } from '@iklab/core/scenario';
import { isFullyOriented } from '@iklab/core/scenario/targets';

/**
 * Returns the targets whose position no pose reaches, by the lengths of the links, and by `proof` if
 * its bound holds for all poses.
 */
export function listTargetsOutOfReach(
  scene: Scene,
  goals: ArrayLike<number>,
  proof: OutOfReachProof | null,
): readonly UnreachableTarget[] {
  const found = targetsOutOfReach(
    computeEffectorReaches(scene),
    goals,
    largestReachedError(scene.scenario),
  );
  const target = proof && scene.scenario.targets[proof.target];
  if (!target || proof.isAngle || proof.needsLimits || isFullyOriented(target)) return found;
  const others = found.filter((each) => each.target !== proof.target);
  const excess = Math.max(
    proof.missing,
    ...found.map((each) => each.excess * Number(each.target === proof.target)),
  );
  return [...others, { target: proof.target, excess }].sort((a, b) => a.target - b.target);
}
