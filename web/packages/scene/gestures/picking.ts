import type { Vec3 } from '@iklab/core/scenario';
import { projectOntoPlane } from '@iklab/core/scenario/targets';
import type { PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { findNearest, type PaneCell, type PanePoint } from '../picture/panes/paneCells.ts';
import type { Targets } from '../picture/targets/targets.ts';
import type { LinkDragging } from './mechanism/linkDragging.ts';
import {
  type DragActions,
  type DragMode,
  depthOf,
  PointDrag,
  pointAtDepth,
  roundToPixel,
} from './pointDrag.ts';
import type { RotationHandles } from './targets/rotationHandles.ts';
import type { TargetMover } from './targets/targetMover.ts';

export interface PickingContext {
  readonly targets: Targets;
  /** Null if links cannot be dragged, or not yet. */
  readonly links: LinkDragging | null;
  readonly rotation: RotationHandles;
  camera(pane: number): PerspectiveCamera;
  /** Positions of the rings in a pane, x and y each, px. */
  rings(pane: number): ArrayLike<number>;
  size(pane: number): PaneCell;
}

export type PointerKind = 'mouse' | 'finger';

const RING_REACH = { mouse: 17, finger: 22 }; // Around the centre of a ring, px of the style sheets.
const RIM_REACH = { mouse: 27, finger: 40 }; // Around the same centre: the rim rotates the target.
const KNOB_REACH = { mouse: 9, finger: 18 }; // Around the end of an arm, px of the style sheets.

/**
 * The target at a point of a pane. `rotationDrag`: how a drag rotates it; null if a drag moves it.
 */
interface PickedRing {
  readonly index: number;
  readonly rotationDrag: { orientationAt(spot: PanePoint): Quaternion } | null;
}

/** A drag of a ring, its rim, the end of an arm, a link, or the origin of a joint. */
export interface PaneDrag extends DragActions {
  /** Index of the target; −1 for a link or the origin of a joint. */
  readonly index: number;
  readonly pane: number;
  /** Called every frame, so that a target with a motion stays under the pointer. */
  follow?(): void;
}

export class Picking {
  readonly #context: PickingContext;
  readonly #mover: TargetMover;

  constructor(pickable: PickingContext, mover: TargetMover) {
    this.#context = pickable;
    this.#mover = mover;
  }

  /** The disc takes precedence, so that a ring can always be moved, wherever its arms are. */
  findRing(pane: number, spot: PanePoint, kind: PointerKind): PickedRing | null {
    const { rotation, targets } = this.#context;
    const rings = this.#context.rings(pane);
    const { pixel } = targets;
    const index = findNearest(rings, spot, pixel * RING_REACH[kind]);
    if (index >= 0) return { index, rotationDrag: null };
    const [camera, size] = [this.#context.camera(pane), this.#context.size(pane)];
    return (
      rotation.findArm(camera, size, spot, pixel * KNOB_REACH[kind]) ??
      rotation.findRim(camera, rings, spot, pixel * RIM_REACH[kind])
    );
  }

  /** Null if there is none. */
  targetDrag(pane: number, spot: PanePoint, kind: PointerKind): PaneDrag | null {
    const found = this.findRing(pane, spot, kind);
    if (!found) return null;
    const { index, rotationDrag } = found;
    const move = rotationDrag
      ? {
          moveTo: (pointer: PanePoint) =>
            this.#mover.rotate(
              this.#context.targets.toScenario(rotationDrag.orientationAt(pointer)),
            ),
        }
      : this.#moveDrag(index, pane, spot);
    return {
      index,
      pane,
      ...move,
      grab: () => this.#mover.grab(index),
      release: () => this.#mover.release(true),
      cancel: () => this.#mover.cancel(),
    };
  }

  #moveDrag(index: number, pane: number, spot: PanePoint): Pick<PaneDrag, 'moveTo' | 'follow'> {
    const { targets } = this.#context;
    const [camera, size] = [this.#context.camera(pane), this.#context.size(pane)];
    let start = targets.positionOf(index);
    // A ring that is held at the edge of the pane jumps to the pointer.
    if (targets.isAtEdge(index))
      start = pointAtDepth(camera, size, spot, depthOf(camera, start)).clone();
    const drag = new PointDrag(camera, size, spot, start, targets.dragPlane(index));
    let position: Vector3 | null = null;
    let how: DragMode = 'plane';
    return {
      moveTo: (pointer, mode) => {
        how = mode;
        position = drag.pointAt(pointer, mode);
        this.#mover.moveTo(this.#roundedBase(index, pane, position, mode));
      },
      follow: () => {
        if (position && targets.hasMotion(index))
          this.#mover.moveTo(this.#roundedBase(index, pane, position, how));
      },
    };
  }

  /** Null if there is none. */
  linkDrag(pane: number, spot: PanePoint): PaneDrag | null {
    const bend = this.#context.links?.dragAt(pane, spot);
    return bend ? { index: -1, pane, ...bend } : null;
  }

  /** Moves a target to a point of a pane: in its plane, or at its current depth. */
  placeTarget(index: number, pane: number, spot: PanePoint, mode: DragMode): void {
    const { targets } = this.#context;
    const [camera, size] = [this.#context.camera(pane), this.#context.size(pane)];
    const start = pointAtDepth(camera, size, spot, depthOf(camera, targets.positionOf(index)));
    const drag = new PointDrag(camera, size, spot, start, targets.dragPlane(index));
    this.#mover.placeAt(index, this.#roundedBase(index, pane, drag.pointAt(spot, mode), mode));
  }

  /** Returns the base of a target, rounded; in mode `plane`, it is exactly in the plane. */
  #roundedBase(index: number, pane: number, position: Vector3, mode: DragMode): Vec3 {
    const { targets } = this.#context;
    const camera = this.#context.camera(pane);
    const base = targets.baseAt(index, position);
    const rounded = roundToPixel(base, camera, this.#context.size(pane), depthOf(camera, position));
    const plane = mode === 'plane' ? targets.plane(index) : null;
    return plane ? projectOntoPlane(plane, rounded) : rounded;
  }
}
