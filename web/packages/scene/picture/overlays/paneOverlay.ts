import type { Object3D, Vector3 } from 'three';
import type { Armature } from '../bodies/armature.ts';
import type { Palette } from '../palette.ts';
import type { SceneResources } from '../sceneResources.ts';

/** Additional lines in a pane, such as arrows, in the scenario frame. */
export interface PaneOverlay {
  readonly lines: readonly Object3D[];
  /** Moves the lines to a pose. Call before every frame, after posing the armature. */
  update(armature: Armature, angles: Float64Array): void;
  /** Name in the view, below the lower one of the points `ends`. */
  readonly named?: { readonly text: string; readonly ends: readonly Vector3[] } | null;
  paint(palette: Palette, slot: number): void;
  /**
   * Shows or hides the overlay in a shared view. An overlay without this function is always drawn.
   */
  readonly setDrawn?: (isDrawn: boolean) => void;
  dispose(): void;
}

export type MakePaneOverlay = (resources: SceneResources, panel: number) => PaneOverlay;
