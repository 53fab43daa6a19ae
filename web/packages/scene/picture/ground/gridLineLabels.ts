import { unitNotation } from '@iklab/core/format';
import { Vector3 } from 'three';
import { createElement } from '../../dom/createElement.ts';
import {
  type MechanismShape,
  maxLimbRadius,
  RELATIVE_FOOT_RADIUS,
} from '../bodies/mechanismShape.ts';
import type { PaneCameras } from '../panes/paneCameras.ts';
import type { PaneCell } from '../panes/paneCells.ts';
import { NARROW_PANE_WIDTH } from '../panes/paneInsets.ts';
import type { PaneProjection } from '../panes/paneProjection.ts';
import type { SceneResources } from '../sceneResources.ts';
import type { StageState } from '../stageState.ts';
import { chooseLabelledGridLine, makeGroundGridLines } from './chooseLabelledGridLine.ts';
import { groundGridSpacing } from './ground.ts';

const MIN_PANE_HEIGHT = 180; // Minimum height of a pane with a label, CSS px.
const LETTER = 7; // Maximum width of a letter, CSS px.
const LABEL_SIZE = { height: 16, below: 3 };
const point = new Vector3();

export class GridLineLabels {
  readonly #state: StageState;
  readonly #cameras: PaneCameras;
  readonly #projection: PaneProjection;
  readonly #lines: readonly Vector3[];
  readonly #feet: readonly Vector3[];
  readonly #projected: Float32Array;
  readonly #scales: readonly GridLabel[];
  readonly #words: string;

  constructor(
    { shape, scene }: SceneResources,
    state: StageState,
    cameras: PaneCameras,
    projection: PaneProjection,
  ) {
    this.#state = state;
    this.#cameras = cameras;
    this.#projection = projection;
    const step = groundGridSpacing(shape);
    const [base] = shape.bases;
    this.#lines = makeGroundGridLines(step, shape.unit).map(
      ([x, z]) => new Vector3(x + (base?.x ?? 0), shape.floor, z + (base?.z ?? 0)),
    );
    this.#feet = shape.bases.flatMap((basePoint) => baseOutline(basePoint, shape));
    this.#projected = new Float32Array(2 * this.#lines.length);
    this.#words = unitNotation('m', { scene: scene.scenario.unit }).textWithUnit(step);
    this.#scales = state.elements.map((element) => new GridLabel(element, this.#words));
  }

  /** Chooses the grid lines with labels. Call ten times per second. */
  chooseLines(): void {
    const { cells, shared } = this.#state;
    const first = cells.findIndex((cell) => cell !== null);
    this.#scales.forEach((scale, pane) => {
      const cell = cells[pane];
      const isLabelled = cell && (pane === first || !shared) && this.#isLargeEnough(cell);
      scale.line = isLabelled ? this.#findLine(pane, cell, scale.line) : -1;
    });
    this.updateLabels();
  }

  /** Moves the labels along with the grid lines. Call every frame. */
  updateLabels(): void {
    this.#scales.forEach((scale, pane) => {
      const cell = this.#state.cells[pane];
      if (cell && scale.line >= 0) {
        for (const end of [0, 1]) this.#projectEnd(2 * scale.line + end, pane, cell);
        scale.placeBetween(this.#projected.subarray(4 * scale.line, 4 * scale.line + 4));
      } else scale.hide();
    });
  }

  dispose(): void {
    for (const scale of this.#scales) scale.remove();
  }

  get #pixel(): number {
    return this.#state.targets?.pixel ?? 1;
  }

  #isLargeEnough({ width, height }: PaneCell): boolean {
    const pixel = this.#pixel;
    return width >= NARROW_PANE_WIDTH * pixel && height >= MIN_PANE_HEIGHT * pixel;
  }

  #findLine(pane: number, cell: PaneCell, current: number): number {
    for (let i = 0; i < this.#lines.length; i++) this.#projectEnd(i, pane, cell);
    const feet = this.#feet.flatMap((at) => {
      this.#projectPoint(at, pane, cell);
      return [point.x, point.y];
    });
    const words = { ...LABEL_SIZE, width: LETTER * this.#words.length };
    const { width, height } = cell;
    const limbs = [...feet, ...this.#visibleLimbs(pane)];
    const rings = this.#projection.rings(pane);
    const [pixel, { overlays }] = [this.#pixel, this.#state];
    return chooseLabelledGridLine(
      this.#projected,
      words,
      { width, height, pixel, limbs, rings, overlays },
      current,
    );
  }

  #visibleLimbs(pane: number): readonly number[] {
    if (!this.#state.shared) return Array.from(this.#projection.limbs(pane));
    return this.#state.cells.flatMap((cell, each) =>
      cell ? Array.from(this.#projection.limbs(each)) : [],
    );
  }

  #projectEnd(i: number, pane: number, cell: PaneCell): void {
    this.#projectPoint(this.#lines[i] as Vector3, pane, cell);
    this.#projected[2 * i] = point.x;
    this.#projected[2 * i + 1] = point.y;
  }

  #projectPoint(source: Vector3, pane: number, { width, height }: PaneCell): void {
    point.copy(source).project(this.#cameras.get(pane));
    if (Math.abs(point.z) > 1) point.set(Number.NaN, Number.NaN, 0);
    else point.set((point.x / 2 + 0.5) * width, (0.5 - point.y / 2) * height, 0);
  }
}

function baseOutline(base: Vector3, shape: MechanismShape): Vector3[] {
  const foot = base.clone().setY(shape.floor);
  const radius = RELATIVE_FOOT_RADIUS * maxLimbRadius(shape);
  const rim = [-1, 1].flatMap((side) => [
    foot.clone().setX(foot.x + side * radius),
    foot.clone().setZ(foot.z + side * radius),
  ]) as [Vector3, Vector3, Vector3, Vector3];
  return [base, foot, rim[0], rim[2], rim[1], rim[3]];
}

class GridLabel {
  line = -1;
  readonly #bar = createElement('i');
  readonly #words: HTMLElement;
  readonly #element: HTMLElement;
  readonly #ends = new Float32Array(4);

  constructor(pane: HTMLElement, words: string) {
    this.#words = createElement('span', {}, words);
    const properties = { className: 'grid-scale', hidden: true };
    this.#element = createElement('span', properties, this.#bar, this.#words);
    pane.querySelector('.tags')?.append(this.#element);
  }

  /** Places the bar and the label between two points: x and y of both, px. */
  placeBetween(ends: Float32Array): void {
    this.#element.hidden = false;
    if (ends.every((coordinate, i) => coordinate === this.#ends[i])) return;
    this.#ends.set(ends);
    const [x0, y0, x1, y1] = ends as unknown as [number, number, number, number];
    const angle = Math.atan2(y1 - y0, x1 - x0);
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2].map(Math.round);
    this.#bar.style.width = `${Math.hypot(x1 - x0, y1 - y0).toFixed(1)}px`;
    this.#bar.style.transform = `translate(${x0.toFixed(1)}px, ${y0.toFixed(1)}px) rotate(${angle.toFixed(4)}rad)`;
    this.#words.style.transform = `translate(${x}px, ${y}px) translateX(-50%)`;
  }

  hide(): void {
    this.#element.hidden = true;
  }

  remove(): void {
    this.#element.remove();
  }
}
