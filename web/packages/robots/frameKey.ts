/** Key that matches a tree to its visuals; limits, axes and effectors may change. */
import type { InlineTree } from 'iklab/scenario';

/** The frames of a tree as text, equal for trees whose joints have equal frames. */
export const frameKey = ({ joints }: InlineTree): string =>
  JSON.stringify(joints.map(({ id, parent, xyz, rpy }) => [id, parent, xyz, rpy]));
