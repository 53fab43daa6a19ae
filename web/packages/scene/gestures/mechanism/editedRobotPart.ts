/** The part of the mechanism that is open in its editor and highlighted in the panes. */

import type { InlineTree, Vec3 } from '@iklab/core/scenario';
import type { DhRowFrames } from '@iklab/core/scenario/numbers';

/**
 * Kinematic table in the table editor (a, α, d, θ per row). `row` is the selected row; −1 for none.
 */
export interface EditedKinematicTable {
  readonly tree: InlineTree;
  readonly rows: readonly DhRowFrames[];
  readonly row: number;
  readonly lengthsText: readonly [string, string];
}

export interface EditedJoint {
  readonly tree: InlineTree;
  readonly joint: string;
  /**
   * Moves the origin of the joint, metres in the parent frame; returns false if the document
   * refuses the edit.
   */
  move(xyz: Vec3): boolean;
}

export type EditedRobotPart = EditedKinematicTable | EditedJoint;
