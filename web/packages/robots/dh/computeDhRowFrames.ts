import type { InlineTree } from '@iklab/core/scenario';
import {
  composeFrames,
  type DhRowFrames,
  inverseFrame,
  type JointAttachedFrame,
  ORIGIN_FRAME,
} from '@iklab/core/scenario/numbers';
import { jointFrames } from '@iklab/core/scenario/robot';
import { type EditableDhTable, nameDhRowJoints } from './chainTable.ts';
import { dhTransformAlongX, dhTransformAlongZ } from './dhTable.ts';

/**
 * Computes the frames of each table row, relative to the joint that moves the frame. `tree`: joint
 * tree of the table; its joint frames may differ.
 */
export function computeDhRowFrames(
  { convention, rows }: EditableDhTable,
  tree: InlineTree,
): DhRowFrames[] {
  const atZero = jointFrames(tree.joints);
  const carried = ({ joint, frame }: JointAttachedFrame): JointAttachedFrame => ({
    joint,
    frame: composeFrames(inverseFrame(atZero(joint)), frame),
  });
  let current: JointAttachedFrame = { joint: null, frame: ORIGIN_FRAME };
  return nameDhRowJoints(rows).map((row): DhRowFrames => {
    const alongX = ({ joint, frame }: JointAttachedFrame) => ({
      joint,
      frame: composeFrames(frame, dhTransformAlongX(row)),
    });
    const alongZ = ({ joint, frame }: JointAttachedFrame) => ({
      joint: row.type === 'fixed' ? joint : (row.joint?.id ?? joint),
      frame: composeFrames(frame, dhTransformAlongZ(row)),
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
