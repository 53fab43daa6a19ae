import { type Cell, GRID, type Layout } from './paneCells.ts';
import type { PaneScene } from './paneScene.ts';
import type { Caption } from './picture.ts';
import type { SceneResources } from './sceneResources.ts';
import type { Targets } from './targets.ts';

/** What stands on a stage, and where: all that works on it shares this. */
export class StageState {
  /** Null, like the targets: no scene is open. */
  resources: SceneResources | null = null;
  targets: Targets | null = null;
  panes: readonly PaneScene[] = [];
  /** Of the page: the places of the panes. */
  elements: readonly HTMLElement[] = [];
  layout: Layout = GRID;
  /** The scene has been. */
  isDrawn = false;
  /** Of the canvas, pixels of the style sheet. */
  height = 0;
  /** Where each pane is drawn; null: nowhere. */
  cells: readonly (Cell | null)[] = [];
  /** What stands over the panes, from the corner of each. */
  overlays: readonly Cell[] = [];

  /** All in one picture. */
  get shared(): boolean {
    return this.layout.kind === 'overlay';
  }

  /** The cell that the camera is framed for: the first that is seen. */
  get cell(): Cell | null {
    return this.cells.find((cell) => cell !== null) ?? null;
  }

  /** The panes that are seen; in one picture the solid mechanism before the outlines of others. */
  get order(): number[] {
    const seen = this.panes.flatMap((_, i) => (this.cells[i] ? [i] : []));
    const { one } = this.layout;
    if (!this.shared || !seen.includes(one)) return seen;
    return [one, ...seen.filter((i) => i !== one)];
  }

  pane(panel: number): PaneScene {
    return this.panes[panel] as PaneScene;
  }

  /** As the page calls a panel now; null: it is not seen. */
  name(panel: number): string | null {
    return this.cells[panel] ? (this.elements[panel]?.ariaLabel ?? null) : null;
  }

  captions(): Caption[] {
    const methods = this.resources?.scene.scenario.methods ?? [];
    return methods.flatMap(({ label, slot }, i) => {
      const cell = this.cells[i];
      return cell ? [{ text: this.name(i) ?? label, slot, cell }] : [];
    });
  }
}
