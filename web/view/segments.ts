/** Fat line segments that are written anew with every picture, all in one draw call. */
import {
  type Color,
  DynamicDrawUsage,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  type Vector3,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

export class Segments {
  readonly lines: LineSegments2;
  readonly #ends: InstancedInterleavedBuffer;
  #count = 0;

  constructor(most: number, linewidth: number, order = 2) {
    this.#ends = new InstancedInterleavedBuffer(new Float32Array(6 * Math.max(1, most)), 6, 1);
    this.#ends.setUsage(DynamicDrawUsage);
    const geometry = new LineSegmentsGeometry();
    geometry.setAttribute('instanceStart', new InterleavedBufferAttribute(this.#ends, 3, 0));
    geometry.setAttribute('instanceEnd', new InterleavedBufferAttribute(this.#ends, 3, 3));
    this.lines = new LineSegments2(geometry, new LineMaterial({ linewidth, depthTest: false }));
    this.lines.frustumCulled = false;
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

  /** How many there are. */
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
