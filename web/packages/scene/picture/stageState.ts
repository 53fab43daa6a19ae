import { DEFAULT_LAYOUT, type PaneCell, type PaneCellLayout } from './panes/paneCells.ts';
import type { PaneScene } from './panes/paneScene.ts';
import type { PictureCaption } from './pictureRequests.ts';
import type { SceneResources } from './sceneResources.ts';
import type { Targets } from './targets/targets.ts';

export class StageState {
  /** Resources of the open scene; null, like `targets`, while no scene is open. */
  resources: SceneResources | null = null;
  targets: Targets | null = null;
  panes: readonly PaneScene[] = [];
  elements: readonly HTMLElement[] = [];
  layout: PaneCellLayout = DEFAULT_LAYOUT;
  isDrawn = false;
  /** Height of the canvas in window pixels. */
  height = 0;
  /** Cells of the panes in the canvas; null for a hidden pane. */
  cells: readonly (PaneCell | null)[] = [];
  /** Overlays of the panes, each relative to the corner of its pane. */
  overlays: readonly PaneCell[] = [];

  get shared(): boolean {
    return this.layout.kind === 'overlay';
  }

  /**
   * Cell that the cameras are framed for, which is that of the first visible pane; null if none is
   * visible.
   */
  get cell(): PaneCell | null {
    return this.cells.find((cell) => cell !== null) ?? null;
  }

  /**
   * Indices of the visible panes; in a shared view, the solid mechanism comes before the outlines
   * of others.
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

  /** Returns the current name of a panel in the page; null for a hidden pane. */
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
