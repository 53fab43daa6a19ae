/** Input of a stage by pointer and keyboard, which the stage is given and knows only by this interface. */

import type { Lab } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';
import type { ScreenBox } from '../dom/boxes.ts';
import type { MechanismContext } from './mechanismContext.ts';
import type { PaneObstacles } from './panes/projection.ts';
import type { TargetPath } from './targets/targetPath.ts';
import type { Targets } from './targets/targets.ts';

/** The open scene and its panes. */
export interface StageInputContext extends MechanismContext {
  readonly scene: Scene;
  readonly targets: Targets;
  /** Indices of the targets with a wanted orientation. */
  readonly oriented: readonly number[];
  /** Size of the frame that shows an orientation, metres. */
  readonly frameSize: number;
  readonly path: TargetPath;
  /** Element in which keys are pressed. */
  readonly keys: EventTarget;
  /** Returns the positions of the rings in a pane, x and y each, px. */
  rings(pane: number): Float32Array;
  obstacles(pane: number): PaneObstacles;
  /** Returns the name of a pane; null if it is hidden. */
  name(pane: number): string | null;
  allowCameraRotation(free: boolean): void;
  selectCamera(pane: number): void;
  changed(): void;
}

export interface StageInput {
  readonly targets: Targets;
  /** Index of the focused target; −1 if there is none. */
  readonly focusedTarget: number;
  /** Pose that the user is setting, which all panes show; null if there is none. */
  readonly userPose: Float64Array | null;
  /**
   * Connects the input to the page. `frame`: parent of the canvas; `before`: the input that is
   * replaced, whose focus is taken over.
   */
  connect(frame: HTMLElement, before: StageInput | null): void;
  disconnect(): void;
  /** Follows a lab; called after every frame of it. */
  follow(lab: Lab): void;
  /** Updates the positions of elements over the panes; called after every frame. */
  updatePositions(): void;
  /** Updates the marks in the panes; called after the mechanisms were posed. */
  updateMarks(): void;
  /** Returns the box of the drag hint in a pane; null if the hint is not in it. */
  hintBox(pane: number): ScreenBox | null;
}

export type MakeStageInput = (context: StageInputContext) => StageInput;
