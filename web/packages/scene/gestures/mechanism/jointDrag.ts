import { wrapAngle } from '@iklab/core/scenario/numbers';
import { type PerspectiveCamera, Plane, Ray, Vector3 } from 'three';
import type { PaneCell, PanePoint } from '../../picture/panes/paneCells.ts';
import { computeCameraDepth, pointAtDepth } from '../pointDrag.ts';

/** Motion of the links after a joint, in the y-up frame. */
export interface JointMotion {
  readonly origin: Vector3;
  readonly axis: Vector3;
  readonly isRevolute: boolean;
  /** Translation of the links along the axis per unit of the joint value. */
  readonly slide: number;
}

const MIN_FACING = 0.3; // Minimum cosine between line of sight and axis for a drag by angle.
const MIN_SPEED = 12; // Minimum speed of the point on the screen, px per radian or metre.
const arm = new Vector3();
const pointerVector = new Vector3();
const crossProduct = new Vector3();

/** Returns the velocity of a point per unit of the joint value, in the y-up frame. */
export function velocityPerJointValue(
  { origin, axis, isRevolute, slide }: JointMotion,
  point: Vector3,
): Vector3 {
  const result = axis.clone().multiplyScalar(slide);
  return isRevolute ? result.add(arm.subVectors(point, origin).cross(axis).negate()) : result;
}

export class JointDrag {
  readonly #camera: PerspectiveCamera;
  readonly #cell: PaneCell;
  readonly #motion: JointMotion;
  readonly #point: Vector3;
  readonly #from: PanePoint;
  readonly #usesAngle: boolean;
  readonly #plane = new Plane();
  readonly #screenVelocity: { readonly x: number; readonly y: number };
  #last = 0;

  constructor(
    camera: PerspectiveCamera,
    cell: PaneCell,
    motion: JointMotion,
    point: Vector3,
    from: PanePoint,
  ) {
    this.#camera = camera;
    this.#cell = cell;
    this.#motion = motion;
    this.#point = point.clone();
    this.#from = from;
    const { axis, origin, isRevolute, slide } = motion;
    this.#plane.setFromNormalAndCoplanarPoint(axis, point);
    const sight = point.clone().sub(camera.position).normalize();
    const radius = arm.subVectors(point, origin).cross(axis).length();
    const steep = Math.abs(sight.dot(axis)) < MIN_FACING;
    this.#usesAngle = isRevolute && !steep && Math.abs(slide) < radius;
    this.#screenVelocity = projectVelocity(
      camera,
      cell,
      point,
      velocityPerJointValue(motion, point),
    );
  }

  /** Change of the joint value since the start of the drag, radians or metres. */
  changeAt(spot: PanePoint): number {
    return this.#usesAngle ? this.#angleChange(spot) : this.#linearChange(spot);
  }

  #angleChange(spot: PanePoint): number {
    const { axis, origin } = this.#motion;
    const aim = pointAtDepth(this.#camera, this.#cell, spot, 1)
      .sub(this.#camera.position)
      .normalize();
    const hit = new Ray(this.#camera.position, aim).intersectPlane(this.#plane, pointerVector);
    if (!hit) return this.#last;
    arm.subVectors(this.#point, origin).projectOnPlane(axis);
    pointerVector.sub(origin).projectOnPlane(axis);
    const angle = Math.atan2(
      crossProduct.crossVectors(arm, pointerVector).dot(axis),
      arm.dot(pointerVector),
    );
    const step = angle - this.#last;
    this.#last += wrapAngle(step);
    return this.#last;
  }

  #linearChange({ x, y }: PanePoint): number {
    const { x: right, y: down } = this.#screenVelocity;
    const across = (x - this.#from.x) * right + (y - this.#from.y) * down;
    return across / Math.max(right * right + down * down, MIN_SPEED * MIN_SPEED);
  }
}

/** Projects the velocity of a point to the screen: pixels per unit of the joint value, y down. */
export function projectVelocity(
  camera: PerspectiveCamera,
  cell: PaneCell,
  point: Vector3,
  motionVector: Vector3,
): { readonly x: number; readonly y: number } {
  const small = (1e-3 * computeCameraDepth(camera, point)) / Math.max(motionVector.length(), 1e-12);
  const size = ({ x, y }: Vector3) => ({ x: (x * cell.width) / 2, y: (-y * cell.height) / 2 });
  const from = size(point.clone().project(camera));
  const to = size(point.clone().addScaledVector(motionVector, small).project(camera));
  return { x: (to.x - from.x) / small, y: (to.y - from.y) / small };
}
