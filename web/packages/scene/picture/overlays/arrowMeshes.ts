/** Draws solid arrows with a halo over everything else. They are rewritten every frame. */
import { type Color, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from 'three';
import { makeUnlitGeometry } from '../../drawn/mergedGeometry.ts';
import { makeCone, makeRod, type SolidMesh } from '../../drawn/solidMesh.ts';

const ROD = 0.017; // Radius, relative to the unit of the view.
const HEAD = 0.062;
const LONG = 0.14; // Length of a head.
const HALO = 0.016;
// Maximum length of a head relative to the arrow, so that short arrows have smaller heads.
const MAX_HEAD_SHARE = 0.4;

const UP = new Vector3(0, 1, 0);
const direction = new Vector3();
const middle = new Vector3();
const rotation = new Quaternion();
const size = new Vector3();
const matrix = new Matrix4();

class Layer {
  readonly rods: InstancedMesh;
  readonly heads: InstancedMesh;
  readonly material = new MeshBasicMaterial({ depthTest: false, transparent: true });

  constructor(most: number, unit: number, halo: number, order: number) {
    const made = (solid: SolidMesh, count: number): InstancedMesh => {
      const mesh = new InstancedMesh(makeUnlitGeometry(solid), this.material, Math.max(1, count));
      mesh.renderOrder = order;
      mesh.frustumCulled = false;
      mesh.visible = false;
      return mesh;
    };
    this.rods = made(makeRod(unit * (ROD + halo), 1, 12), most);
    this.heads = made(makeCone(unit * (HEAD + 1.4 * halo), unit * (LONG + 2 * halo), 20), most);
    this.heads.geometry.translate(0, (-unit * LONG) / 2, 0);
  }

  dispose(): void {
    for (const mesh of [this.rods, this.heads]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    this.material.dispose();
  }
}

export class ArrowMeshes {
  readonly #layers: readonly [Layer, Layer];
  readonly #unit: number;
  #rods = 0;
  #heads = 0;

  /** `most` is the maximum number of arrows. `unit` is the length unit of the view, metres. */
  constructor(most: number, unit: number) {
    this.#unit = unit;
    this.#layers = [new Layer(most, unit, HALO, 5), new Layer(most, unit, 0, 6)];
  }

  get meshes(): InstancedMesh[] {
    return this.#layers.flatMap(({ rods, heads }) => [rods, heads]);
  }

  begin(): void {
    this.#rods = this.#heads = 0;
  }

  add(from: Vector3, to: Vector3): void {
    const length = direction.copy(to).sub(from).length();
    if (length === 0) return;
    rotation.setFromUnitVectors(UP, direction.divideScalar(length));
    const scale = Math.min(1, (MAX_HEAD_SHARE * length) / (LONG * this.#unit));
    const head = 0.9 * scale * LONG * this.#unit; // The rod ends inside the head.
    middle
      .copy(from)
      .add(to)
      .multiplyScalar(0.5)
      .addScaledVector(direction, -head / 2);
    matrix.compose(middle, rotation, size.set(1, Math.max(0, length - head), 1));
    for (const { rods } of this.#layers) rods.setMatrixAt(this.#rods, matrix);
    this.#rods++;
    this.#placeHead(to, rotation, scale);
  }

  addHead(position: Vector3, direction: Vector3, scale: number): void {
    this.#placeHead(position, rotation.setFromUnitVectors(UP, direction), scale);
  }

  #placeHead(position: Vector3, rotation: Quaternion, scale: number): void {
    matrix.compose(position, rotation, size.setScalar(scale));
    for (const { heads } of this.#layers) heads.setMatrixAt(this.#heads, matrix);
    this.#heads++;
  }

  end(): void {
    for (const { rods, heads } of this.#layers) {
      for (const [mesh, count] of [
        [rods, this.#rods],
        [heads, this.#heads],
      ] as const) {
        mesh.count = count;
        mesh.visible = count > 0;
        mesh.instanceMatrix.needsUpdate = true;
      }
    }
  }

  paint(color: Color, halo: Color): void {
    const [under, over] = this.#layers;
    under.material.color.copy(halo);
    over.material.color.copy(color);
  }

  dispose(): void {
    for (const layer of this.#layers) layer.dispose();
  }
}
