/** Interfaces between a stage, which draws the panes, and its input by pointer and keyboard. */

import type { Lab } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';
import type { PerspectiveCamera } from 'three';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
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
  /** Axis length of the drawn orientation frames, metres. */
  readonly frameSize: number;
  readonly path: TargetPath;
  readonly keys: EventTarget;
  /** Returns the target rings in a pane, x and y each, px. */
  rings(pane: number): Float32Array;
  obstacles(pane: number): PaneObstacles;
  /** Returns the name of a pane; null for a hidden pane. */
  name(pane: number): string | null;
  allowCameraRotation(free: boolean): void;
  selectCamera(pane: number): void;
  changed(): void;
}

export interface StageInput {
  readonly targets: DrawnTargets;
  /** Index of the target with the keyboard focus; −1 for none. */
  readonly focusedTarget: number;
  /** Joint values that the user is setting, shown in all panes; null for none. */
  readonly userPose: Float64Array | null;
  /**
   * Connects the input. `frame` is the parent of the canvas. The new input takes the focus of the
   * previous input `before`.
   */
  connect(frame: HTMLElement, before: StageInput | null): void;
  disconnect(): void;
  /** Reacts to the new state of a lab. Call after every frame. */
  follow(lab: Lab): void;
  /** Updates the positions of elements over the panes. Call after every frame. */
  updatePositions(): void;
  /** Moves the marks to the current poses. Call after posing the mechanisms. */
  updateMarks(): void;
  /** Box of the hint "Drag me" in a pane, px; null if the hint is not in that pane. */
  hintBox(pane: number): ScreenBox | null;
}

/** Input of the stage, which is loaded after the first picture. */
export interface StageInputParts {
  readonly makeInput: (context: StageInputContext) => StageInput;
  readonly makeControls: (camera: PerspectiveCamera) => OrbitControls;
}
