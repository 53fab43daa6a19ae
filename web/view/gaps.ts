import { DynamicDrawUsage, InstancedInterleavedBuffer, InterleavedBufferAttribute } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { lines, material, moving, type Resolution, segments } from './lines.ts';
import type { Palette } from './palette.ts';

/** What is missing: a dashed line from each effector to its target. */
export class Gaps {
  readonly lines: LineSegments2;
  readonly #count: number;
  readonly #ends: InstancedInterleavedBuffer;
  readonly #lengths: InstancedInterleavedBuffer;

  constructor(count: number, unit: number, resolution: Resolution) {
    this.#count = count;
    this.#ends = moving(count);
    this.#lengths = new InstancedInterleavedBuffer(new Float32Array(2 * count), 2, 1);
    this.#lengths.setUsage(DynamicDrawUsage);
    const geometry = segments(this.#ends);
    const put = (name: string, offset: number) =>
      geometry.setAttribute(name, new InterleavedBufferAttribute(this.#lengths, 1, offset));
    put('instanceDistanceStart', 0);
    put('instanceDistanceEnd', 1);
    const dash = { dashed: true, dashSize: 0.05 * unit, gapSize: 0.04 * unit };
    this.lines = lines(geometry, material({ linewidth: 1.5, ...dash }, resolution));
  }

  /** Writes the ends, and into `distances` how far each effector (xyz each) is from its target. */
  update(tips: Float64Array, goals: Float64Array, distances: Float32Array): void {
    const { array } = this.#ends;
    for (let i = 0; i < this.#count; i++) {
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const tip = tips[3 * i + axis] as number;
        const goal = goals[7 * i + axis] as number;
        array[6 * i + axis] = tip;
        array[6 * i + 3 + axis] = goal;
        square += (goal - tip) ** 2;
      }
      distances[i] = this.#lengths.array[2 * i + 1] = Math.sqrt(square);
    }
    this.#ends.needsUpdate = true;
    this.#lengths.needsUpdate = true;
  }

  paint(palette: Palette): void {
    this.lines.material.color.copy(palette.accent);
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
