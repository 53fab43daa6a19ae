/** Draws thick line segments that are rewritten every frame, in one draw call. */
import type { Color, InstancedInterleavedBuffer, Vector3 } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import {
  makeDynamicSegmentBuffer,
  makeLineMaterial,
  makeSegmentGeometry,
  makeThickLines,
  type PaneResolution,
} from './thickLines.ts';

export class ThickSegments {
  readonly lines: LineSegments2;
  readonly #ends: InstancedInterleavedBuffer;
  #count = 0;

  constructor(most: number, linewidth: number, resolution: PaneResolution, order = 2) {
    this.#ends = makeDynamicSegmentBuffer(Math.max(1, most));
    const lineMaterial = makeLineMaterial({ linewidth, depthTest: false }, resolution);
    this.lines = makeThickLines(makeSegmentGeometry(this.#ends), lineMaterial);
    this.lines.renderOrder = order;
    this.lines.visible = false;
  }

  begin(): void {
    this.#count = 0;
  }

  add(from: Vector3, to: Vector3): void {
    const { array } = this.#ends;
    from.toArray(array, 6 * this.#count);
    to.toArray(array, 6 * this.#count + 3);
    this.#count++;
  }

  end(): void {
    this.lines.geometry.instanceCount = this.#count;
    this.lines.visible = this.#count > 0;
    this.#ends.needsUpdate = true;
  }

  get count(): number {
    return this.#count;
  }

  paint(color: Color): void {
    this.lines.material.color.copy(color);
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
