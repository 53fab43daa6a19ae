import type { Scene } from '@iklab/core/scenario';
import { Vector3 } from 'three';
import { stylePixel } from '../../dom/stylePixel.ts';
import { makeMechanismShape } from '../bodies/mechanismShape.ts';
import { smallestDistanceBetweenPoints } from '../bodies/smallestDistanceBetweenPoints.ts';
import type { StageRenderer } from '../stageRenderer.ts';
import type { StageState } from '../stageState.ts';
import { choosePaneColumns, gridTracks } from './choosePaneColumns.ts';
import type { PaneCameras } from './paneCameras.ts';
import { layOutPaneCells, type PaneCell, scalePaneCell } from './paneCells.ts';
import { assignOverlaysToPanes, findOverlayBoxes, makePaneInsets } from './paneInsets.ts';

const MIN_RING_RADIUS = 6; // Minimum radius of a ring, px.
const RING_TO_RING = 0.4; // Maximum radius of a ring, relative to the distance to the nearest ring.
const COINCIDENT = 3; // Rings closer than this coincide whatever their size, px.
const EDGE = 10; // Points closer to the border of a pane count as outside, px.

export class PaneFitting {
  readonly #canvas: HTMLCanvasElement;
  readonly #state: StageState;
  readonly #cameras: PaneCameras;
  readonly #renderer: StageRenderer;
  readonly #changed: () => void;
  readonly #observer = new ResizeObserver(() => {
    if (this.#measureKey() !== this.#measured) this.measure();
  });
  #measured = '';

  /** `changed` requests a new drawing of the views. */
  constructor(
    canvas: HTMLCanvasElement,
    state: StageState,
    cameras: PaneCameras,
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

  measure(): void {
    const state = this.#state;
    if (!state.resources) return;
    const canvas = this.#canvas.getBoundingClientRect();
    this.#layOutColumns(canvas);
    const boxes = state.elements.map((element) => element.getBoundingClientRect());
    state.cells = layOutPaneCells(state.layout, boxes, canvas);
    state.height = this.#canvas.clientHeight;
    const ratio = this.#renderer.setSize(canvas.width, canvas.height);
    if (state.cell) state.targets?.fitPane(state.cell, ratio, stylePixel());
    this.#assignRoles();
    this.#renderer.paintPanes();
    this.frame();
    this.#measured = this.#measureKey();
  }

  #layOutColumns(stage: DOMRect): void {
    const { layout, elements, panes } = this.#state;
    const frame = this.#canvas.parentElement as HTMLElement;
    const pixel = stylePixel();
    const armature = panes[0]?.armature;
    const visible = elements.filter((_, i) => layout.visible[i] ?? true);
    for (const element of elements) element.style.removeProperty('grid-column');
    if (layout.kind !== 'grid' || !armature || stage.width < 1 || visible.length < 2) {
      frame.style.removeProperty('--columns');
      return;
    }
    const styleSize = { width: stage.width / pixel, height: stage.height / pixel };
    const columns = choosePaneColumns(styleSize, visible.length, (pane) =>
      this.#cameras.spread(armature, pane),
    );
    const { tracks, spans } = gridTracks(visible.length, columns);
    frame.style.setProperty('--columns', `${tracks}`);
    visible.forEach((element, i) => {
      element.style.gridColumn = `span ${spans[i]}`;
    });
  }

  #measureKey(): string {
    const boxes = [this.#canvas, ...this.#state.elements].map((each) =>
      each.getBoundingClientRect(),
    );
    return JSON.stringify([boxes, devicePixelRatio, stylePixel()]);
  }

  #assignRoles(): void {
    const { order, shared } = this.#state;
    order.forEach((pane, i) => {
      this.#state.pane(pane).joinPicture(!shared || i === 0, !shared || i === order.length - 1);
    });
  }

  frame(): void {
    const { resources, cell, cells, panes } = this.#state;
    const pane = panes[0];
    if (!resources || !cell || !pane) return;
    this.#state.overlays = assignOverlaysToPanes(cells, findOverlayBoxes(this.#canvas));
    const pixel = stylePixel();
    const styleCell = scalePaneCell(cell, pixel);
    const boxes = this.#state.overlays.map((box) => scalePaneCell(box, pixel));
    const usual = this.#cameras.frame(pane.armature, styleCell, makePaneInsets(styleCell, boxes));
    resources.goals.radius.value = this.#ringRadius(usual, styleCell);
    this.#changed();
  }

  #ringRadius(usual: number, { width, height }: PaneCell): number {
    const { order, resources, targets } = this.#state;
    if (!resources || !targets) return usual;
    const camera = this.#cameras.get(order[0] ?? 0);
    camera.updateMatrixWorld();
    const projected = resources.scene.scenario.targets.map(({ position }) => {
      const projected = new Vector3(...position).applyQuaternion(targets.upright).project(camera);
      return [(projected.x * width) / 2, (projected.y * height) / 2];
    });
    return Math.max(
      MIN_RING_RADIUS,
      Math.min(usual, RING_TO_RING * smallestDistanceBetweenPoints(projected, COINCIDENT)),
    );
  }

  fit(): void {
    if (this.#state.resources) this.#cameras.fit(this.#state.resources);
    this.frame();
  }

  /**
   * Widens the view if a point has left the pane. `pointsOf` returns the points of a panel, x and y
   * each, px. `reached` has the points reached so far, xyz each, metres.
   */
  keepInView(
    scene: Scene,
    pointsOf: (panel: number) => readonly number[],
    reached: () => readonly number[],
  ): void {
    if (!this.#isInView(pointsOf)) this.widenView(reached(), scene);
  }

  widenView(reached: readonly number[], scene: Scene): void {
    const { resources } = this.#state;
    if (!resources) return;
    const { outline } = resources.shape; // Drawn parts are thicker than the joints.
    const shape = makeMechanismShape(scene, reached);
    this.#cameras.widenView({ scene, shape: outline ? { ...shape, outline } : shape });
    this.frame();
  }

  /**
   * Widens the view to include points (xyz each, scenario frame, metres), and lays out the panes
   * again.
   */
  include(extraPoints: readonly number[]): void {
    const { resources, targets } = this.#state;
    if (!resources || !targets) return;
    const { scene, shape } = resources;
    const laid = Array.from({ length: extraPoints.length / 3 }, (_, i) =>
      new Vector3().fromArray(extraPoints as number[], 3 * i).applyQuaternion(targets.upright),
    );
    this.#cameras.widenView({
      scene,
      shape: { ...shape, outline: [...(shape.outline ?? []), ...laid] },
    });
    this.measure();
  }

  #isInView(pointsOf: (panel: number) => readonly number[]): boolean {
    return this.#state.cells.every((cell, panel) => {
      if (!cell) return true;
      return pointsOf(panel).every((coordinate, i) => {
        const size = i % 2 === 0 ? cell.width : cell.height;
        return coordinate >= EDGE && coordinate <= size - EDGE;
      });
    });
  }
}
