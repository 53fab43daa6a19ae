import type { Vec3 } from '@iklab/core/scenario';
import { MathUtils, type PerspectiveCamera, Vector3 } from 'three';
import type { PanePoint } from '../picture/panes/paneCells.ts';
import type { DragPlane } from '../picture/targets/drawnTargets.ts';

/**
 * Motion of a dragged point: in the motion plane of its chain, parallel to the screen, or along the
 * line of sight.
 */
export type DragMode = 'plane' | 'screen' | 'depth';

export const dragModeOf = ({
  altKey,
  shiftKey,
}: {
  altKey: boolean;
  shiftKey: boolean;
}): DragMode => (altKey ? 'depth' : shiftKey ? 'screen' : 'plane');

interface Size {
  readonly width: number;
  readonly height: number;
}

const DEPTH = 300; // Pointer distance for a factor e in the distance from the camera, px.
const STEEP = 0.12; // Sine of the smallest angle between a line of sight and the plane.
const MAX_DEPTH_FACTOR = 3; // A drag multiplies or divides the initial depth by at most this.
const ray = new Vector3();
const sight = new Vector3();

interface DragStart {
  readonly mode: DragMode | null;
  readonly pointer: PanePoint;
  readonly point: Vector3;
}

/**
 * Drag of a point that follows the pointer. In mode `plane`, a point outside the plane moves into
 * the plane.
 */
export class PointDrag {
  readonly #camera: PerspectiveCamera;
  readonly #pane: Size;
  readonly #plane: DragPlane | null;
  readonly #current: Vector3;
  #grip: DragStart;
  #sights: PlaneSights | null;

  /**
   * `pointer` is the pointer position at the grab. `start` is the grabbed point, y-up frame.
   * `plane` is the motion plane, or null.
   */
  constructor(
    camera: PerspectiveCamera,
    pane: Size,
    pointer: PanePoint,
    start: Vector3,
    plane: DragPlane | null = null,
  ) {
    this.#camera = camera;
    this.#pane = pane;
    this.#plane = plane;
    this.#current = start.clone();
    this.#grip = { mode: null, pointer, point: start.clone() };
    this.#sights = plane && sightToPlane(camera, start, plane);
  }

  /** Returns the dragged point in the y-up frame. Every call returns the same vector. */
  pointAt(pointer: PanePoint, mode: DragMode): Vector3 {
    if (this.#grip.mode === null) {
      this.#grip = { ...this.#grip, mode };
    } else if (mode !== this.#grip.mode) {
      this.#grip = { mode, pointer, point: this.#current.clone() };
      this.#sights = this.#plane && sightToPlane(this.#camera, this.#current, this.#plane);
    }
    if (mode === 'depth') return this.#alongSight(pointer);
    if (mode === 'screen' || !this.#plane) return this.#acrossScreen(pointer);
    return this.#inPlane(pointer, this.#plane);
  }

  #acrossScreen(pointer: PanePoint): Vector3 {
    const { point, pointer: from } = this.#grip;
    const depth = computeCameraDepth(this.#camera, point);
    this.#current.copy(pointAtDepth(this.#camera, this.#pane, pointer, depth));
    this.#current.sub(pointAtDepth(this.#camera, this.#pane, from, depth));
    return this.#current.add(point);
  }

  #inPlane(pointer: PanePoint, { normal, height }: DragPlane): Vector3 {
    const point = this.#acrossScreen(pointer);
    if (this.#sights) {
      const { eye, first, steepness, depth, nearest, farthest } = this.#sights;
      const lineOfSight = point
        .clone()
        .sub(eye)
        .divideScalar(computeCameraDepth(this.#camera, point)); // At depth 1.
      // Proportional to 1 / depth, so the point stays on this side of the plane's horizon.
      const wanted = lineOfSight.dot(normal) / steepness;
      const share = Math.min(depth / nearest, Math.max(depth / farthest, wanted));
      if (share !== wanted) lineOfSight.lerp(first, (share - wanted) / (1 - wanted));
      point.copy(eye).addScaledVector(lineOfSight, depth / share);
    }
    return point.addScaledVector(normal, height - point.dot(normal));
  }

  #alongSight(pointer: PanePoint): Vector3 {
    const { position, near, far } = this.#camera;
    const { point, pointer: from } = this.#grip;
    const depth = computeCameraDepth(this.#camera, point);
    const wanted = depth * Math.exp((from.y - pointer.y) / DEPTH);
    const share = Math.min(0.95 * far, Math.max(1.05 * near, wanted)) / depth;
    return this.#current.subVectors(point, position).multiplyScalar(share).add(position);
  }
}

interface PlaneSights {
  readonly eye: Vector3;
  /** Vector along the line of sight, with depth 1 from the camera. */
  readonly first: Vector3;
  /** Component of `first` along the normal of the plane. */
  readonly steepness: number;
  readonly depth: number;
  readonly nearest: number;
  readonly farthest: number;
}

function sightToPlane(
  camera: PerspectiveCamera,
  start: Vector3,
  { normal, height }: DragPlane,
): PlaneSights | null {
  const eye = camera.position.clone();
  const first = start.clone().sub(eye).divideScalar(computeCameraDepth(camera, start));
  const steepness = first.dot(normal);
  const depth = (height - eye.dot(normal)) / steepness;
  const [near, far] = [1.05 * camera.near, 0.95 * camera.far];
  if (Math.abs(steepness) < STEEP * first.length() || !(depth > near && depth < far)) return null;
  const [nearest, farthest] = [
    Math.max(near, depth / MAX_DEPTH_FACTOR),
    Math.min(far, depth * MAX_DEPTH_FACTOR),
  ];
  return { eye, first, steepness, depth, nearest, farthest };
}

/** Returns the depth of a point: its distance along the view direction, metres. */
export function computeCameraDepth(camera: PerspectiveCamera, point: Vector3): number {
  return sight.subVectors(point, camera.position).dot(camera.getWorldDirection(ray));
}

/** Returns the y-up point at a point of the pane and a depth from the camera, metres. */
export function pointAtDepth(
  camera: PerspectiveCamera,
  { width, height }: Size,
  { x, y }: PanePoint,
  depth: number,
): Vector3 {
  const { position } = camera;
  ray
    .set((2 * x) / width - 1, 1 - (2 * y) / height, 0.5)
    .unproject(camera)
    .sub(position);
  const ahead = ray.dot(camera.getWorldDirection(sight));
  return ray.multiplyScalar(depth / ahead).add(position);
}

/** Returns the width of a screen pixel at a depth from the camera, metres. */
export const pixelSizeAtDepth = (
  { fov }: PerspectiveCamera,
  { height }: Pick<Size, 'height'>,
  depth: number,
): number => (2 * depth * Math.tan(MathUtils.degToRad(fov) / 2)) / height;

/** Rounds to the largest power of ten below the width of a screen pixel at `depth`, metres. */
export function roundToPixel(
  position: Vec3,
  camera: PerspectiveCamera,
  { height }: Size,
  depth: number,
): Vec3 {
  const pixel = pixelSizeAtDepth(camera, { height }, depth);
  const digits = Math.min(12, Math.max(0, Math.ceil(-Math.log10(pixel))));
  const [x, y, z] = position.map((value) => Number(value.toFixed(digits)));
  return [x as number, y as number, z as number];
}
