import { BufferAttribute, BufferGeometry, Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import type { Solid } from './solids.ts';

const Y = new Vector3(0, 1, 0);
const ONE = new Vector3(1, 1, 1);
// Maximum number of vertices for 16-bit indices; the last index value means primitive restart.
const MAX_SHORT_INDICES = 65535;

interface Part {
  readonly solid: Solid;
  readonly matrix: Matrix4;
  readonly bone: number;
  /** Index in a list of colours. */
  readonly paint: number;
}

/**
 * Merges many solids, each attached to one bone, into one geometry, so that a mechanism is one draw
 * call.
 */
export class MergedGeometry {
  readonly #parts: Part[] = [];
  #count = 0;
  #size = 0;

  add(solid: Solid, matrix: Matrix4, bone: number, paint = 0): void {
    this.#parts.push({ solid, matrix, bone, paint });
    this.#count += solid.positions.length / 3;
    this.#size += solid.index.length;
  }

  /** Number of vertices. */
  get count(): number {
    return this.#count;
  }

  /** Number of indices. */
  get size(): number {
    return this.#size;
  }

  /** `paint`: replaces that of its parts. */
  append(source: MergedGeometry, paint: number): void {
    for (const part of source.#parts) this.#parts.push({ ...part, paint });
    this.#count += source.#count;
    this.#size += source.#size;
  }

  build(): BufferGeometry {
    const positions = new Float32Array(3 * this.#count);
    const normals = new Float32Array(3 * this.#count);
    const bones = new Float32Array(this.#count);
    const paints = new Float32Array(this.#count);
    const index = new (this.#count > MAX_SHORT_INDICES ? Uint32Array : Uint16Array)(this.#size);
    const normal = new Matrix3();
    let vertex = 0;
    let corner = 0;
    for (const { solid, matrix, bone, paint } of this.#parts) {
      const last = vertex + solid.positions.length / 3;
      transformPoints(solid.positions, matrix.elements, positions, 3 * vertex);
      transformDirections(
        solid.normals,
        normal.getNormalMatrix(matrix).elements,
        normals,
        3 * vertex,
      );
      bones.fill(bone, vertex, last);
      paints.fill(paint, vertex, last);
      addOffset(solid.index, vertex, index, corner);
      corner += solid.index.length;
      vertex = last;
    }
    return new BufferGeometry()
      .setAttribute('position', new BufferAttribute(positions, 3))
      .setAttribute('normal', new BufferAttribute(normals, 3))
      .setAttribute('skinIndex', new BufferAttribute(bones, 1))
      .setAttribute('skinWeight', oneBone(this.#count))
      .setAttribute('paint', new BufferAttribute(paints, 1))
      .setIndex(new BufferAttribute(index, 1));
  }
}

/** Skin weights of vertices that follow only the first of their four bones. */
export function oneBone(count: number): BufferAttribute {
  const weights = new Uint8Array(4 * count);
  for (let i = 0; i < weights.length; i += 4) weights[i] = 255;
  return new BufferAttribute(weights, 4, true);
}

/**
 * Offsets the vertex indices. Called for every solid, as the two functions below, so these are
 * short enough to be compiled early.
 */
function addOffset(
  from: Uint16Array,
  first: number,
  to: Uint16Array | Uint32Array,
  start: number,
): void {
  for (let i = 0; i < from.length; i++) to[start + i] = first + (from[i] as number);
}

/** Transforms points by a rigid motion; `e`: 4 x 4, column-major. */
function transformPoints(
  from: Float32Array,
  e: readonly number[],
  to: Float32Array,
  first: number,
): void {
  const [ax, ay, az, , bx, by, bz, , cx, cy, cz, , dx, dy, dz] = e as Sixteen;
  for (let i = 0; i < from.length; i += 3) {
    const x = from[i] as number;
    const y = from[i + 1] as number;
    const z = from[i + 2] as number;
    to[first + i] = ax * x + bx * y + cx * z + dx;
    to[first + i + 1] = ay * x + by * y + cy * z + dy;
    to[first + i + 2] = az * x + bz * y + cz * z + dz;
  }
}

/** Transforms directions and normalises them; `e`: 3 x 3, column-major. */
function transformDirections(
  from: Float32Array,
  e: readonly number[],
  to: Float32Array,
  first: number,
): void {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = e as Nine;
  for (let i = 0; i < from.length; i += 3) {
    const u = from[i] as number;
    const v = from[i + 1] as number;
    const w = from[i + 2] as number;
    const x = ax * u + bx * v + cx * w;
    const y = ay * u + by * v + cy * w;
    const z = az * u + bz * v + cz * w;
    const scale = 1 / (Math.sqrt(x * x + y * y + z * z) || 1);
    to[first + i] = x * scale;
    to[first + i + 1] = y * scale;
    to[first + i + 2] = z * scale;
  }
}

type Three = [number, number, number];
type Nine = [...Three, ...Three, ...Three];
type Sixteen = [...Nine, number, ...Three, ...Three];

/** Merges geometries; the index of each becomes the paint of its vertices. */
export function mergePainted(all: readonly MergedGeometry[]): BufferGeometry {
  const merged = new MergedGeometry();
  all.forEach((parts, paint) => {
    merged.append(parts, paint);
  });
  return merged.build();
}

export const unlitGeometry = ({
  positions,
  index,
}: Pick<Solid, 'positions' | 'index'>): BufferGeometry =>
  new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setIndex(new BufferAttribute(index, 1));

/** Returns the pose of a solid built along y at a point, along an axis. */
export function alongAxis(position: Vector3, axis: Vector3): Matrix4 {
  const rotation = new Quaternion().setFromUnitVectors(Y, axis.clone().normalize());
  return new Matrix4().compose(position, rotation, ONE);
}
