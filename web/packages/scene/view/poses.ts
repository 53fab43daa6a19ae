import type { Color, InstancedInterleavedBuffer } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { UNDER } from './groundLayer.ts';
import { lines, moving, pairs, segments } from './lines.ts';
import { type Limb, type Shape, stoutest } from './shape.ts';

/** Some poses of a mechanism as fat lines under the pose of now, each in a colour of its own. */
export class Poses {
  readonly lines: LineSegments2;
  readonly #limbs: readonly Limb[];
  readonly #ends: InstancedInterleavedBuffer;
  readonly #colors: InstancedInterleavedBuffer;

  /** `width`: in the radius of the stoutest limb. */
  constructor(shape: Shape, most: number, width: number) {
    this.#limbs = shape.limbs;
    this.#ends = moving(most * shape.limbs.length);
    this.#colors = pairs(most * shape.limbs.length);
    const look = { linewidth: width * stoutest(shape), worldUnits: true, vertexColors: true };
    this.lines = lines(segments(this.#ends, this.#colors), new LineMaterial({ ...look, ...UNDER }));
    this.lines.renderOrder = -1;
    this.show(0);
  }

  /** How many are seen. */
  show(count: number): void {
    this.lines.visible = count > 0;
    this.lines.geometry.instanceCount = count * this.#limbs.length;
    this.#ends.needsUpdate = true;
  }

  /** Puts a pose in a place, from points as a lab orders them. */
  set(place: number, points: ArrayLike<number>): void {
    const { array } = this.#ends;
    let to = 6 * place * this.#limbs.length;
    for (const { from, to: end } of this.#limbs) {
      for (let axis = 0; axis < 3; axis++) {
        array[to + axis] = points[3 * from + axis] as number;
        array[to + 3 + axis] = points[3 * end + axis] as number;
      }
      to += 6;
    }
  }

  paint(colors: readonly Color[], opacity: number): void {
    const { array } = this.#colors;
    colors.forEach((color, place) => {
      for (let limb = 0; limb < 2 * this.#limbs.length; limb++)
        color.toArray(array, 3 * (2 * place * this.#limbs.length + limb));
    });
    this.#colors.needsUpdate = true;
    this.lines.material.opacity = opacity;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
