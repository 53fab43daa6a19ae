import type { Vec3 } from 'iklab/scenario';
import {
  type Color,
  InstancedBufferAttribute,
  type InstancedInterleavedBuffer,
  Matrix4,
  Vector3,
} from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { UNDER } from './groundLayer.ts';
import { lines, material, moving, pairs, type Resolution, segments } from './lines.ts';
import type { Shape } from './shape.ts';

const BASE = 0.42; // Relative to the unit of the view.

/** Coordinate frames as three lines each, in the colours of x, y and z. */
export class Frames {
  readonly lines: LineSegments2;
  readonly #ends: InstancedInterleavedBuffer;
  readonly #colors: InstancedInterleavedBuffer;
  readonly #sizes: readonly number[];
  readonly #from: number;

  /**
   * `sizes`: lengths along x, y and z; `look`: material of the lines without colours; `from`: share
   * of each line that is omitted at its start.
   */
  constructor(
    count: number,
    sizes: readonly number[],
    look: object,
    resolution: Resolution,
    from = 0,
  ) {
    this.#sizes = sizes;
    this.#from = from;
    this.#ends = moving(3 * count);
    this.#colors = pairs(3 * count);
    const colored = material({ vertexColors: true, ...look }, resolution);
    const geometry = segments(this.#ends, this.#colors);
    // For dashes.
    const lengths = Float32Array.from({ length: 3 * count }, (_, i) => sizes[i % 3] as number);
    const none = new Float32Array(3 * count);
    geometry.setAttribute('instanceDistanceStart', new InstancedBufferAttribute(none, 1));
    geometry.setAttribute('instanceDistanceEnd', new InstancedBufferAttribute(lengths, 1));
    this.lines = lines(geometry, colored);
    this.lines.renderOrder = 9;
  }

  /** `place`: index of the drawn frame; the matrix is relative to the frame of the scenario. */
  set(place: number, { elements }: Matrix4): void {
    const { array } = this.#ends;
    for (let axis = 0; axis < 3; axis++) {
      const to = 18 * place + 6 * axis;
      for (let k = 0; k < 3; k++) {
        const at = elements[12 + k] as number;
        const way = (this.#sizes[axis] as number) * (elements[4 * axis + k] as number);
        array[to + k] = at + this.#from * way;
        array[to + 3 + k] = at + way;
      }
    }
    this.#ends.needsUpdate = true;
  }

  /** `colors`: for x, y and z. */
  paint(colors: readonly Color[]): void {
    const { array } = this.#colors;
    for (let i = 0; i < array.length / 3; i++) colors[Math.floor(i / 2) % 3]?.toArray(array, 3 * i);
    this.#colors.needsUpdate = true;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}

/**
 * The frame of the scenario, drawn on the ground below the root, or below the origin if there are
 * several.
 */
export function baseFrames({ roots, up, floor, unit }: Shape, resolution: Resolution): Frames {
  const look = { linewidth: 2, ...UNDER };
  const size = BASE * unit;
  const frames = new Frames(1, [size, size, size], look, resolution);
  frames.lines.renderOrder = -1;
  const base = roots.length === 1 ? new Vector3(...(roots[0] as Vec3)) : new Vector3();
  frames.set(0, new Matrix4().setPosition(base.addScaledVector(up, floor - base.dot(up))));
  return frames;
}
