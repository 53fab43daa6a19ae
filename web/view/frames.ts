import { type Color, type InstancedInterleavedBuffer, Quaternion, Vector3 } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { lines, material, moving, pairs, type Resolution, segments } from './lines.ts';
import type { Shape } from './shape.ts';
import { UNDER } from './under.ts';

const BASE = 0.42; // in the unit of the picture
const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;
const arm = new Vector3();

/** Frames as three lines each, in the colours of x, y and z. */
export class Frames {
  readonly lines: LineSegments2;
  readonly #ends: InstancedInterleavedBuffer;
  readonly #colors: InstancedInterleavedBuffer;
  readonly #size: number;

  /** `look`: of the lines, besides their colours. */
  constructor(count: number, size: number, look: object, resolution: Resolution) {
    this.#size = size;
    this.#ends = moving(3 * count);
    this.#colors = pairs(3 * count);
    const colored = material({ vertexColors: true, ...look }, resolution);
    this.lines = lines(segments(this.#ends, this.#colors), colored);
  }

  set(place: number, at: Vector3, turn: Quaternion): void {
    const { array } = this.#ends;
    AXES.forEach((axis, i) => {
      const to = 18 * place + 6 * i;
      at.toArray(array, to);
      arm
        .copy(axis)
        .applyQuaternion(turn)
        .multiplyScalar(this.#size)
        .add(at)
        .toArray(array, to + 3);
    });
    this.#ends.needsUpdate = true;
  }

  /** `colors`: of x, y and z. */
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

/** The frame of the scenario on the ground under every base, below the robot. */
export function baseFrames({ roots, up, floor, unit }: Shape, resolution: Resolution): Frames {
  const look = { linewidth: 2, ...UNDER };
  const frames = new Frames(roots.length, BASE * unit, look, resolution);
  frames.lines.renderOrder = -1;
  const none = new Quaternion();
  roots.forEach((root, i) => {
    const base = new Vector3(...root);
    frames.set(i, base.addScaledVector(up, floor - base.dot(up)), none);
  });
  return frames;
}
