/** Key that matches a tree to its visuals; limits, axes and effectors may change. */
import type { InlineTree } from '@iklab/core/scenario';

export const makeFrameKey = ({ joints }: InlineTree): string =>
  JSON.stringify(joints.map(({ id, parent, xyz, rpy }) => [id, parent, xyz, rpy]));
