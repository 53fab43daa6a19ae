import { projectOntoPlane } from '@iklab/core/scenario/targets';
import type { PerspectiveCamera, Quaternion, Vector3 } from 'three';
import {
  findNearestPosition,
  type PaneCell,
  type PanePoint,
} from '../../picture/panes/paneCells.ts';
import type { DrawnTargets } from '../../picture/targets/drawnTargets.ts';
import type { Draggable, PaneDrag, PointerKind } from '../draggable.ts';
import {
  computeCameraDepth,
  type DragMode,
  PointDrag,
  pointAtDepth,
  roundToPixel,
} from '../pointDrag.ts';
import type { RotationHandles } from './rotationHandles.ts';
import type { TargetMover } from './targetMover.ts';

export interface TargetDragContext {
  readonly targets: DrawnTargets;
  camera(pane: number): PerspectiveCamera;
  /** Returns the positions of the target rings in a pane, x and y each, px. */
  rings(pane: number): ArrayLike<number>;
  cell(pane: number): PaneCell;
}

const RING_REACH = { mouse: 17, finger: 22 }; // Around the centre of a ring, px of the style sheets.
const RIM_REACH = { mouse: 27, finger: 40 }; // Around the same centre: the rim rotates the target.
const KNOB_REACH = { mouse: 9, finger: 18 }; // Around the end of an arm, px of the style sheets.

/**
 * Target under the pointer. `rotationDrag` is the started rotation; null if a drag moves the
 * target.
 */
interface PickedRing {
  readonly index: number;
  readonly rotationDrag: { orientationAt(spot: PanePoint): Quaternion } | null;
}

/**
 * Drags targets. The disc of a ring moves the target. The rim and the axis ends rotate the target.
 */
export class TargetDragging implements Draggable {
  readonly #panes: TargetDragContext;
  readonly #rotation: RotationHandles;
  readonly #mover: TargetMover;

  constructor(panes: TargetDragContext, rotation: RotationHandles, mover: TargetMover) {
    this.#panes = panes;
    this.#rotation = rotation;
    this.#mover = mover;
  }

  /** Finds the target at a point of a pane. The disc of a ring comes before axis ends and rims. */
  findRing(pane: number, spot: PanePoint, kind: PointerKind): PickedRing | null {
    const rings = this.#panes.rings(pane);
    const { pixel } = this.#panes.targets;
    const index = findNearestPosition(rings, spot, pixel * RING_REACH[kind]);
    if (index >= 0) return { index, rotationDrag: null };
    const [camera, cell] = [this.#panes.camera(pane), this.#panes.cell(pane)];
    return (
      this.#rotation.findArm(camera, cell, spot, pixel * KNOB_REACH[kind]) ??
      this.#rotation.findRim(camera, rings, spot, pixel * RIM_REACH[kind])
    );
  }

  dragAt(pane: number, spot: PanePoint, kind: PointerKind): PaneDrag | null {
    const found = this.findRing(pane, spot, kind);
    if (!found) return null;
    const { index, rotationDrag } = found;
    const { targets } = this.#panes;
    const move = rotationDrag
      ? {
          moveTo: (pointer: PanePoint) =>
            this.#mover.rotate(targets.toScenario(rotationDrag.orientationAt(pointer))),
        }
      : this.#moveDrag(index, pane, spot, targets.isAtEdge(index));
    return {
      target: index,
      ...move,
      grab: () => this.#mover.grab(index),
      release: () => this.#mover.release(true),
      cancel: () => this.#mover.cancel(),
    };
  }

  /** Makes the drag that moves a target. A ring at the edge of the pane jumps to the pointer. */
  #moveDrag(
    index: number,
    pane: number,
    spot: PanePoint,
    startsUnderPointer: boolean,
  ): Pick<PaneDrag, 'moveTo' | 'follow'> {
    const { targets } = this.#panes;
    const [camera, cell] = [this.#panes.camera(pane), this.#panes.cell(pane)];
    let start = targets.positionOf(index);
    if (startsUnderPointer)
      start = pointAtDepth(camera, cell, spot, computeCameraDepth(camera, start)).clone();
    const drag = new PointDrag(camera, cell, spot, start, targets.dragPlane(index));
    let last: { readonly position: Vector3; readonly mode: DragMode } | null = null;
    // The base is rounded; in mode `plane`, it is exactly in the plane.
    const moveTarget = (position: Vector3, mode: DragMode): void => {
      const depth = computeCameraDepth(camera, position);
      const base = targets.baseAt(index, position);
      const rounded = roundToPixel(base, camera, this.#panes.cell(pane), depth);
      const plane = mode === 'plane' ? targets.plane(index) : null;
      this.#mover.moveTo(plane ? projectOntoPlane(plane, rounded) : rounded);
    };
    return {
      moveTo: (pointer, mode) => {
        last = { position: drag.pointAt(pointer, mode), mode };
        moveTarget(last.position, mode);
      },
      follow: () => {
        if (last && targets.hasMotion(index)) moveTarget(last.position, last.mode);
      },
    };
  }

  placeTarget(index: number, pane: number, spot: PanePoint, mode: DragMode): void {
    this.#mover.grab(index);
    this.#moveDrag(index, pane, spot, true).moveTo(spot, mode);
    this.#mover.release();
  }
}
