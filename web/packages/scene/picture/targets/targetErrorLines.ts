import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import { DynamicDrawUsage, InstancedInterleavedBuffer, InterleavedBufferAttribute } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import type { Palette } from '../palette.ts';
import {
  makeLineMaterial,
  makeSegmentGeometry,
  makeThickLines,
  type PaneResolution,
} from '../thickLines.ts';

const STRIDE = 8;

export class TargetErrorLines {
  readonly lines: LineSegments2;
  readonly #count: number;
  readonly #ends;

  constructor(count: number, unit: number, resolution: PaneResolution) {
    this.#count = count;
    this.#ends = new InstancedInterleavedBuffer(new Float32Array(STRIDE * count), STRIDE, 1);
    this.#ends.setUsage(DynamicDrawUsage);
    const geometry = makeSegmentGeometry(this.#ends);
    const put = (name: string, offset: number) =>
      geometry.setAttribute(name, new InterleavedBufferAttribute(this.#ends, 1, offset));
    put('instanceDistanceStart', 6);
    put('instanceDistanceEnd', 7);
    const dash = { dashed: true, dashSize: 0.05 * unit, gapSize: 0.04 * unit };
    this.lines = makeThickLines(
      geometry,
      makeLineMaterial({ linewidth: 1.5, ...dash }, resolution),
    );
  }

  /**
   * Updates the lines and writes the line lengths to `distances`, metres. `tips` has effector
   * positions, xyz each. `goals` has target poses, 7 numbers each.
   */
  update(tips: Float64Array, goals: Float64Array, distances: Float32Array): void {
    const { array } = this.#ends;
    for (let i = 0; i < this.#count; i++) {
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const tip = tips[3 * i + axis] as number;
        const goal = goals[TARGET_STRIDE * i + axis] as number;
        array[STRIDE * i + axis] = tip;
        array[STRIDE * i + 3 + axis] = goal;
        square += (goal - tip) ** 2;
      }
      distances[i] = array[STRIDE * i + 7] = Math.sqrt(square);
    }
    this.#ends.needsUpdate = true;
  }

  paint(palette: Palette): void {
    this.lines.material.color.copy(palette.accent);
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
