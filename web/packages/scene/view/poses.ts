import type { Color, InstancedInterleavedBuffer } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import type { Course } from './course.ts';
import { UNDER } from './groundLayer.ts';
import { lines, moving, pairs, segments } from './lines.ts';
import { type Shape, stoutest } from './shape.ts';

/** Poses of a mechanism as thick lines under the current pose, each in its own colour. */
export class Poses {
  readonly lines: LineSegments2;
  readonly #course: Course;
  readonly #ends: InstancedInterleavedBuffer;
  readonly #colors: InstancedInterleavedBuffer;

  /** `width`: relative to the radius of the thickest limb. */
  constructor(shape: Shape, course: Course, most: number, width: number) {
    this.#course = course;
    this.#ends = moving(most * course.count);
    this.#colors = pairs(most * course.count);
    const look = { linewidth: width * stoutest(shape), worldUnits: true, vertexColors: true };
    this.lines = lines(segments(this.#ends, this.#colors), new LineMaterial({ ...look, ...UNDER }));
    this.lines.renderOrder = -1;
    this.show(0);
  }

  show(count: number): void {
    this.lines.visible = count > 0;
    this.lines.geometry.instanceCount = count * this.#course.count;
    this.#ends.needsUpdate = true;
  }

  /** Sets the pose with an index: one value per independent joint. */
  set(place: number, angles: ArrayLike<number>): void {
    this.#course.put(angles, this.#ends.array, 6 * place * this.#course.count);
  }

  paint(colors: readonly Color[], opacity: number): void {
    const { array } = this.#colors;
    colors.forEach((color, place) => {
      for (let limb = 0; limb < 2 * this.#course.count; limb++)
        color.toArray(array, 3 * (2 * place * this.#course.count + limb));
    });
    this.#colors.needsUpdate = true;
    this.lines.material.opacity = opacity;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
