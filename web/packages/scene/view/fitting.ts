import type { Scene } from 'iklab/scenario';
import { Vector3 } from 'three';
import { unit } from '../dom/unit.ts';
import type { Cameras } from './cameras.ts';
import { columnsOf, tracksOf } from './columns.ts';
import { nearestDistance } from './nearestDistance.ts';
import { type Cell, cellsOf, inPixels } from './paneCells.ts';
import { boxesOver, insetsOf, overlaysOf } from './paneInsets.ts';
import { shapeOf } from './shape.ts';
import type { StageRenderer } from './stageRenderer.ts';
import type { StageState } from './stageState.ts';

const SMALLEST = 6; // Minimum radius of a ring, px.
const RING_TO_RING = 0.4; // Maximum radius of a ring, relative to the distance to the nearest ring.
const SAME = 3; // Rings closer than this coincide whatever their size, px.
const EDGE = 10; // Points closer to the border of a pane count as outside, px.

/** Fits panes to the page, and their contents to the panes. */
export class PaneFitting {
  readonly #canvas: HTMLCanvasElement;
  readonly #state: StageState;
  readonly #cameras: Cameras;
  readonly #renderer: StageRenderer;
  readonly #changed: () => void;
  readonly #observer = new ResizeObserver(() => {
    if (this.#places() !== this.#measured) this.measure();
  });
  #measured = '';

  /** `changed`: called when the views must be drawn again. */
  constructor(
    canvas: HTMLCanvasElement,
    state: StageState,
    cameras: Cameras,
    renderer: StageRenderer,
    changed: () => void,
  ) {
    this.#canvas = canvas;
    this.#state = state;
    this.#cameras = cameras;
    this.#renderer = renderer;
    this.#changed = changed;
  }

  connect(): void {
    this.#measured = '';
    for (const element of [this.#canvas, ...this.#state.elements]) this.#observer.observe(element);
  }

  disconnect(): void {
    this.#observer.disconnect();
  }

  /** Reads the positions of the panes from the page. */
  measure(): void {
    const state = this.#state;
    if (!state.resources) return;
    const canvas = this.#canvas.getBoundingClientRect();
    this.#part(canvas);
    const boxes = state.elements.map((element) => element.getBoundingClientRect());
    state.cells = cellsOf(state.layout, boxes, canvas);
    state.height = this.#canvas.clientHeight;
    const ratio = this.#renderer.size(canvas.width, canvas.height);
    if (state.cell) state.targets?.fitPane(state.cell, ratio, unit());
    this.#share();
    this.#renderer.paintPanes();
    this.frame();
    this.#measured = this.#places();
  }

  /** Chooses the number of columns so that the robot appears large. */
  #part(stage: DOMRect): void {
    const { layout, elements, panes } = this.#state;
    const frame = this.#canvas.parentElement as HTMLElement;
    const pixel = unit();
    const armature = panes[0]?.armature;
    const shown = elements.filter((_, i) => layout.visible[i] ?? true);
    for (const element of elements) element.style.removeProperty('grid-column');
    if (layout.kind !== 'grid' || !armature || stage.width < 1 || shown.length < 2) {
      frame.style.removeProperty('--columns');
      return;
    }
    const own = { width: stage.width / pixel, height: stage.height / pixel };
    const columns = columnsOf(own, shown.length, (pane) => this.#cameras.spread(armature, pane));
    const { tracks, spans } = tracksOf(shown.length, columns);
    frame.style.setProperty('--columns', `${tracks}`);
    shown.forEach((element, i) => {
      element.style.gridColumn = `span ${spans[i]}`;
    });
  }

  /** The measured boxes as a key, because an observer also calls back when it starts. */
  #places(): string {
    const boxes = [this.#canvas, ...this.#state.elements].map((each) =>
      each.getBoundingClientRect(),
    );
    return JSON.stringify([boxes, devicePixelRatio, unit()]);
  }

  /** In a shared view, the first drawn pane draws the ground and the last one the rings. */
  #share(): void {
    const { order, shared } = this.#state;
    order.forEach((pane, i) => {
      this.#state.pane(pane).joinPicture(!shared || i === 0, !shared || i === order.length - 1);
    });
  }

  /** Fits the cameras and the rings to the room in the panes. */
  frame(): void {
    const { resources, cell, cells, panes } = this.#state;
    const pane = panes[0];
    if (!resources || !cell || !pane) return;
    this.#state.overlays = overlaysOf(cells, boxesOver(this.#canvas));
    const pixel = unit();
    const own = inPixels(cell, pixel);
    const boxes = this.#state.overlays.map((box) => inPixels(box, pixel));
    const usual = this.#cameras.frame(pane.armature, own, insetsOf(own, boxes));
    resources.goals.radius.value = this.#radius(usual, own);
    this.#changed();
  }

  /** Radius of the rings, px; smaller if two would touch. */
  #radius(usual: number, { width, height }: Cell): number {
    const { order, resources, targets } = this.#state;
    if (!resources || !targets) return usual;
    const camera = this.#cameras.of(order[0] ?? 0);
    camera.updateMatrixWorld();
    const seen = resources.scene.scenario.targets.map(({ position }) => {
      const at = new Vector3(...position).applyQuaternion(targets.upright).project(camera);
      return [(at.x * width) / 2, (at.y * height) / 2];
    });
    return Math.max(SMALLEST, Math.min(usual, RING_TO_RING * nearestDistance(seen, SAME)));
  }

  /** Returns to the camera of the scene. */
  fit(): void {
    if (this.#state.resources) this.#cameras.fit(this.#state.resources);
    this.frame();
  }

  /**
   * Widens the view if a point has left its pane. `places`: points of a panel in its pane, x and y
   * each, px; `reached`: points that the mechanisms have reached, xyz each.
   */
  keepInView(
    scene: Scene,
    places: (panel: number) => readonly number[],
    reached: () => readonly number[],
  ): void {
    if (!this.#inside(places)) this.widenView(reached(), scene);
  }

  /** Shows more from the same side. */
  widenView(reached: readonly number[], scene: Scene): void {
    const { resources } = this.#state;
    if (!resources) return;
    const { outline } = resources.shape; // Drawn parts are thicker than the joints.
    const shape = shapeOf(scene, reached);
    this.#cameras.widenView({ scene, shape: outline ? { ...shape, outline } : shape });
    this.frame();
  }

  /** Widens the view to include more points, xyz each, and lays the panes out again. */
  include(places: readonly number[]): void {
    const { resources, targets } = this.#state;
    if (!resources || !targets) return;
    const { scene, shape } = resources;
    const laid = Array.from({ length: places.length / 3 }, (_, i) =>
      new Vector3().fromArray(places as number[], 3 * i).applyQuaternion(targets.upright),
    );
    this.#cameras.widenView({
      scene,
      shape: { ...shape, outline: [...(shape.outline ?? []), ...laid] },
    });
    this.measure();
  }

  #inside(places: (panel: number) => readonly number[]): boolean {
    return this.#state.cells.every((cell, panel) => {
      if (!cell) return true;
      return places(panel).every((at, i) => {
        const size = i % 2 === 0 ? cell.width : cell.height;
        return at >= EDGE && at <= size - EDGE;
      });
    });
  }
}
