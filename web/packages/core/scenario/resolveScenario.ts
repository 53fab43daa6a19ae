import { resolveTree, restPose } from './robot/trees.ts';
import type { Scenario, Scene } from './types.ts';

export function resolveScenario(scenario: Scenario): Scene {
  const written = resolveTree(scenario.tree);
  // Only `parse` creates scenarios, and it checks presets.
  if (!written) throw new Error('the tree preset of this scenario does not exist');
  const { tree, pose } = written;
  return { scenario, tree, start: scenario.start ?? pose ?? restPose(tree) };
}
