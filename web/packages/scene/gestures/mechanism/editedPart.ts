/** The part of the mechanism that is open in its editor and highlighted in the panes. */

import type { InlineTree, Vec3 } from '@iklab/core/scenario';
import type { RowFrames } from '@iklab/core/scenario/numbers';

/** A kinematic table of rows in its editor; `row` is the selected one, or -1. */
export interface EditedRows {
  readonly tree: InlineTree;
  readonly rows: readonly RowFrames[];
  readonly row: number;
  /** Texts for the lengths a and d of the selected row. */
  readonly lengthsText: readonly [string, string];
}

export interface EditedJoint {
  readonly tree: InlineTree;
  readonly joint: string;
  /** Moves the origin of the joint, in the parent frame; returns false if the edit is refused. */
  move(xyz: Vec3): boolean;
}

export type EditedPart = EditedRows | EditedJoint;
