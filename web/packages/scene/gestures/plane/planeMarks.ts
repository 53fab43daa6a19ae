import { Color } from 'three';
import { readDesignTokens } from '../../dom/readDesignTokens.ts';
import { stylePixel as pixel } from '../../dom/stylePixel.ts';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import type { PaneCell, PanePoint } from '../../picture/panes/paneCells.ts';
import { projectToPane } from '../../picture/panes/projectToPane.ts';
import type { PaneDrag, PaneMarks } from '../draggable.ts';
import { computeCameraDepth } from '../pointDrag.ts';
import { type PlaneCellColors, PlaneCellsMesh } from './planeCellsMesh.ts';
import { makePlaneDrag, type PlaneDragView } from './planeDrag.ts';
import { type MovablePlane, PlaneKeyboardControls } from './planeKeyboardControls.ts';
import { PlaneKnobs } from './planeKnobs.ts';
import {
  makePlaneKnobs,
  type PlaneKnob,
  planeCorners,
  planeKnobsInView,
  type ScenePlane,
} from './scenePlane.ts';

const PICK_DISTANCES = { knob: 20, edge: 7 }; // Pick distances, px of the style sheets.
const INSET = { side: 16, top: 40 }; // From the border of a pane, px of the style sheets.
const MIN_LIFT_DISTANCE = 18; // Minimum distance of the lift knob from the centre, px of the style sheets.

interface Pane {
  readonly picture: PlaneCellsMesh;
  readonly knobs: PlaneKnobs;
  plane: ScenePlane | null;
  lifts: boolean;
  places: readonly PlaneKnob[];
}

export interface PlaneEvents extends MovablePlane {
  /** Index of the pane that shows the plane in a shared view; null if all panes show it. */
  readonly onlyPane: number | null;
}

export class PlaneMarks implements PaneMarks {
  readonly #bones: MechanismContext;
  readonly #changed: () => void;
  readonly #events: PlaneEvents;
  readonly #panes: Pane[] = [];
  readonly #keys: PlaneKeyboardControls;
  readonly #hatch: Color;

  constructor(bones: MechanismContext, changed: () => void, events: PlaneEvents) {
    this.#bones = bones;
    this.#hatch = hatchColor(bones.root);
    this.#changed = changed;
    this.#events = events;
    this.#keys = new PlaneKeyboardControls(events, () => {
      const pane = this.#first;
      return pane < 0 ? null : { camera: bones.camera(pane), world: bones.armature(pane).world };
    });
  }

  get element(): HTMLElement {
    return this.#keys.element;
  }

  get #first(): number {
    return this.#events.onlyPane ?? this.#bones.cells().findIndex((cell) => cell !== null);
  }

  paint(pane: number, cells: PlaneCellColors): void {
    this.#getPane(pane)?.picture.paint(cells);
    this.#changed();
  }

  repaint(): void {
    this.#hatch.copy(hatchColor(this.#bones.root));
    for (const { knobs } of this.#panes) knobs.paint();
    this.#changed();
  }

  #getPane(pane: number): Pane | null {
    if (pane >= this.#bones.cells().length) return null;
    this.#panes[pane] ??= {
      picture: new PlaneCellsMesh(this.#hatch, this.#bones.resolution, pixel()),
      knobs: new PlaneKnobs(this.#bones),
      plane: null,
      lifts: false,
      places: [],
    };
    return this.#panes[pane] as Pane;
  }

  follow(): void {
    const { plane, onlyPane } = this.#events;
    this.#bones.cells().forEach((cell, i) => {
      const pane = this.#getPane(i) as Pane;
      const isVisible = cell !== null && (onlyPane ?? i) === i;
      pane.picture.show(isVisible);
      const sight = this.#viewOf(i);
      if (!isVisible || !sight) {
        pane.knobs.hide();
        Object.assign(pane, { plane: null, places: [] });
        return;
      }
      const [lifts, places] = [canLift(sight, plane), visibleKnobs(sight, plane)];
      const stay = haveSamePositions(places, pane.places);
      if (pane.plane !== plane || pane.lifts !== lifts || !stay) {
        const { world } = this.#bones.armature(i);
        pane.picture.placeOn(world, plane);
        pane.knobs.placeOn(world, plane, lifts, places);
      }
      Object.assign(pane, { plane, lifts, places });
    });
    this.#placeButtons();
  }

  #placeButtons(): void {
    const sight = this.#viewOf(this.#first);
    if (!sight) return;
    const { cell } = sight;
    for (const kind of ['move', 'size', 'turn'] as const) {
      const places = visibleKnobs(sight, this.#events.plane);
      const knob = places.find((each) => each.kind === kind) as PlaneKnob;
      const { x, y } = projectKnob(sight, knob);
      const clampTo = (at: number, most: number): number => Math.max(0, Math.min(most, at));
      this.#keys.placeAt(kind, {
        x: cell.x + clampTo(x, cell.width),
        y: cell.y + clampTo(y, cell.height),
      });
    }
    this.#keys.updateLabels();
  }

  #viewOf(pane: number): PlaneDragView | null {
    const cell = this.#bones.cells()[pane];
    if (!cell) return null;
    return { camera: this.#bones.camera(pane), cell, world: this.#bones.armature(pane).world };
  }

  dragAt(pane: number, spot: PanePoint): PaneDrag | null {
    const { onlyPane, plane } = this.#events;
    const sight = this.#viewOf(onlyPane ?? pane);
    const knob = sight && (findKnob(sight, plane, spot) ?? findEdge(sight, plane, spot));
    if (!knob) return null;
    let drag: ((pointer: PanePoint) => ScenePlane) | null = null;
    return {
      startsImmediately: true, // Also for touch.
      grab: () => {
        drag = makePlaneDrag(knob, plane, sight, spot);
      },
      moveTo: (pointer) => {
        if (drag) this.#movePlane(drag(pointer));
      },
      release: () => {
        drag = null;
      },
      cancel: () => {
        drag = null;
        this.#movePlane(plane);
      },
    };
  }

  #movePlane(plane: ScenePlane): void {
    this.#events.moveTo(plane);
    this.#keys.updateLabels();
  }

  dispose(): void {
    for (const { picture, knobs } of this.#panes) {
      picture.dispose();
      knobs.dispose();
    }
    this.element.remove();
  }
}

