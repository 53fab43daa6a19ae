import type { Vec3 } from 'iklab/scenario';
import { MathUtils, type PerspectiveCamera, Vector3 } from 'three';

/** A place in a pane, pixels from its upper left corner. */
export interface PanePoint {
  readonly x: number;
  readonly y: number;
}

/** What a hand does with what it has. */
export interface DragActions {
  /** A finger need not rest on it. */
  readonly startsAtOnce?: boolean;
  grab(): void;
  moveTo(spot: PanePoint, deep: boolean): void;
  release(): void;
  cancel(): void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const DEPTH = 300; // px of the pointer for a factor e in the distance from the camera
const ray = new Vector3();
const sight = new Vector3();

/**
 * A point on its way with the pointer: in the plane through it that faces the camera, or, deep,
 * along the line of sight. Either way starts from where the other left off.
 */
export class PointDrag {
  readonly #camera: PerspectiveCamera;
  readonly #pane: Size;
  readonly #start: Vector3;
  readonly #at: Vector3;
  #from: PanePoint;
  #deep = false;

  /** `pointer`: where it was when it took the point at `start`, upright frame. */
  constructor(camera: PerspectiveCamera, pane: Size, pointer: PanePoint, start: Vector3) {
    this.#camera = camera;
    this.#pane = pane;
    this.#from = pointer;
    this.#start = start.clone();
    this.#at = start.clone();
  }

  /** Where the point is now; the same vector every time. */
  to(pointer: PanePoint, deep: boolean): Vector3 {
    if (deep !== this.#deep) {
      this.#start.copy(this.#at);
      this.#from = pointer;
      this.#deep = deep;
    }
    return deep ? this.#along(pointer) : this.#across(pointer);
  }

  #across(pointer: PanePoint): Vector3 {
    const depth = depthOf(this.#camera, this.#start);
    this.#at.copy(onPlane(this.#camera, this.#pane, pointer, depth));
    this.#at.sub(onPlane(this.#camera, this.#pane, this.#from, depth));
    return this.#at.add(this.#start);
  }

  /** Up is away. */
  #along(pointer: PanePoint): Vector3 {
    const { position, near, far } = this.#camera;
    const depth = depthOf(this.#camera, this.#start);
    const wanted = depth * Math.exp((this.#from.y - pointer.y) / DEPTH);
    const share = Math.min(0.95 * far, Math.max(1.05 * near, wanted)) / depth;
    return this.#at.subVectors(this.#start, position).multiplyScalar(share).add(position);
  }
}

/** Distance from the camera along the line of sight. */
export function depthOf(camera: PerspectiveCamera, point: Vector3): number {
  return sight.subVectors(point, camera.position).dot(camera.getWorldDirection(ray));
}

/** The point under a place of the pane, on the plane that faces the camera at a depth. */
export function onPlane(
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

/** Width of a pixel at a depth, metres. */
export const pixelAt = (
  { fov }: PerspectiveCamera,
  { height }: Pick<Size, 'height'>,
  depth: number,
): number => (2 * depth * Math.tan(MathUtils.degToRad(fov) / 2)) / height;

/** Rounded to a power of ten that is less than a pixel at a depth: numbers that one can say. */
export function roundedPlace(
  place: Vec3,
  camera: PerspectiveCamera,
  { height }: Size,
  depth: number,
): Vec3 {
  const pixel = pixelAt(camera, { height }, depth);
  const digits = Math.min(12, Math.max(0, Math.ceil(-Math.log10(pixel))));
  const [x, y, z] = place.map((value) => Number(value.toFixed(digits)));
  return [x as number, y as number, z as number];
}
