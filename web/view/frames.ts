import {
  type Color,
  DynamicDrawUsage,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Quaternion,
  Vector3,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
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
  constructor(count: number, size: number, look: object) {
    this.#size = size;
    const buffer = () => new InstancedInterleavedBuffer(new Float32Array(18 * count), 6, 1);
    this.#ends = buffer();
    this.#ends.setUsage(DynamicDrawUsage);
    this.#colors = buffer();
    const geometry = new LineSegmentsGeometry();
    const put = (name: string, from: InstancedInterleavedBuffer, offset: number) =>
      geometry.setAttribute(name, new InterleavedBufferAttribute(from, 3, offset));
    put('instanceStart', this.#ends, 0);
    put('instanceEnd', this.#ends, 3);
    put('instanceColorStart', this.#colors, 0);
    put('instanceColorEnd', this.#colors, 3);
    geometry.instanceCount = 3 * count;
    this.lines = new LineSegments2(geometry, new LineMaterial({ vertexColors: true, ...look }));
    this.lines.frustumCulled = false;
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
export function baseFrames({ roots, up, floor, unit }: Shape): Frames {
  const frames = new Frames(roots.length, BASE * unit, { linewidth: 2, ...UNDER });
  frames.lines.renderOrder = -1;
  const none = new Quaternion();
  roots.forEach((root, i) => {
    const base = new Vector3(...root);
    frames.set(i, base.addScaledVector(up, floor - base.dot(up)), none);
  });
  return frames;
}
