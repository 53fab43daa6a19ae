/**
 * Makes a key by which a joint tree is matched to its visuals; limits, axes and effectors do not
 * affect it.
 */
import type { InlineTree } from '@iklab/core/scenario';

export const makeJointFramesKey = ({ joints }: InlineTree): string =>
  JSON.stringify(joints.map(({ id, parent, xyz, rpy }) => [id, parent, xyz, rpy]));
