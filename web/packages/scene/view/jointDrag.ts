import { wrapped } from 'iklab/scenario';
import { type PerspectiveCamera, Plane, Ray, Vector3 } from 'three';
import type { Cell } from './paneCells.ts';
import { depthOf, onPlane, type PanePoint } from './pointDrag.ts';

/** How a joint moves its descendants, upright frame. */
export interface Motion {
  readonly origin: Vector3;
  /** Unit vector. */
  readonly axis: Vector3;
  /** Whether the joint is revolute, and its translation along the axis per unit of its value. */
  readonly turns: boolean;
  readonly slide: number;
}

const FACING = 0.3; // Minimum cosine between line of sight and axis for a drag by angle.
const SLOWEST = 12; // Minimum speed of the point on the screen, px per radian or metre.
const arm = new Vector3();
const hand = new Vector3();
const cross = new Vector3();

/** Velocity of a point per unit of a joint's value. */
export function velocity({ origin, axis, turns, slide }: Motion, point: Vector3): Vector3 {
  const way = axis.clone().multiplyScalar(slide);
  return turns ? way.add(arm.subVectors(point, origin).cross(axis).negate()) : way;
}

/** A joint drag by a point: computes the change of its value from the pointer. */
export class JointDrag {
  readonly #camera: PerspectiveCamera;
  readonly #cell: Cell;
  readonly #motion: Motion;
  readonly #point: Vector3;
  readonly #from: PanePoint;
  readonly #byAngle: boolean;
  readonly #plane = new Plane();
  readonly #way: { readonly x: number; readonly y: number };
  #last = 0;

  constructor(
    camera: PerspectiveCamera,
    cell: Cell,
    motion: Motion,
    point: Vector3,
    from: PanePoint,
  ) {
    this.#camera = camera;
    this.#cell = cell;
    this.#motion = motion;
    this.#point = point.clone();
    this.#from = from;
    const { axis, origin, turns, slide } = motion;
    this.#plane.setFromNormalAndCoplanarPoint(axis, point);
    const sight = point.clone().sub(camera.position).normalize();
    const radius = arm.subVectors(point, origin).cross(axis).length();
    const steep = Math.abs(sight.dot(axis)) < FACING;
    this.#byAngle = turns && !steep && Math.abs(slide) < radius;
    this.#way = onScreen(camera, cell, point, velocity(motion, point));
  }

  /** Change of the value since the start, radians or metres. */
  to(spot: PanePoint): number {
    return this.#byAngle ? this.#angle(spot) : this.#along(spot);
  }

  /** Angle about the axis in the plane in which the point moves; continuous beyond a full turn. */
  #angle(spot: PanePoint): number {
    const { axis, origin } = this.#motion;
    const aim = onPlane(this.#camera, this.#cell, spot, 1).sub(this.#camera.position).normalize();
    const hit = new Ray(this.#camera.position, aim).intersectPlane(this.#plane, hand);
    if (!hit) return this.#last;
    arm.subVectors(this.#point, origin).projectOnPlane(axis);
    hand.sub(origin).projectOnPlane(axis);
    const angle = Math.atan2(cross.crossVectors(arm, hand).dot(axis), arm.dot(hand));
    const step = angle - this.#last;
    this.#last += wrapped(step);
    return this.#last;
  }

  /** Change along the motion of the point on the screen. */
  #along({ x, y }: PanePoint): number {
    const { x: right, y: down } = this.#way;
    const across = (x - this.#from.x) * right + (y - this.#from.y) * down;
    return across / Math.max(right * right + down * down, SLOWEST * SLOWEST);
  }
}

/** Projects the velocity `way` of a point to the screen: pixels per unit of value, y down. */
export function onScreen(
  camera: PerspectiveCamera,
  cell: Cell,
  point: Vector3,
  way: Vector3,
): { readonly x: number; readonly y: number } {
  const small = (1e-3 * depthOf(camera, point)) / Math.max(way.length(), 1e-12);
  const size = ({ x, y }: Vector3) => ({ x: (x * cell.width) / 2, y: (-y * cell.height) / 2 });
  const from = size(point.clone().project(camera));
  const to = size(point.clone().addScaledVector(way, small).project(camera));
  return { x: (to.x - from.x) / small, y: (to.y - from.y) / small };
}
