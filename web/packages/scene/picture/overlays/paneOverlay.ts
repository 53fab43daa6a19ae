import type { Object3D, Vector3 } from 'three';
import type { Armature } from '../bodies/armature.ts';
import type { Palette } from '../palette.ts';
import type { SceneResources } from '../sceneResources.ts';

/** Additional lines in the view of a pane, such as arrows, in the frame of the scenario. */
export interface PaneOverlay {
  readonly lines: readonly Object3D[];
  /** Moves the lines to a pose. Call before every frame, after the armature was posed. */
  update(armature: Armature, angles: Float64Array): void;
  /** Name that is shown in the view, below the lower of the points `ends`. */
  readonly named?: { readonly text: string; readonly ends: readonly Vector3[] } | null;
  paint(palette: Palette, slot: number): void;
  /**
   * Chooses whether to draw the lines: in a shared view, only those of the pane with the solid
   * mechanism. Without it, all are drawn.
   */
  readonly setDrawn?: (isDrawn: boolean) => void;
  dispose(): void;
}

export type MakePaneOverlay = (resources: SceneResources, panel: number) => PaneOverlay;
