import {
  type Color,
  Float32BufferAttribute,
  InstancedBufferGeometry,
  type InstancedInterleavedBuffer,
  Points,
  ShaderMaterial,
} from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { mixColors, type Palette } from '../palette.ts';
import type { TargetRingUniforms } from '../targets/targetRings.ts';
import {
  makeDynamicSegmentBuffer,
  makeLineMaterial,
  makeSegmentBuffer,
  makeSegmentGeometry,
  makeThickLines,
} from '../thickLines.ts';

export const TRAIL_UPDATE_COUNT = 120; // Two seconds at one update per frame.
/**
 * Shortest effector step with a trail segment of its own, in units of the view. Also the smallest
 * joint change between recorded poses, radians or metres.
 */
export const MIN_TRAIL_SEGMENT_LENGTH = 0.006;
const FIXED_STYLE = { oldest: 0.45, dots: TRAIL_UPDATE_COUNT };
// Paths behind moving targets do not end, so old segments are paler.
const MOVING_STYLE = { oldest: 0.08, dots: 12 };

/**
 * Draws the paths of the effectors as thick lines, with a dot per update. Updates that move no
 * effector by a pixel share a segment.
 */
export class EffectorTrails {
  readonly lines: LineSegments2;
  readonly dots: Points<InstancedBufferGeometry, ShaderMaterial>;
  readonly #tips: readonly number[];
  readonly #positions: InstancedInterleavedBuffer;
  readonly #colors: InstancedInterleavedBuffer;
  readonly #last: Float32Array;
  readonly #style: typeof FIXED_STYLE;
  readonly #least: number;
  #isShown = true;
  #segments = -1; // −1: the next point starts the lines.

  /**
   * `tips` are indices of the effectors in `Lab.points`. `unit` is the length unit of the view,
   * metres. `moves` tells whether targets move.
   */
  constructor(tips: readonly number[], goals: TargetRingUniforms, unit: number, moves: boolean) {
    this.#tips = tips;
    this.#least = (MIN_TRAIL_SEGMENT_LENGTH * unit) ** 2;
    this.#style = moves ? MOVING_STYLE : FIXED_STYLE;
    this.#last = new Float32Array(3 * tips.length);
    this.#positions = makeDynamicSegmentBuffer(tips.length * TRAIL_UPDATE_COUNT);
    this.#colors = makeSegmentBuffer(tips.length * TRAIL_UPDATE_COUNT);
    const lineMaterial = makeLineMaterial({ vertexColors: true, linewidth: 2 }, goals.resolution);
    this.lines = makeThickLines(makeSegmentGeometry(this.#positions, this.#colors), lineMaterial);
    this.dots = new Points(this.#dotGeometry(), makeDotMaterial(goals));
    this.dots.frustumCulled = false;
    this.clear();
  }

  #dotGeometry(): InstancedBufferGeometry {
    const points = new InstancedBufferGeometry();
    points.setAttribute('position', new Float32BufferAttribute([0, 0, 0], 3));
    for (const name of ['instanceStart', 'instanceEnd', 'instanceColorEnd'])
      points.setAttribute(name, this.lines.geometry.getAttribute(name));
    return points;
  }

  record(points: Float64Array): void {
    const { array } = this.#positions;
    const k = this.#tips.length;
    const grows = this.#short;
    if (!grows && this.#segments >= 0) array.copyWithin(6 * k, 0, 6 * k * (TRAIL_UPDATE_COUNT - 1));
    for (let i = 0; i < k; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = points[3 * (this.#tips[i] as number) + axis] as number;
        if (!grows) array[6 * i + axis] = this.#last[3 * i + axis] as number;
        array[6 * i + 3 + axis] = value;
        this.#last[3 * i + axis] = value;
      }
    }
    if (!grows) this.#segments = Math.min(this.#segments + 1, TRAIL_UPDATE_COUNT);
    this.#updateCounts();
  }

  get #short(): boolean {
    if (this.#segments < 1) return false;
    const { array } = this.#positions;
    for (let offset = 0; offset < 6 * this.#tips.length; offset += 6) {
      let far = 0;
      for (let axis = offset; axis < offset + 3; axis++)
        far += ((array[axis + 3] as number) - (array[axis] as number)) ** 2;
      if (far >= this.#least) return false;
    }
    return true;
  }

  /** Returns both ends of the last steps of every effector, xyz each, newest first. */
  newest(most: number): Float32Array {
    const steps = this.#isShown ? Math.min(most, Math.max(0, this.#segments)) : 0;
    return (this.#positions.array as Float32Array).subarray(0, 6 * this.#tips.length * steps);
  }

  clear(): void {
    this.#segments = -1;
    this.#updateCounts();
  }

  set isShown(isShown: boolean) {
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    this.#updateCounts();
  }

  #updateCounts(): void {
    const { length } = this.#tips;
    const count = Math.max(0, this.#segments) * length;
    this.lines.geometry.instanceCount = count;
    this.dots.geometry.instanceCount = Math.min(count, this.#style.dots * length);
    this.lines.visible = this.dots.visible = this.#isShown && count > 0;
    this.#positions.needsUpdate = true;
  }

  paint(palette: Palette, slot: number): void {
    const { array } = this.#colors;
    const k = this.#tips.length;
    const { oldest } = this.#style;
    const shade = (age: number): Color =>
      mixColors(
        palette.surface,
        palette.slots[slot - 1] as Color,
        1 + (oldest - 1) * (age / TRAIL_UPDATE_COUNT),
      );
    for (let age = 0; age < TRAIL_UPDATE_COUNT; age++) {
      const [older, newer] = [shade(age + 1), shade(age)];
      for (let i = 0; i < k; i++) {
        older.toArray(array, 6 * (age * k + i));
        newer.toArray(array, 6 * (age * k + i) + 3);
      }
    }
    this.#colors.needsUpdate = true;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
    this.dots.geometry.dispose();
    this.dots.material.dispose();
  }
}

const makeDotMaterial = ({ resolution, pixel }: TargetRingUniforms): ShaderMaterial =>
  new ShaderMaterial({
    uniforms: { resolution, pixel },
    vertexShader: `
      attribute vec3 instanceStart, instanceEnd, instanceColorEnd;
      uniform float pixel;
      uniform vec2 resolution;
      varying vec3 color;
      void main() {
        color = instanceColorEnd;
        vec4 from = projectionMatrix * modelViewMatrix * vec4(instanceStart, 1.);
        gl_Position = projectionMatrix * modelViewMatrix * vec4(instanceEnd, 1.);
        gl_PointSize = 5. / pixel;
        vec2 step = (gl_Position.xy / gl_Position.w - from.xy / from.w) * .5 * resolution;
        if (length(step) < 9.) gl_Position = vec4(2., 2., 2., 1.);
      }`,
    fragmentShader: `
      varying vec3 color;
      void main() {
        if (length(gl_PointCoord - .5) > .5) discard;
        gl_FragColor = vec4(color, 1.);
        #include <colorspace_fragment>
      }`,
  });
