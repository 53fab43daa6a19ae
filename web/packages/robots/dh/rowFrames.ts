/** Poses of the frames of a table on the mechanism, for any joint values. */
import {
  type CarriedFrame,
  composeFrames,
  type InlineTree,
  inverseFrame,
  jointFrames,
  ORIGIN,
  type RowFrames,
} from 'iklab/scenario';
import { type ChainTable, named } from './chainTable.ts';
import { aboutX, aboutZ } from './dhTable.ts';

/** `tree`: the mechanism of the table, in any choice of frames. */
export function rowFrames({ convention, rows }: ChainTable, tree: InlineTree): RowFrames[] {
  const atZero = jointFrames(tree.joints);
  const carried = ({ joint, frame }: CarriedFrame): CarriedFrame => ({
    joint,
    frame: composeFrames(inverseFrame(atZero(joint)), frame),
  });
  let at: CarriedFrame = { joint: null, frame: ORIGIN };
  return named(rows).map((row): RowFrames => {
    const alongX = ({ joint, frame }: CarriedFrame) => ({
      joint,
      frame: composeFrames(frame, aboutX(row)),
    });
    const alongZ = ({ joint, frame }: CarriedFrame) => ({
      joint: row.type === 'fixed' ? joint : (row.joint?.id ?? joint),
      frame: composeFrames(frame, aboutZ(row)),
    });
    const before = at;
    const standard = convention === 'standard';
    const between = standard ? alongZ(before) : alongX(before);
    at = standard ? alongX(between) : alongZ(between);
    const first = [carried(before), carried(between)] as const;
    const last = [carried(between), carried(at)] as const;
    const [d, a] = standard ? [first, last] : [last, first];
    return { rowFrame: carried(at), before: carried(before), a, d };
  });
}
