import { type PerspectiveCamera, Vector3 } from 'three';
import { FRAME_ARM_DIRECTIONS } from '../../picture/bodies/mechanismShape.ts';
import {
  findNearestPosition,
  type PaneCell,
  type PanePoint,
} from '../../picture/panes/paneCells.ts';
import type { DrawnTargets } from '../../picture/targets/drawnTargets.ts';
import { computeCameraDepth, pixelSizeAtDepth } from '../pointDrag.ts';
import { OrientationDrag, RingRotationDrag } from './orientationDrag.ts';

const CLEAR = 10; // Minimum distance of a knob from its ring's centre, px of the style sheets.
const point = new Vector3();

export class RotationHandles {
  readonly #targets: DrawnTargets;
  readonly #oriented: readonly number[];
  readonly #size: number;

  /**
   * `oriented` has the indices of targets with an orientation. `size` is the length of the drawn
   * frame axes, metres.
   */
  constructor(targets: DrawnTargets, oriented: readonly number[], size: number) {
    this.#targets = targets;
    this.#oriented = oriented;
    this.#size = size;
  }

  has(index: number): boolean {
    return this.#oriented.includes(index);
  }

  /** Starts a rotation by the axis end nearest to `spot`; null if none is within `reach`, px. */
  findArm(
    camera: PerspectiveCamera,
    cell: PaneCell,
    spot: PanePoint,
    reach: number,
  ): { readonly index: number; readonly rotationDrag: OrientationDrag } | null {
    let least = reach;
    let found: { index: number; rotationDrag: OrientationDrag } | null = null;
    for (const index of this.#oriented) {
      const middle = toPane(this.#targets.positionOf(index), camera, cell);
      const start = this.#targets.worldOrientation(index);
      for (const arm of FRAME_ARM_DIRECTIONS) {
        const armVector = arm.clone().multiplyScalar(this.#size).applyQuaternion(start);
        const armEnd = this.#targets.positionOf(index).add(armVector);
        const end = toPane(armEnd, camera, cell);
        const away = Math.hypot(end.x - spot.x, end.y - spot.y);
        if (
          away > least ||
          Math.hypot(end.x - middle.x, end.y - middle.y) < CLEAR * this.#targets.pixel
        )
          continue;
        least = away;
        const length =
          armVector.length() / pixelSizeAtDepth(camera, cell, computeCameraDepth(camera, armEnd));
        found = {
          index,
          rotationDrag: new OrientationDrag(
            camera,
            { middle, end, length },
            spot,
            armVector,
            start,
          ),
        };
      }
    }
    return found;
  }

  /** Starts a rotation by a ring whose centre is within `reach`, px, of `spot`; null for none. */
  findRim(
    camera: PerspectiveCamera,
    rings: ArrayLike<number>,
    spot: PanePoint,
    reach: number,
  ): { readonly index: number; readonly rotationDrag: RingRotationDrag } | null {
    const index = findNearestPosition(rings, spot, reach);
    if (!this.has(index)) return null;
    const middle = { x: rings[2 * index] as number, y: rings[2 * index + 1] as number };
    return {
      index,
      rotationDrag: new RingRotationDrag(
        camera,
        middle,
        spot,
        this.#targets.worldOrientation(index),
        this.#targets.dragPlane(index)?.normal,
      ),
    };
  }
}

function toPane(
  position: Vector3,
  camera: PerspectiveCamera,
  { width, height }: PaneCell,
): PanePoint {
  const { x, y } = point.copy(position).project(camera);
  return { x: (x / 2 + 0.5) * width, y: (0.5 - y / 2) * height };
}
