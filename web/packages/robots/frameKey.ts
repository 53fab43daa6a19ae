/** By what a tree and its looks belong together: limits, axes and effectors may change. */
import type { InlineTree } from 'iklab/scenario';

export const frameKey = ({ joints }: InlineTree): string =>
  JSON.stringify(joints.map(({ id, parent, xyz, rpy }) => [id, parent, xyz, rpy]));
