import { findPaneAtPoint, type PaneCell, type PanePoint } from '../picture/panes/paneCells.ts';
import type { StageInputContext } from '../picture/stageInput.ts';

const EDGE_DISTANCE = 4; // Minimum distance of a dragged target from the edge of its pane, px.

export class PanePointerPositions {
  readonly #stage: Pick<StageInputContext, 'canvas' | 'cells'>;

  constructor(stage: Pick<StageInputContext, 'canvas' | 'cells'>) {
    this.#stage = stage;
  }

  /** Index of the first visible pane; −1 for none. */
  get first(): number {
    return this.#stage.cells().findIndex((cell) => cell !== null);
  }

  cell(pane: number): PaneCell {
    return this.#stage.cells()[pane] ?? { x: 0, y: 0, width: 1, height: 1 };
  }

  /** Returns the pane at window coordinates, and the point in that pane; null for no pane. */
  find(x: number, y: number): { readonly pane: number; readonly spot: PanePoint } | null {
    return findPaneAtPoint(this.#stage.cells(), this.#toCanvas(x, y));
  }

  pointIn(pane: number, x: number, y: number): PanePoint {
    const point = this.#toCanvas(x, y);
    const { width, height, ...cell } = this.cell(pane);
    const clamp = (value: number, most: number) =>
      Math.min(most - EDGE_DISTANCE, Math.max(EDGE_DISTANCE, value));
    return { x: clamp(point.x - cell.x, width), y: clamp(point.y - cell.y, height) };
  }

  #toCanvas(x: number, y: number): PanePoint {
    const { left, top } = this.#stage.canvas.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }
}
