/** The part of the mechanism that is open in its editor and highlighted in the panes. */

import type { InlineTree, Vec3 } from '@iklab/core/scenario';
import type { DhRowFrames } from '@iklab/core/scenario/numbers';

/**
 * Kinematic table (a, α, d, θ per row) that is open in its editor. `row`: index of the selected
 * row; −1 if none is selected.
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
   * Moves the joint's origin to a position in its parent frame, metres; returns false if the edit
   * is refused.
   */
  move(xyz: Vec3): boolean;
}

export type EditedRobotPart = EditedKinematicTable | EditedJoint;
