import type { Vec3 } from '@iklab/core/scenario';
import {
  type Color,
  InstancedBufferAttribute,
  type InstancedInterleavedBuffer,
  Matrix4,
  Vector3,
} from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import type { MechanismShape } from './bodies/mechanismShape.ts';
import { UNDERLAY_MATERIAL_OPTIONS } from './ground/groundLayer.ts';
import {
  makeDynamicSegmentBuffer,
  makeLineMaterial,
  makeSegmentBuffer,
  makeSegmentGeometry,
  makeThickLines,
  type PaneResolution,
} from './thickLines.ts';

const BASE = 0.42; // Relative to the unit of the view.

export class CoordinateFrames {
  readonly lines: LineSegments2;
  readonly #ends: InstancedInterleavedBuffer;
  readonly #colors: InstancedInterleavedBuffer;
  readonly #sizes: readonly number[];
  readonly #from: number;

  /**
   * `sizes` are the axis lengths along x, y and z. `style` has line options. `from` is the omitted
   * fraction at the origin.
   */
  constructor(
    count: number,
    sizes: readonly number[],
    style: object,
    resolution: PaneResolution,
    from = 0,
  ) {
    this.#sizes = sizes;
    this.#from = from;
    this.#ends = makeDynamicSegmentBuffer(3 * count);
    this.#colors = makeSegmentBuffer(3 * count);
    const colored = makeLineMaterial({ vertexColors: true, ...style }, resolution);
    const geometry = makeSegmentGeometry(this.#ends, this.#colors);
    // For dashes.
    const lengths = Float32Array.from({ length: 3 * count }, (_, i) => sizes[i % 3] as number);
    const none = new Float32Array(3 * count);
    geometry.setAttribute('instanceDistanceStart', new InstancedBufferAttribute(none, 1));
    geometry.setAttribute('instanceDistanceEnd', new InstancedBufferAttribute(lengths, 1));
    this.lines = makeThickLines(geometry, colored);
    this.lines.renderOrder = 9;
  }

  setFrame(index: number, { elements }: Matrix4): void {
    const { array } = this.#ends;
    for (let axis = 0; axis < 3; axis++) {
      const to = 18 * index + 6 * axis;
      for (let k = 0; k < 3; k++) {
        const origin = elements[12 + k] as number;
        const arm = (this.#sizes[axis] as number) * (elements[4 * axis + k] as number);
        array[to + k] = origin + this.#from * arm;
        array[to + 3 + k] = origin + arm;
      }
    }
    this.#ends.needsUpdate = true;
  }

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
 * Makes the axes of the world frame, drawn on the ground: below the root, or below the origin if the
 * mechanism has several roots.
 */
export function makeScenarioFrame(
  { roots, up, floor, unit }: MechanismShape,
  resolution: PaneResolution,
): CoordinateFrames {
  const style = { linewidth: 2, ...UNDERLAY_MATERIAL_OPTIONS };
  const size = BASE * unit;
  const frames = new CoordinateFrames(1, [size, size, size], style, resolution);
  frames.lines.renderOrder = -1;
  const base = roots.length === 1 ? new Vector3(...(roots[0] as Vec3)) : new Vector3();
  frames.setFrame(0, new Matrix4().setPosition(base.addScaledVector(up, floor - base.dot(up))));
  return frames;
}
