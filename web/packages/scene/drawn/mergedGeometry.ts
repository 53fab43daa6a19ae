import { BufferAttribute, BufferGeometry, Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import type { SolidMesh } from './solidMesh.ts';

const Y = new Vector3(0, 1, 0);
const ONE = new Vector3(1, 1, 1);
// Maximum number of vertices for 16-bit indices; the last index value means primitive restart.
const MAX_SHORT_INDICES = 65535;

interface Part {
  readonly solid: SolidMesh;
  readonly matrix: Matrix4;
  readonly bone: number;
  /** Index of the colour of the solid, stored at its vertices as the attribute `paint`. */
  readonly paint: number;
}

/** Merges solids of many bones into one geometry, so that a mechanism is one draw call. */
export class MergedGeometry {
  readonly #parts: Part[] = [];
  #count = 0;
  #size = 0;

  add(solid: SolidMesh, matrix: Matrix4, bone: number, paint = 0): void {
    this.#parts.push({ solid, matrix, bone, paint });
    this.#count += solid.positions.length / 3;
    this.#size += solid.index.length;
  }

  get count(): number {
    return this.#count;
  }

  /** Number of vertex indices of the triangles in the geometry. */
  get size(): number {
    return this.#size;
  }

  /** Appends all solids of `source` in the colour with index `paint`. */
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
    let size = 0;
    for (const { solid, matrix, bone, paint } of this.#parts) {
      const last = vertex + solid.positions.length / 3;
      positions.set(solid.positions, 3 * vertex);
      normals.set(solid.normals, 3 * vertex);
      vectors(positions, vertex, last).applyMatrix4(matrix);
      vectors(normals, vertex, last).applyNormalMatrix(normal.getNormalMatrix(matrix));
      bones.fill(bone, vertex, last);
      paints.fill(paint, vertex, last);
      for (const corner of solid.index) index[size++] = vertex + corner;
      vertex = last;
    }
    return new BufferGeometry()
      .setAttribute('position', new BufferAttribute(positions, 3))
      .setAttribute('normal', new BufferAttribute(normals, 3))
      .setAttribute('skinIndex', new BufferAttribute(bones, 1))
      .setAttribute('skinWeight', makeOneBoneWeights(this.#count))
      .setAttribute('paint', new BufferAttribute(paints, 1))
      .setIndex(new BufferAttribute(index, 1));
  }
}

const vectors = (all: Float32Array, from: number, to: number): BufferAttribute =>
  new BufferAttribute(all.subarray(3 * from, 3 * to), 3);

export function makeOneBoneWeights(count: number): BufferAttribute {
  const weights = new Uint8Array(4 * count);
  for (let i = 0; i < weights.length; i += 4) weights[i] = 255;
  return new BufferAttribute(weights, 4, true);
}

/**
 * Merges geometries. The colour index (`paint`) of a vertex is the index of its geometry in `all`.
 */
export function mergePaintedGeometries(all: readonly MergedGeometry[]): BufferGeometry {
  const merged = new MergedGeometry();
  all.forEach((parts, paint) => {
    merged.append(parts, paint);
  });
  return merged.build();
}

export const makeUnlitGeometry = ({ positions, index }: SolidMesh): BufferGeometry =>
  new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setIndex(new BufferAttribute(index, 1));

/** Returns the transform that takes the origin to a position and the y axis to `axis`. */
export function makePoseAlongAxis(position: Vector3, axis: Vector3): Matrix4 {
  const rotation = new Quaternion().setFromUnitVectors(Y, axis.clone().normalize());
  return new Matrix4().compose(position, rotation, ONE);
}
