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

export interface PickingContext {
  readonly targets: Targets;
  /** Null if links cannot be dragged, or not yet. */
  readonly links: LinkDragging | null;
  /** Null if targets cannot be rotated. */
  readonly rotation: RotationHandles | null;
  camera(pane: number): PerspectiveCamera;
  /** Positions of the rings in a pane, x and y each, px. */
  rings(pane: number): ArrayLike<number>;
  size(pane: number): Cell;
}

export type PointerKind = 'mouse' | 'finger';

const REACH = { mouse: 17, finger: 22 }; // Around the centre of a ring, px of the style sheets.
const TURNS = { mouse: 27, finger: 40 }; // Around the same centre: the rim rotates the target.
const KNOB = { mouse: 9, finger: 18 }; // Around the end of an arm, px of the style sheets.

/** The target at a point of a pane. `turn`: how a drag rotates it; null if a drag moves it. */
interface PickedRing {
  readonly index: number;
  readonly turn: { to(spot: PanePoint): Quaternion } | null;
}

/** A drag of a ring, its rim, the end of an arm, a link, or the origin of a joint. */
export interface PaneDrag extends DragActions {
  /** Index of the target; −1 for a link or the origin of a joint. */
  readonly index: number;
  readonly pane: number;
  /** Called every frame, so that a target with a motion stays under the pointer. */
  follow?(): void;
}

/** Finds what is at a point of a pane, and what a drag there does. */
export class Picking {
  readonly #in: PickingContext;
  readonly #mover: TargetMover;

  constructor(pickable: PickingContext, mover: TargetMover) {
    this.#in = pickable;
    this.#mover = mover;
  }

  /** The disc takes precedence, so that a ring can always be moved, wherever its arms are. */
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

  /** Returns the drag of a target at a point; null if there is none. */
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
    // A ring that is held at the edge of the pane jumps to the pointer.
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

  /** Returns the drag of a link at a point; null if there is none. */
  link(pane: number, spot: PanePoint): PaneDrag | null {
    const bend = this.#in.links?.dragAt(pane, spot);
    return bend ? { index: -1, pane, ...bend } : null;
  }

  /** Moves a target to a point of a pane: in its plane, or at its current depth. */
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
