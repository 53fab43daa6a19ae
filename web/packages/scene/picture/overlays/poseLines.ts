import type { Color, InstancedInterleavedBuffer } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { type MechanismShape, maxLimbRadius } from '../bodies/mechanismShape.ts';
import type { PosedCentreLine } from '../bodies/posedCentreLine.ts';
import { UNDERLAY_MATERIAL_OPTIONS } from '../ground/groundLayer.ts';
import {
  makeDynamicSegmentBuffer,
  makeSegmentBuffer,
  makeSegmentGeometry,
  makeThickLines,
} from '../thickLines.ts';

export class PoseLines {
  readonly lines: LineSegments2;
  readonly #course: PosedCentreLine;
  readonly #ends: InstancedInterleavedBuffer;
  readonly #colors: InstancedInterleavedBuffer;

  /**
   * `most` is the maximum number of poses. `width` is relative to the radius of the thickest limb.
   */
  constructor(shape: MechanismShape, course: PosedCentreLine, most: number, width: number) {
    this.#course = course;
    this.#ends = makeDynamicSegmentBuffer(most * course.count);
    this.#colors = makeSegmentBuffer(most * course.count);
    const style = { linewidth: width * maxLimbRadius(shape), worldUnits: true, vertexColors: true };
    this.lines = makeThickLines(
      makeSegmentGeometry(this.#ends, this.#colors),
      new LineMaterial({ ...style, ...UNDERLAY_MATERIAL_OPTIONS }),
    );
    this.lines.renderOrder = -1;
    this.show(0);
  }

  show(count: number): void {
    this.lines.visible = count > 0;
    this.lines.geometry.instanceCount = count * this.#course.count;
    this.#ends.needsUpdate = true;
  }

  setPose(index: number, angles: ArrayLike<number>): void {
    this.#course.writePose(angles, this.#ends.array, 6 * index * this.#course.count);
  }

  paint(colors: readonly Color[], opacity: number): void {
    const { array } = this.#colors;
    colors.forEach((color, index) => {
      for (let limb = 0; limb < 2 * this.#course.count; limb++)
        color.toArray(array, 3 * (2 * index * this.#course.count + limb));
    });
    this.#colors.needsUpdate = true;
    this.lines.material.opacity = opacity;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
