/**
 * Frames of a Denavit-Hartenberg table relative to the joints of its mechanism, for drawing at any
 * joint values.
 */

import type { InlineTree } from '@iklab/core/scenario';
import {
  type CarriedFrame,
  composeFrames,
  inverseFrame,
  ORIGIN_FRAME,
  type RowFrames,
} from '@iklab/core/scenario/numbers';
import { jointFrames } from '@iklab/core/scenario/robot';
import { type ChainTable, nameJoints } from './chainTable.ts';
import { xTransform, zTransform } from './dhTable.ts';

/**
 * Computes the frames of each row of a Denavit-Hartenberg table, each relative to the joint that
 * moves it. `tree`: the joint tree of the table, whose own frames may differ.
 */
export function computeRowFrames({ convention, rows }: ChainTable, tree: InlineTree): RowFrames[] {
  const atZero = jointFrames(tree.joints);
  const carried = ({ joint, frame }: CarriedFrame): CarriedFrame => ({
    joint,
    frame: composeFrames(inverseFrame(atZero(joint)), frame),
  });
  let current: CarriedFrame = { joint: null, frame: ORIGIN_FRAME };
  return nameJoints(rows).map((row): RowFrames => {
    const alongX = ({ joint, frame }: CarriedFrame) => ({
      joint,
      frame: composeFrames(frame, xTransform(row)),
    });
    const alongZ = ({ joint, frame }: CarriedFrame) => ({
      joint: row.type === 'fixed' ? joint : (row.joint?.id ?? joint),
      frame: composeFrames(frame, zTransform(row)),
    });
    const before = current;
    const standard = convention === 'standard';
    const between = standard ? alongZ(before) : alongX(before);
    current = standard ? alongX(between) : alongZ(between);
    const first = [carried(before), carried(between)] as const;
    const last = [carried(between), carried(current)] as const;
    const [d, a] = standard ? [first, last] : [last, first];
    return { rowFrame: carried(current), before: carried(before), a, d };
  });
}
