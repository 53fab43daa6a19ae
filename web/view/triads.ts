import { type Color, type InstancedInterleavedBuffer, type Quaternion, Vector3 } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { lines, material, moving, type Resolution, segments } from './lines.ts';
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

  constructor(count: number, size: number, knobs: boolean, resolution: Resolution) {
    this.#size = size;
    this.#arms = moving(3 * count);
    this.#knobs = moving(3 * count);
    this.lines = count === 0 ? [] : [fat(this.#arms, 2.5, resolution)];
    if (count > 0 && knobs) this.lines = [...this.lines, fat(this.#knobs, KNOB, resolution)];
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

function fat(
  ends: InstancedInterleavedBuffer,
  linewidth: number,
  resolution: Resolution,
): LineSegments2 {
  const made = lines(segments(ends), material({ linewidth, depthTest: false }, resolution));
  made.renderOrder = 9;
  return made;
}
