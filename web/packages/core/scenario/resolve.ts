import { resolveTree, restPose } from './robot/trees.ts';
import type { Scenario, Scene } from './types.ts';

/** Returns the scene of a scenario, with the complete tree and the start pose. */
export function resolveScenario(scenario: Scenario): Scene {
  const written = resolveTree(scenario.tree);
  // Only `parse` creates scenarios, and it checks presets.
  if (!written) throw new Error('the tree preset of this scenario does not exist');
  const { tree, pose } = written;
  return { scenario, tree, start: scenario.start ?? pose ?? restPose(tree) };
}
