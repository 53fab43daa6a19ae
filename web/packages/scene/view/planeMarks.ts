/** A plane with coloured cells in every pane, which the user can move, resize and rotate. */
import { Color } from 'three';
import { readTokens } from '../dom/designTokens.ts';
import { unit as pixel } from '../dom/unit.ts';
import type { MechanismContext } from './mechanismContext.ts';
import type { Cell } from './paneCells.ts';
import type { PaneMarks } from './paneMarks.ts';
import { type PlaneView, planeDrag } from './planeDrag.ts';
import { type MovedPlane, PlaneKeys } from './planeKeys.ts';
import { PlaneKnobs } from './planeKnobs.ts';
import { type PlaneCells, PlanePicture } from './planePicture.ts';
import { type DragActions, depthOf, type PanePoint } from './pointDrag.ts';
import { cornersOf, knobsOf, knobsWithin, type PlaneKnob, type ScenePlane } from './scenePlane.ts';
import { screenPlace } from './screenPlace.ts';

const REACH = { knob: 20, edge: 7 }; // Pick distances, px of the style sheets.
const INSET = { side: 16, top: 40 }; // From the border of a pane, px of the style sheets.
const APART = 18; // Minimum distance of the lift knob from the centre, px of the style sheets.

interface Pane {
  readonly picture: PlanePicture;
  readonly knobs: PlaneKnobs;
  /** As last drawn; null while hidden. */
  plane: ScenePlane | null;
  lifts: boolean;
  places: readonly PlaneKnob[];
}

export interface PlaneEvents extends MovedPlane {
  /** The only pane that shows the plane, in a shared view; null if every pane shows it. */
  readonly onlyPane: number | null;
}

export class PlaneMarks implements PaneMarks {
  readonly #bones: MechanismContext;
  readonly #changed: () => void;
  readonly #events: PlaneEvents;
  readonly #panes: Pane[] = [];
  readonly #keys: PlaneKeys;
  readonly #hatch: Color;

  constructor(bones: MechanismContext, changed: () => void, events: PlaneEvents) {
    this.#bones = bones;
    this.#hatch = hatchColor(bones.root);
    this.#changed = changed;
    this.#events = events;
    this.#keys = new PlaneKeys(events, () => {
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

  paint(pane: number, cells: PlaneCells): void {
    this.#pane(pane)?.picture.paint(cells);
    this.#changed();
  }

  /** Applies the colours of the current theme. */
  repaint(): void {
    this.#hatch.copy(hatchColor(this.#bones.root));
    for (const { knobs } of this.#panes) knobs.paint();
    this.#changed();
  }

  #pane(pane: number): Pane | null {
    if (pane >= this.#bones.cells().length) return null;
    this.#panes[pane] ??= {
      picture: new PlanePicture(this.#hatch, this.#bones.resolution, pixel()),
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
      const pane = this.#pane(i) as Pane;
      const seen = cell !== null && (onlyPane ?? i) === i;
      pane.picture.show(seen);
      const sight = this.#sight(i);
      if (!seen || !sight) {
        pane.knobs.hide();
        Object.assign(pane, { plane: null, places: [] });
        return;
      }
      const [lifts, places] = [liftsIn(sight, plane), placesIn(sight, plane)];
      const stay = samePlaces(places, pane.places);
      if (pane.plane !== plane || pane.lifts !== lifts || !stay) {
        const { world } = this.#bones.armature(i);
        pane.picture.placeOn(world, plane);
        pane.knobs.placeOn(world, plane, lifts, places);
      }
      Object.assign(pane, { plane, lifts, places });
    });
    this.#stand();
  }

  #stand(): void {
    const sight = this.#sight(this.#first);
    if (!sight) return;
    const { cell } = sight;
    for (const kind of ['move', 'size', 'turn'] as const) {
      const places = placesIn(sight, this.#events.plane);
      const knob = places.find((each) => each.kind === kind) as PlaneKnob;
      const { x, y } = seen(sight, knob);
      const within = (at: number, most: number): number => Math.max(0, Math.min(most, at));
      this.#keys.place(kind, {
        x: cell.x + within(x, cell.width),
        y: cell.y + within(y, cell.height),
      });
    }
    this.#keys.updateLabels();
  }

  #sight(pane: number): PlaneView | null {
    const cell = this.#bones.cells()[pane];
    if (!cell) return null;
    return { camera: this.#bones.camera(pane), cell, world: this.#bones.armature(pane).world };
  }

  dragAt(pane: number, spot: PanePoint): DragActions | null {
    const { onlyPane, plane } = this.#events;
    const sight = this.#sight(onlyPane ?? pane);
    const knob = sight && (knobAt(sight, plane, spot) ?? edgeAt(sight, plane, spot));
    if (!knob) return null;
    let drag: ((at: PanePoint) => ScenePlane) | null = null;
    return {
      startsAtOnce: true, // Also for touch.
      grab: () => {
        drag = planeDrag(knob, plane, sight, spot);
      },
      moveTo: (at) => {
        if (drag) this.#put(drag(at));
      },
      release: () => {
        drag = null;
      },
      cancel: () => {
        drag = null;
        this.#put(plane);
      },
    };
  }

  #put(plane: ScenePlane): void {
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