const hatchColor = (root: HTMLElement): Color =>
  readDesignTokens(root, (token) => new Color(token('hair-2')).convertLinearToSRGB());

const projectKnob = (
  { camera, cell, world }: PlaneDragView,
  { place: position }: Pick<PlaneKnob, 'place'>,
): PanePoint => projectToPane(camera, cell, world.localToWorld(position.clone()));

function visibleKnobs(sight: PlaneDragView, plane: ScenePlane): readonly PlaneKnob[] {
  const { camera, cell, world } = sight;
  const [side, top] = [INSET.side * pixel(), INSET.top * pixel()];
  return planeKnobsInView(plane, (position) => {
    if (computeCameraDepth(camera, world.localToWorld(position.clone())) <= 0) return false;
    const { x, y } = projectKnob(sight, { place: position });
    return x > side && x < cell.width - side && y > top && y < cell.height - side;
  });
}

const haveSamePositions = (a: readonly PlaneKnob[], b: readonly PlaneKnob[]): boolean =>
  a.length === b.length && a.every(({ place: position }, i) => b[i]?.place.equals(position));

function canLift(sight: PlaneDragView, plane: ScenePlane): boolean {
  const knobs = makePlaneKnobs(plane);
  const [from, to] = [knobs[0], knobs.at(-1)].map((knob) => projectKnob(sight, knob as PlaneKnob));
  if (!from || !to) return false;
  return Math.hypot(from.x - to.x, from.y - to.y) > MIN_LIFT_DISTANCE * pixel();
}

/** Returns the knob nearest to a point of the pane, or null. Of coincident knobs, `move` wins. */
function findKnob(sight: PlaneDragView, plane: ScenePlane, spot: PanePoint): PlaneKnob | null {
  let least = PICK_DISTANCES.knob * pixel();
  let found: PlaneKnob | null = null;
  const lifts = canLift(sight, plane);
  for (const knob of visibleKnobs(sight, plane)) {
    if (knob.kind === 'lift' && !lifts) continue;
    const { x, y } = projectKnob(sight, knob);
    const away = Math.hypot(x - spot.x, y - spot.y);
    if (away < least - 1) [least, found] = [away, knob];
  }
  return found;
}

function findEdge(sight: PlaneDragView, plane: ScenePlane, spot: PanePoint): PlaneKnob | null {
  const corners = planeCorners(plane).map((place) => projectKnob(sight, { place }));
  const near = corners.some((from, i) => {
    const to = corners[(i + 1) % 4] as PaneCell | PanePoint;
    const [right, down] = [to.x - from.x, to.y - from.y];
    const long = right * right + down * down;
    const share = long > 0 ? ((spot.x - from.x) * right + (spot.y - from.y) * down) / long : 0;
    const clamped = Math.max(0, Math.min(1, share));
    const off = Math.hypot(from.x + clamped * right - spot.x, from.y + clamped * down - spot.y);
    return off < PICK_DISTANCES.edge * pixel();
  });
  return near ? { kind: 'move', place: (makePlaneKnobs(plane)[0] as PlaneKnob).place } : null;
}
