import type { Quaternion as Orientation, Vec3 } from '@iklab/core/scenario';
import { type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import type { PanePoint } from '../../picture/panes/paneCells.ts';

/** Axis of a drawn coordinate frame on the screen: origin of the frame and end of the axis, px. */
export interface ProjectedFrameArm {
  readonly middle: PanePoint;
  readonly end: PanePoint;
  /** Length of the axis on the screen if it is perpendicular to the line of sight, px. */
  readonly length: number;
}

/**
 * Drags an orientation by the end of a frame axis, on a sphere. Beyond the rim, the end continues
 * on the far side.
 */
export class OrientationDrag {
  readonly #toScene: Quaternion;
  readonly #start: Quaternion;
  readonly #arm: ProjectedFrameArm;
  readonly #pointerOffset: PanePoint;
  readonly #front: number;
  readonly #from: Vector3;

  /**
   * `seen` is the frame axis on the screen. `arm` is the direction of the axis and `start` the
   * orientation, both at the start, y-up frame.
   */
  constructor(
    camera: PerspectiveCamera,
    seen: ProjectedFrameArm,
    pointer: PanePoint,
    arm: Vector3,
    start: Quaternion,
  ) {
    this.#toScene = camera.quaternion.clone();
    this.#start = start.clone();
    this.#arm = seen;
    this.#pointerOffset = { x: seen.end.x - pointer.x, y: seen.end.y - pointer.y };
    const facing = arm.clone().applyQuaternion(camera.quaternion.clone().invert());
    this.#front = facing.z < 0 ? -1 : 1;
    this.#from = this.#directionAt(pointer);
  }

  orientationAt(pointer: PanePoint): Quaternion {
    const rotation = new Quaternion().setFromUnitVectors(this.#from, this.#directionAt(pointer));
    const back = this.#toScene.clone().invert();
    return rotation.premultiply(this.#toScene).multiply(back).multiply(this.#start);
  }

  #directionAt({ x, y }: PanePoint): Vector3 {
    const { middle, length } = this.#arm;
    const across = (x + this.#pointerOffset.x - middle.x) / length;
    const up = (middle.y - y - this.#pointerOffset.y) / length;
    const out = Math.hypot(across, up);
    const folded = out <= 1 ? out : Math.max(0, 2 - out);
    const share = out > 0 ? folded / out : 0;
    const toward = (out <= 1 ? 1 : -1) * this.#front * Math.sqrt(1 - folded * folded);
    return new Vector3(across * share, up * share, toward).normalize();
  }
}

/**
 * Rotates an orientation as the pointer circles a target: about the line of sight, or about the
 * normal of the motion plane.
 */
export class RingRotationDrag {
  readonly #axis: Vector3;
  readonly #middle: PanePoint;
  readonly #from: number;
  readonly #start: Quaternion;

  /**
   * `start` is the orientation in the y-up frame. `normal` is the normal of the motion plane; null
   * for no plane.
   */
  constructor(
    camera: PerspectiveCamera,
    middle: PanePoint,
    pointer: PanePoint,
    start: Quaternion,
    normal: Vector3 | null = null,
  ) {
    const toEye = new Vector3(0, 0, 1).applyQuaternion(camera.quaternion);
    this.#axis = normal?.clone().multiplyScalar(normal.dot(toEye) < 0 ? -1 : 1) ?? toEye;
    this.#middle = middle;
    this.#from = this.#angleAt(pointer);
    this.#start = start.clone();
  }

  orientationAt(pointer: PanePoint): Quaternion {
    const angle = this.#angleAt(pointer) - this.#from;
    return new Quaternion().setFromAxisAngle(this.#axis, angle).multiply(this.#start);
  }

  #angleAt({ x, y }: PanePoint): number {
    return Math.atan2(this.#middle.y - y, x - this.#middle.x);
  }
}

/**
 * Returns the rotation axis that moves the camera side towards `direction`. `away` is the line of
 * sight. For parallel vectors, the axis is `direction`.
 */
export function screenRotationAxis(direction: Vec3, away: Vec3): Vec3 {
  const axis = new Vector3(...direction).cross(new Vector3(...away));
  return axis.lengthSq() > 0 ? axis.toArray() : direction;
}

export function rotateOrientation(start: Orientation, axis: Vec3, angle: number): Orientation {
  return new Quaternion()
    .setFromAxisAngle(new Vector3(...axis), angle)
    .multiply(new Quaternion(...start))
    .normalize()
    .toArray();
}
