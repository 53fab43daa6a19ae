/**
 * Interfaces between a stage, which draws the panes, and the code that handles pointer and keyboard
 * in them.
 */

import type { Lab } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';
import type { ScreenBox } from '../dom/screenBox.ts';
import type { MechanismContext } from './mechanismContext.ts';
import type { PaneObstacles } from './panes/paneProjection.ts';
import type { DrawnTargets } from './targets/drawnTargets.ts';
import type { TargetPath } from './targets/targetPath.ts';

export interface StageInputContext extends MechanismContext {
  readonly scene: Scene;
  readonly targets: DrawnTargets;
  /** Indices of the targets that have an orientation. */
  readonly oriented: readonly number[];
  /** Arm length of the frames that show orientations, metres. */
  readonly frameSize: number;
  readonly path: TargetPath;
  readonly keys: EventTarget;
  /** Positions of the target rings in a pane, x and y each, px. */
  rings(pane: number): Float32Array;
  obstacles(pane: number): PaneObstacles;
  /** Null if the pane is hidden. */
  name(pane: number): string | null;
  allowCameraRotation(free: boolean): void;
  selectCamera(pane: number): void;
  changed(): void;
}

export interface StageInput {
  readonly targets: DrawnTargets;
  /** Index of the target that has the keyboard focus; −1 if none has it. */
  readonly focusedTarget: number;
  /**
   * Joint values of the pose that the user is setting, which all panes show; null if none is being
   * set.
   */
  readonly userPose: Float64Array | null;
  /**
   * `frame`: parent of the canvas; `before`: previous input, whose focus the new input takes over;
   * null for none.
   */
  connect(frame: HTMLElement, before: StageInput | null): void;
  disconnect(): void;
  /** Reacts to the new state of a lab. Call after every frame. */
  follow(lab: Lab): void;
  /** Updates the positions of elements over the panes. Call after every frame. */
  updatePositions(): void;
  /** Moves the marks in the panes to the current poses. Call after the mechanisms were posed. */
  updateMarks(): void;
  /** Box of the hint "Drag me" in a pane, px; null if the hint is not in that pane. */
  hintBox(pane: number): ScreenBox | null;
}

export type MakeStageInput = (context: StageInputContext) => StageInput;
