/** By what a tree and its looks belong together: limits, axes and effectors may change. */
import type { InlineTree } from 'iklab/scenario';

/** The frames of a tree as text: the same for trees whose joints stand alike. */
export const frameKey = ({ joints }: InlineTree): string =>
  JSON.stringify(joints.map(({ id, parent, xyz, rpy }) => [id, parent, xyz, rpy]));