/** In sRGB, like the colours of the cells. */
const hatchColor = (root: HTMLElement): Color =>
  readTokens(root, (token) => new Color(token('hair-2')).convertLinearToSRGB());

const seen = ({ camera, cell, world }: PlaneView, { place }: Pick<PlaneKnob, 'place'>): PanePoint =>
  screenPlace(camera, cell, world.localToWorld(place.clone()));

/** Keeps the knobs inside the pane, also if the plane is larger. */
function placesIn(sight: PlaneView, plane: ScenePlane): readonly PlaneKnob[] {
  const { camera, cell, world } = sight;
  const [side, top] = [INSET.side * pixel(), INSET.top * pixel()];
  return knobsWithin(plane, (place) => {
    if (depthOf(camera, world.localToWorld(place.clone())) <= 0) return false;
    const { x, y } = seen(sight, { place });
    return x > side && x < cell.width - side && y > top && y < cell.height - side;
  });
}

const samePlaces = (a: readonly PlaneKnob[], b: readonly PlaneKnob[]): boolean =>
  a.length === b.length && a.every(({ place }, i) => b[i]?.place.equals(place));

/** Whether the knob that lifts the plane is apart from its centre on the screen. */
function liftsIn(sight: PlaneView, plane: ScenePlane): boolean {
  const knobs = knobsOf(plane);
  const [from, to] = [knobs[0], knobs.at(-1)].map((knob) => seen(sight, knob as PlaneKnob));
  if (!from || !to) return false;
  return Math.hypot(from.x - to.x, from.y - to.y) > APART * pixel();
}

/** The nearest knob; of several at the same point, the one that moves the plane. */
function knobAt(sight: PlaneView, plane: ScenePlane, spot: PanePoint): PlaneKnob | null {
  let least = REACH.knob * pixel();
  let found: PlaneKnob | null = null;
  const lifts = liftsIn(sight, plane);
  for (const knob of placesIn(sight, plane)) {
    if (knob.kind === 'lift' && !lifts) continue;
    const { x, y } = seen(sight, knob);
    const away = Math.hypot(x - spot.x, y - spot.y);
    if (away < least - 1) [least, found] = [away, knob];
  }
  return found;
}

/** The border moves the plane, too. */
function edgeAt(sight: PlaneView, plane: ScenePlane, spot: PanePoint): PlaneKnob | null {
  const corners = cornersOf(plane).map((place) => seen(sight, { place }));
  const near = corners.some((from, i) => {
    const to = corners[(i + 1) % 4] as Cell | PanePoint;
    const [right, down] = [to.x - from.x, to.y - from.y];
    const long = right * right + down * down;
    const share = long > 0 ? ((spot.x - from.x) * right + (spot.y - from.y) * down) / long : 0;
    const at = Math.max(0, Math.min(1, share));
    const off = Math.hypot(from.x + at * right - spot.x, from.y + at * down - spot.y);
    return off < REACH.edge * pixel();
  });
  return near ? { kind: 'move', place: (knobsOf(plane)[0] as PlaneKnob).place } : null;
}
