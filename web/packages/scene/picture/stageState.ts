import { DEFAULT_PANE_LAYOUT, type PaneCell, type PaneCellLayout } from './panes/paneCells.ts';
import type { PaneScene } from './panes/paneScene.ts';
import type { PictureCaption } from './pictureRequests.ts';
import type { SceneResources } from './sceneResources.ts';
import type { DrawnTargets } from './targets/drawnTargets.ts';

export class StageState {
  /** Resources of the open scene. Without a scene, `resources` and `targets` are null. */
  resources: SceneResources | null = null;
  targets: DrawnTargets | null = null;
  panes: readonly PaneScene[] = [];
  elements: readonly HTMLElement[] = [];
  layout: PaneCellLayout = DEFAULT_PANE_LAYOUT;
  isDrawn = false;
  height = 0;
  /** Cells of the panes in the canvas; null for a hidden pane. */
  cells: readonly (PaneCell | null)[] = [];
  /** Boxes over the panes, such as titles. Each is relative to the corner of its pane. */
  overlays: readonly PaneCell[] = [];

  get shared(): boolean {
    return this.layout.kind === 'overlay';
  }

  /** Cell of the first visible pane, which the cameras fit; null if no pane is visible. */
  get cell(): PaneCell | null {
    return this.cells.find((cell) => cell !== null) ?? null;
  }

  /**
   * Indices of the visible panes in drawing order. A shared view starts with the solid mechanism.
   */
  get order(): number[] {
    const visible = this.panes.flatMap((_, i) => (this.cells[i] ? [i] : []));
    const { one } = this.layout;
    if (!this.shared || !visible.includes(one)) return visible;
    return [one, ...visible.filter((i) => i !== one)];
  }

  pane(panel: number): PaneScene {
    return this.panes[panel] as PaneScene;
  }

  /** Returns the name of a panel; null for a hidden pane. */
  name(panel: number): string | null {
    return this.cells[panel] ? (this.elements[panel]?.ariaLabel ?? null) : null;
  }

  captions(): PictureCaption[] {
    const methods = this.resources?.scene.scenario.methods ?? [];
    return methods.flatMap(({ label, slot }, i) => {
      const cell = this.cells[i];
      return cell ? [{ text: this.name(i) ?? label, slot, cell }] : [];
    });
  }
}
