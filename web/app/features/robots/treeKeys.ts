/** Keys for finding the loaded robot of a tree. */
import type { TreeSource } from '@iklab/core/scenario';

/** Returns a key of a tree's joint types and frames; '' for a named tree. */
export const treeFramesKey = (tree: TreeSource): string =>
  'joints' in tree
    ? JSON.stringify([
        tree.joints.map(({ id, parent, type, xyz, rpy }) => [id, parent, type, xyz, rpy]),
        tree.effectors.map(({ id, parent, xyz, rpy }) => [id, parent, xyz, rpy]),
      ])
    : '';

/** Returns a key of a tree's frames, joint types, axes, limits and couplings. */
export const fullTreeKey = (tree: TreeSource): string =>
  'joints' in tree
    ? JSON.stringify([
        treeFramesKey(tree),
        tree.joints.map(({ axis, limits, mimic }) => [
          axis ?? null,
          limits ?? null,
          mimic ? [mimic.joint, mimic.multiplier, mimic.offset] : null,
        ]),
      ])
    : '';
