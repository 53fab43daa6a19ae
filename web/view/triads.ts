import {
  type Color,
  DynamicDrawUsage,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  type Quaternion,
  Vector3,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { ARMS } from './turn.ts';

const arm = new Vector3();

const KNOB = 8; // px
const SHORT = 1e-3; // of an arm: round ends alone make a knob

/** Crosses that show orientations: those that targets ask for, or those of the effectors. */
export class Triads {
  /** Arms, and, where they can be taken, their ends. */
  readonly lines: readonly LineSegments2[];
  readonly #arms: InstancedInterleavedBuffer;
  readonly #knobs: InstancedInterleavedBuffer;
  readonly #size: number;

  constructor(count: number, size: number, knobs: boolean) {
    this.#size = size;
    const ends = () => new InstancedInterleavedBuffer(new Float32Array(18 * count), 6, 1);
    this.#arms = ends();
    this.#knobs = ends();
    this.lines = count === 0 ? [] : [fat(this.#arms, 2.5)];
    if (count > 0 && knobs) this.lines = [...this.lines, fat(this.#knobs, KNOB)];
  }

  set(place: number, at: Vector3, turn: Quaternion): void {
    ARMS.forEach((way, i) => {
      const to = 18 * place + 6 * i;
      arm.copy(way).multiplyScalar(this.#size).applyQuaternion(turn);
      at.toArray(this.#arms.array, to);
      at.add(arm).toArray(this.#arms.array, to + 3);
      at.toArray(this.#knobs.array, to + 3);
      at.addScaledVector(arm, -SHORT).toArray(this.#knobs.array, to);
      at.addScaledVector(arm, SHORT - 1);
    });
    this.#arms.needsUpdate = true;
    this.#knobs.needsUpdate = true;
  }

  paint(color: Color): void {
    for (const { material } of this.lines) material.color.copy(color);
  }

  dispose(): void {
    for (const { geometry, material } of this.lines) {
      geometry.dispose();
      material.dispose();
    }
  }
}

function fat(ends: InstancedInterleavedBuffer, linewidth: number): LineSegments2 {
  ends.setUsage(DynamicDrawUsage);
  const geometry = new LineSegmentsGeometry();
  geometry.setAttribute('instanceStart', new InterleavedBufferAttribute(ends, 3, 0));
  geometry.setAttribute('instanceEnd', new InterleavedBufferAttribute(ends, 3, 3));
  geometry.instanceCount = ends.count;
  const lines = new LineSegments2(geometry, new LineMaterial({ linewidth, depthTest: false }));
  lines.frustumCulled = false;
  lines.renderOrder = 9;
  return lines;
}
