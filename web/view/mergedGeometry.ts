import {
  BufferGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  LatheGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';

const Y = new Vector3(0, 1, 0);
const ONE = new Vector3(1, 1, 1);

/** Many solids, each moving with one bone, as one geometry: one draw call for a whole mechanism. */
export class MergedGeometry {
  readonly #position: number[] = [];
  readonly #normal: number[] = [];
  readonly #bone: number[] = [];
  readonly #index: number[] = [];

  add(solid: BufferGeometry, at: Matrix4, bone: number): void {
    solid.applyMatrix4(at);
    const offset = this.count;
    const { position, normal } = solid.attributes;
    for (let i = 0; i < (position?.count ?? 0); i++) {
      this.#position.push(position?.getX(i) ?? 0, position?.getY(i) ?? 0, position?.getZ(i) ?? 0);
      this.#normal.push(normal?.getX(i) ?? 0, normal?.getY(i) ?? 0, normal?.getZ(i) ?? 0);
      this.#bone.push(bone);
    }
    const index = solid.getIndex();
    for (let i = 0; i < (index?.count ?? 0); i++) this.#index.push(offset + (index?.getX(i) ?? 0));
    solid.dispose();
  }

  /** How many vertices. */
  get count(): number {
    return this.#position.length / 3;
  }

  /** How many indices. */
  get size(): number {
    return this.#index.length;
  }

  append(other: MergedGeometry): void {
    const offset = this.count;
    for (const value of other.#position) this.#position.push(value);
    for (const value of other.#normal) this.#normal.push(value);
    for (const value of other.#bone) this.#bone.push(value);
    for (const value of other.#index) this.#index.push(offset + value);
  }

  build(): BufferGeometry {
    return new BufferGeometry()
      .setAttribute('position', new Float32BufferAttribute(this.#position, 3))
      .setAttribute('normal', new Float32BufferAttribute(this.#normal, 3))
      .setAttribute('skinIndex', new Float32BufferAttribute(this.#bone, 1))
      .setIndex(this.#index);
  }
}

/** Several in one, with the place of each as the paint of its vertices. */
export function painted(all: readonly MergedGeometry[]): BufferGeometry {
  const whole = new MergedGeometry();
  const paint: number[] = [];
  all.forEach((parts, i) => {
    whole.append(parts);
    while (paint.length < whole.count) paint.push(i);
  });
  return whole.build().setAttribute('paint', new Float32BufferAttribute(paint, 1));
}

/** Puts a solid made along y at a point, along an axis. */
export function along(at: Vector3, axis: Vector3): Matrix4 {
  const turn = new Quaternion().setFromUnitVectors(Y, axis.clone().normalize());
  return new Matrix4().compose(at, turn, ONE);
}

/** A capsule that tapers from one radius to another, its axis from 0 to `length` on y. */
export function capsule(length: number, from: number, to: number): BufferGeometry {
  const outline: Vector2[] = [];
  const quarter = (radius: number, at: number, start: number): void => {
    for (let i = 0; i <= 4; i++) {
      const angle = start + (i / 4) * (Math.PI / 2);
      outline.push(
        new Vector2(radius * Math.cos(angle) + 1e-5 * radius, at + radius * Math.sin(angle)),
      );
    }
  };
  quarter(from, 0, -Math.PI / 2);
  quarter(to, length, 0);
  return new LatheGeometry(outline, 16);
}

/** A rod about the origin, along y. */
export const rod = (radius: number, length: number, sides = 16): BufferGeometry =>
  new CylinderGeometry(radius, radius, length, sides);

export const ball = (radius: number): BufferGeometry => new SphereGeometry(radius, 18, 12);
