/** Input of a stage by pointer and keyboard, which the stage is given and knows only by this interface. */

import type { Lab } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';
import type { Box } from '../dom/boxes.ts';
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
  /** The element in which keys are pressed. */
  readonly keys: EventTarget;
  /** Positions of the rings in a pane, x and y each, px. */
  rings(pane: number): Float32Array;
  obstacles(pane: number): PaneObstacles;
  /** Null for a hidden pane. */
  name(pane: number): string | null;
  allowCameraRotation(free: boolean): void;
  selectCamera(pane: number): void;
  changed(): void;
}

export interface StageInput {
  readonly targets: Targets;
  /** Index of the focused target; −1 if there is none. */
  readonly focusedTarget: number;
  /** A pose that the user is setting, which all panes show; null if there is none. */
  readonly userPose: Float64Array | null;
  /** `frame`: parent of the canvas; `before`: the input that is replaced, whose focus is taken over. */
  connect(frame: HTMLElement, before: StageInput | null): void;
  disconnect(): void;
  /** Called after every frame of a lab. */
  follow(lab: Lab): void;
  /** Called after every frame. */
  updatePositions(): void;
  /** Called after the mechanisms were posed. */
  updateMarks(): void;
  /** Box of the drag hint in a pane; null if the hint is not in it. */
  hintBox(pane: number): Box | null;
}

export type MakeStageInput = (context: StageInputContext) => StageInput;
