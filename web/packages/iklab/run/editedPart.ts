/** What of the mechanism its editor has in hand: the panes show it. */
import type { RowFrames } from '../scenario/carriedFrame.ts';
import type { InlineTree, Vec3 } from '../scenario/types.ts';

/** The rows of a table; `row`: the one in hand, −1: none. */
export interface EditedRows {
  readonly tree: InlineTree;
  readonly rows: readonly RowFrames[];
  readonly row: number;
  /** Its a and its d, in words. */
  readonly lengthsText: readonly [string, string];
}

/** The joint that the editor of the mechanism has open. */
export interface EditedJoint {
  readonly tree: InlineTree;
  /** Its name. */
  readonly joint: string;
  /** Its origin, in the frame that it stands in; false: the edit is refused. */
  move(xyz: Vec3): boolean;
}

/** What the editor of the mechanism has in hand. */
export type EditedPart = EditedRows | EditedJoint;
