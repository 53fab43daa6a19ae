import type { Vec3 } from '@iklab/core/scenario';
import { Vector3 } from 'three';
import { stylePixel } from '../../dom/stylePixel.ts';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import type { PaneCell, PanePoint } from '../../picture/panes/paneCells.ts';
import { projectToPane } from '../../picture/panes/projectToPane.ts';
import type { PaneDrag, PaneMarks, PointerKind } from '../draggable.ts';
import './curveMarks.css';

const PICK_DISTANCE: Readonly<Record<PointerKind, number>> = { mouse: 14, finger: 24 }; // px
const RADIUS = 8; // Of the knob, px.
const REACH = 0.2; // Share of the curve to each side on which the pointer is searched.
const SVG = 'http://www.w3.org/2000/svg';

/** A closed curve in the scenario frame. Its first point follows the last one. */
export interface MarkedCurve {
  readonly points: readonly Vec3[];
  /** Returns whether the part after a point is drawn as outside. */
  isOutside(index: number): boolean;
}

export interface CurveEvents {
  readonly curve: MarkedCurve;
  /** Place of the knob: index of a point, with a fraction; null hides curve and knob. */
  readonly knob: number | null;
  /** Begins a drag; returns a function that cancels it. */
  begin(): () => void;
  /** Moves the knob. */
  moveTo(place: number): void;
}

interface Pane {
  readonly svg: SVGSVGElement;
  readonly inside: SVGPathElement;
  readonly outside: SVGPathElement;
  readonly knob: SVGCircleElement;
  /** Points of the curve in the pane, px; empty while hidden. */
  points: readonly PanePoint[];
  /** Last inputs, to skip equal updates. */
  key: readonly number[];
}

/** A curve with a knob over the panes, which the pointer moves along the curve. */
export class CurveMarks implements PaneMarks {
  readonly element: HTMLElement = document.createElement('div');
  readonly #bones: MechanismContext;
  readonly #events: CurveEvents;
  readonly #panes: Pane[] = [];

  constructor(bones: MechanismContext, events: CurveEvents) {
    this.#bones = bones;
    this.#events = events;
    this.element.className = 'curve-marks';
    this.element.setAttribute('aria-hidden', 'true'); // A slider serves keyboards.
  }

  follow(): void {
    const cells = this.#bones.cells();
    cells.forEach((cell, i) => {
      this.#panes[i] ??= this.#makePane();
      const isRepeated = cell !== null && cells.findIndex((each) => isSameCell(each, cell)) < i;
      this.#followPane(i, isRepeated ? null : cell);
    });
  }

  #followPane(index: number, cell: PaneCell | null): void {
    const pane = this.#panes[index] as Pane;
    const { knob: place } = this.#events;
    pane.svg.style.display = cell && place !== null ? '' : 'none';
    if (!cell || place === null) {
      pane.points = pane.key = [];
      return;
    }
    if (this.#isViewNew(index, cell)) this.#draw(index, cell);
    const { x, y } = pointAt(pane.points, place);
    pane.knob.setAttribute('cx', x.toFixed(1));
    pane.knob.setAttribute('cy', y.toFixed(1));
  }

