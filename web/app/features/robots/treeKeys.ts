/** Keys by which a page finds the robot of a tree. */
import type { TreeSource } from '@iklab/core/scenario';

/** Returns a key of a tree; equal for equal trees, whatever the order of their keys. */
export const sceneTreeKey = (tree: TreeSource): string =>
  'joints' in tree
    ? JSON.stringify([
        tree.joints.map(({ id, parent, type, xyz, rpy }) => [id, parent, type, xyz, rpy]),
        tree.effectors.map(({ id, parent, xyz, rpy }) => [id, parent, xyz, rpy]),
      ])
    : '';

/**
 * Returns a key of a tree that, unlike `sceneTreeKey`, also differs for other limits and couplings.
 */
export const fullTreeKey = (tree: TreeSource): string =>
  'joints' in tree
    ? JSON.stringify([
        sceneTreeKey(tree),
        tree.joints.map(({ limits, mimic }) => [
          limits ?? null,
          mimic ? [mimic.joint, mimic.multiplier, mimic.offset] : null,
        ]),
      ])
    : '';
