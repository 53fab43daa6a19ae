import { ontoPlane, type Vec3 } from 'iklab/scenario';
import type { PerspectiveCamera, Quaternion, Vector3 } from 'three';
import type { LinkDragging } from './linkDragging.ts';
import { type Cell, nearest } from './paneCells.ts';
import {
  type DragActions,
  type DragMode,
  depthOf,
  onPlane,
  type PanePoint,
  PointDrag,
  roundedPlace,
} from './pointDrag.ts';
import type { RotationHandles } from './rotationHandles.ts';
import type { TargetMover } from './targetMover.ts';
import type { Targets } from './targets.ts';

/** What can be picked, and from where it is seen. */
export interface PickingContext {
  readonly targets: Targets;
  /** What takes links; null: nobody does, or not yet. */
  readonly links: LinkDragging | null;
  /** What turns a target; null: nobody listens to that. */
  readonly rotation: RotationHandles | null;
  camera(pane: number): PerspectiveCamera;
  /** Where the rings are in a pane, x and y in pixels. */
  rings(pane: number): ArrayLike<number>;
  size(pane: number): Cell;
}

export type PointerKind = 'mouse' | 'finger';

const REACH = { mouse: 17, finger: 22 }; // px of the style sheets about the middle of a ring: its disc, which moves it
const TURNS = { mouse: 27, finger: 40 }; // px about the same: its rim, which turns it
const KNOB = { mouse: 9, finger: 18 }; // px about the end of an arm

/** What a place of a pane belongs to, and what turns its target there; null: it is moved. */
interface PickedRing {
  readonly index: number;
  readonly turn: { to(spot: PanePoint): Quaternion } | null;
}

/** Something in the hand: a ring, its rim, the end of an arm, a link, the origin of a joint. */
export interface PaneDrag extends DragActions {
  /** Of the target, −1: it is a link, or the origin of a joint. */
  readonly index: number;
  readonly pane: number;
  /** At every picture: what moves by itself stays under the pointer. */
  follow?(): void;
}

/** Finds what is under a place of a pane, and what a hand there does to it. */
export class Picking {
  readonly #in: PickingContext;
  readonly #mover: TargetMover;

  constructor(pickable: PickingContext, mover: TargetMover) {
    this.#in = pickable;
    this.#mover = mover;
  }

  /** A disc first: a ring can always be moved, however its arms lie. */
  find(pane: number, spot: PanePoint, kind: PointerKind): PickedRing | null {
    const { rotation, targets } = this.#in;
    const rings = this.#in.rings(pane);
    const { pixel } = targets;
    const index = nearest(rings, spot, pixel * REACH[kind]);
    if (index >= 0) return { index, turn: null };
    if (!rotation) return null;
    const [camera, size] = [this.#in.camera(pane), this.#in.size(pane)];
    return (
      rotation.armAt(camera, size, spot, pixel * KNOB[kind]) ??
      rotation.rimAt(camera, rings, spot, pixel * TURNS[kind])
    );
  }

  /** What is taken of a target here; null: none is near. */
  target(pane: number, spot: PanePoint, kind: PointerKind): PaneDrag | null {
    const found = this.find(pane, spot, kind);
    if (!found) return null;
    const { index, turn } = found;
    const move = turn
      ? { moveTo: (at: PanePoint) => this.#mover.turn(this.#in.targets.toScenario(turn.to(at))) }
      : this.#dragged(index, pane, spot);
    return {
      index,
      pane,
      ...move,
      grab: () => this.#mover.grab(index),
      release: () => this.#mover.release(true),
      cancel: () => this.#mover.cancel(),
    };
  }

  #dragged(index: number, pane: number, spot: PanePoint): Pick<PaneDrag, 'moveTo' | 'follow'> {
    const { targets } = this.#in;
    const [camera, size] = [this.#in.camera(pane), this.#in.size(pane)];
    let start = targets.place(index);
    // one that waits at the edge comes to the pointer
    if (targets.isAtEdge(index))
      start = onPlane(camera, size, spot, depthOf(camera, start)).clone();
    const drag = new PointDrag(camera, size, spot, start, targets.dragPlane(index));
    let held: Vector3 | null = null;
    let how: DragMode = 'plane';
    return {
      moveTo: (at, mode) => {
        how = mode;
        held = drag.to(at, mode);
        this.#mover.moveTo(this.#base(index, pane, held, mode));
      },
      follow: () => {
        if (held && targets.hasMotion(index))
          this.#mover.moveTo(this.#base(index, pane, held, how));
      },
    };
  }

  /** A link that is taken here; null: none is. */
  link(pane: number, spot: PanePoint): PaneDrag | null {
    const bend = this.#in.links?.dragAt(pane, spot);
    return bend ? { index: -1, pane, ...bend } : null;
  }

  /** Moves a target to a point of a pane: in its plane, or at its present depth. */
  place(index: number, pane: number, spot: PanePoint, mode: DragMode): void {
    const { targets } = this.#in;
    const [camera, size] = [this.#in.camera(pane), this.#in.size(pane)];
    const start = onPlane(camera, size, spot, depthOf(camera, targets.place(index)));
    const drag = new PointDrag(camera, size, spot, start, targets.dragPlane(index));
    this.#mover.place(index, this.#base(index, pane, drag.to(spot, mode), mode));
  }

  /** In mode `plane`, the rounded base is exactly in the plane. */
  #base(index: number, pane: number, place: Vector3, mode: DragMode): Vec3 {
    const { targets } = this.#in;
    const camera = this.#in.camera(pane);
    const base = targets.baseAt(index, place);
    const rounded = roundedPlace(base, camera, this.#in.size(pane), depthOf(camera, place));
    const plane = mode === 'plane' ? targets.plane(index) : null;
    return plane ? ontoPlane(plane, rounded) : rounded;
  }
}