  /** Returns whether the view of a pane changed since the last call. */
  #isViewNew(index: number, cell: PaneCell): boolean {
    const pane = this.#panes[index] as Pane;
    const camera = this.#bones.camera(index);
    camera.updateMatrixWorld();
    const [view, lens] = [camera.matrixWorld.elements, camera.projectionMatrix.elements];
    const { key } = pane;
    const isSame =
      key.length === 36 &&
      view.every((value, i) => value === key[i]) &&
      lens.every((value, i) => value === key[16 + i]) &&
      [cell.x, cell.y, cell.width, cell.height].every((value, i) => value === key[32 + i]);
    if (!isSame) pane.key = [...view, ...lens, cell.x, cell.y, cell.width, cell.height];
    return !isSame;
  }

  #draw(index: number, cell: PaneCell): void {
    const pane = this.#panes[index] as Pane;
    const { curve } = this.#events;
    const camera = this.#bones.camera(index);
    const { world } = this.#bones.armature(index);
    pane.points = curve.points.map((point) =>
      projectToPane(camera, cell, world.localToWorld(new Vector3(...point))),
    );
    const paths = { inside: '', outside: '' };
    pane.points.forEach((from, k) => {
      const to = pane.points[(k + 1) % pane.points.length] as PanePoint;
      paths[curve.isOutside(k) ? 'outside' : 'inside'] +=
        `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
    });
    pane.inside.setAttribute('d', paths.inside);
    pane.outside.setAttribute('d', paths.outside);
    for (const name of ['x', 'y', 'width', 'height'] as const)
      pane.svg.setAttribute(name, String(cell[name]));
    pane.svg.style.cssText = `position:absolute;left:${cell.x}px;top:${cell.y}px;width:${cell.width}px;height:${cell.height}px`;
  }

  #makePane(): Pane {
    const make = <K extends keyof SVGElementTagNameMap>(name: K) =>
      document.createElementNS(SVG, name) as SVGElementTagNameMap[K];
    const [svg, inside, outside, knob] = [make('svg'), make('path'), make('path'), make('circle')];
    outside.setAttribute('data-outside', '');
    knob.setAttribute('r', String(RADIUS * stylePixel()));
    svg.append(outside, inside, knob);
    this.element.append(svg);
    return { svg, inside, outside, knob, points: [], key: [] };
  }

  dragAt(index: number, spot: PanePoint, kind: PointerKind): PaneDrag | null {
    const shown = this.#panes[index]?.points.length ? index : this.#firstShown;
    const points = this.#panes[shown]?.points ?? [];
    const { knob: start } = this.#events;
    if (start === null || points.length === 0) return null;
    const { x, y } = pointAt(points, start);
    if (Math.hypot(x - spot.x, y - spot.y) > PICK_DISTANCE[kind] * stylePixel()) return null;
    let place = start;
    const cancel = this.#events.begin();
    return {
      startsImmediately: true, // Also for touch.
      grab: () => {},
      moveTo: (pointer) => {
        const now = this.#panes[shown]?.points ?? [];
        if (now.length === 0) return;
        place = nearestPlace(now, pointer, place);
        this.#events.moveTo(place);
      },
      release: () => {},
      cancel,
    };
  }

  /** Index of the pane that shows the curve for all panes of a shared view; −1 if none does. */
  get #firstShown(): number {
    return this.#panes.findIndex(({ points }) => points.length > 0);
  }

  dispose(): void {
    this.element.remove();
  }
}

const isSameCell = (a: PaneCell | null, b: PaneCell): boolean =>
  a !== null && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

const modulo = (value: number, length: number): number =>
  value - length * Math.floor(value / length);

/** Interpolates between the points of a closed polyline. */
function pointAt(points: readonly PanePoint[], place: number): PanePoint {
  const at = modulo(place, points.length);
  const index = Math.min(Math.floor(at), points.length - 1);
  const [a, b] = [points[index], points[(index + 1) % points.length]] as [PanePoint, PanePoint];
  const share = at - index;
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}

/**
 * Returns the place on a closed polyline nearest to a point, near the place `from`: where the far
 * side covers the near side, the place stays on its side.
 */
export function nearestPlace(
  points: readonly PanePoint[],
  { x, y }: PanePoint,
  from: number,
): number {
  const count = points.length;
  const reach = Math.ceil(REACH * count);
  const first = Math.floor(modulo(from, count));
  let [least, place] = [Number.POSITIVE_INFINITY, from];
  for (let step = -reach; step <= reach; step++) {
    const index = modulo(first + step, count);
    const [a, b] = [points[index], points[(index + 1) % count]] as [PanePoint, PanePoint];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const square = dx * dx + dy * dy;
    const along = square > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0;
    const share = Math.max(0, Math.min(1, along));
    const distance = Math.hypot(a.x + share * dx - x, a.y + share * dy - y);
    if (distance >= least) continue;
    [least, place] = [distance, modulo(index + share, count)];
  }
  return place;
}
