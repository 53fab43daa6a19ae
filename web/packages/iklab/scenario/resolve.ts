import { restPose, writeTree } from './trees.ts';
import type { Scenario, Scene } from './types.ts';

/** The scenario with its tree written out and its start pose known. */
export function resolve(scenario: Scenario): Scene {
  const written = writeTree(scenario.tree);
  // only `parse` makes scenarios, and it knows the presets
  if (!written) throw new Error('the tree preset of this scenario does not exist');
  const { tree, pose } = written;
  return { scenario, tree, start: scenario.start ?? pose ?? restPose(tree) };
}
