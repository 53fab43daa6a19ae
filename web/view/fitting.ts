import { unit } from '../browser/unit.ts';
import type { Scene } from '../scenario/types.ts';
import type { Cameras } from './cameras.ts';
import { cellsOf, inPixels } from './cells.ts';
import type { Drawing } from './drawing.ts';
import { boxesOver, over, roomOf } from './room.ts';
import { shapeOf } from './shape.ts';
import type { Shown } from './shown.ts';

const EDGE = 10; // px of a pane: what stands closer to its border is about to leave

/** Fits panes to the page and what they show to the panes. */
export class Fitting {
  readonly #canvas: HTMLCanvasElement;
  readonly #shown: Shown;
  readonly #cameras: Cameras;
  readonly #drawing: Drawing;
  readonly #changed: () => void;
  readonly #observer = new ResizeObserver(() => this.measure());

  /** `changed`: called when the picture must be drawn again. */
  constructor(
    canvas: HTMLCanvasElement,
    shown: Shown,
    cameras: Cameras,
    drawing: Drawing,
    changed: () => void,
  ) {
    this.#canvas = canvas;
    this.#shown = shown;
    this.#cameras = cameras;
    this.#drawing = drawing;
    this.#changed = changed;
  }

  connect(): void {
    for (const element of [this.#canvas, ...this.#shown.elements]) this.#observer.observe(element);
  }

  disconnect(): void {
    this.#observer.disconnect();
  }

  /** Where the panes are in the page now. */
  measure(): void {
    const shown = this.#shown;
    if (!shown.kit) return;
    const canvas = this.#canvas.getBoundingClientRect();
    const boxes = shown.elements.map((element) => element.getBoundingClientRect());
    shown.cells = cellsOf(shown.layout, boxes, canvas);
    const ratio = this.#drawing.size(canvas.width, canvas.height);
    if (shown.cell) shown.targets?.fit(shown.cell, ratio, unit());
    this.#share();
    this.#drawing.paintPanes();
    this.frame();
  }

  /** In one picture for all, the first that is drawn brings the ground and the last the rings. */
  #share(): void {
    const { order, shared } = this.#shown;
    order.forEach((pane, i) => {
      this.#shown.pane(pane).share(!shared || i === 0, !shared || i === order.length - 1);
    });
  }

  /** The camera to the room that the panes have. */
  frame(): void {
    const { kit, cell, cells, panes } = this.#shown;
    const pane = panes[0];
    if (!kit || !cell || !pane) return;
    this.#shown.over = over(cells, boxesOver(this.#canvas));
    const pixel = unit();
    const own = inPixels(cell, pixel);
    const boxes = this.#shown.over.map((box) => inPixels(box, pixel));
    kit.goals.radius.value = this.#cameras.frame(pane.armature, own, roomOf(own, boxes));
    this.#changed();
  }

  /** Back to the camera of the scene. */
  fit(): void {
    if (this.#shown.kit) this.#cameras.fit(this.#shown.kit);
    this.frame();
  }

  /**
   * What has left its pane comes back into the picture; `places`: of a panel in its pane, x and y;
   * `reached`: points that the mechanisms have reached, xyz each.
   */
  keep(
    scene: Scene,
    places: (panel: number) => readonly number[],
    reached: () => readonly number[],
  ): void {
    if (!this.#shown.kit || this.#inside(places)) return;
    this.#cameras.widen({ scene, shape: shapeOf(scene, reached()) });
    this.frame();
  }

  #inside(places: (panel: number) => readonly number[]): boolean {
    return this.#shown.cells.every((cell, panel) => {
      if (!cell) return true;
      return places(panel).every((at, i) => {
        const size = i % 2 === 0 ? cell.width : cell.height;
        return at >= EDGE && at <= size - EDGE;
      });
    });
  }
}
