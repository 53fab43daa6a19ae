import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Mesh,
  ShaderMaterial,
  Sphere,
  Vector3,
} from 'three';
import type { Armature } from './armature.ts';
import { UNDER } from './groundLayer.ts';
import type { Resolution } from './lines.ts';
import type { Palette } from './palette.ts';
import { type Limb, REACH, type Shape } from './shape.ts';

const CELLS = 56;
const MOST = 48; // two uniform vectors a limb: within what every device has

/** Grid that fades out, and the contact shadow of every limb, in one shader: no shadow map. */
export class Ground {
  readonly mesh: Mesh;
  readonly #material: ShaderMaterial;
  readonly #limbs: readonly Limb[];
  /** Start xyz and radius, end xyz and nothing, per limb; then as much as makes it no empty array. */
  readonly #segments: Float32Array;
  readonly #floor: number;

  /** `square`: as `squareOf` makes it; `resolution`: of a pane, pixels. */
  constructor(shape: Shape, square: BufferGeometry, resolution: Resolution) {
    this.#limbs = [...shape.limbs].sort((a, b) => size(b) - size(a)).slice(0, MOST);
    this.#segments = new Float32Array(8 * this.#limbs.length + 4);
    this.#floor = shape.floor;
    this.#material = new ShaderMaterial({
      ...UNDER,
      defines: { LIMBS: this.#limbs.length, FLOOR: shape.floor.toFixed(6) },
      uniforms: {
        segments: { value: this.#segments },
        resolution,
        unit: { value: shape.unit },
        step: { value: cellOf(shape) },
        line: { value: new Color() },
        shade: { value: new Color() },
        strength: { value: 0 },
      },
      vertexShader,
      fragmentShader,
    });
    this.mesh = new Mesh(square, this.#material);
    const [base] = shape.bases;
    this.mesh.position.set(base?.x ?? 0, this.#floor, base?.z ?? 0);
    this.mesh.renderOrder = -2;
    this.mesh.frustumCulled = false;
  }

  /** Reads where the limbs are: after the armature was posed and its matrices are up to date. */
  update(armature: Armature): void {
    this.#limbs.forEach((limb, i) => {
      const from = armature.points[limb.from]?.matrixWorld.elements as number[];
      const to = armature.points[limb.to]?.matrixWorld.elements as number[];
      for (let axis = 0; axis < 3; axis++) {
        this.#segments[8 * i + axis] = from[12 + axis] as number;
        this.#segments[8 * i + 4 + axis] = to[12 + axis] as number;
      }
      this.#segments[8 * i + 3] = limb.radius[0];
    });
  }

  paint(palette: Palette): void {
    const { line, shade, strength } = this.#material.uniforms;
    line?.value.copy(palette.ground);
    shade?.value.copy(palette.shadow);
    if (strength) strength.value = palette.dark ? 0.7 : 0.58;
  }

  dispose(): void {
    this.#material.dispose();
  }
}

const size = (limb: Limb): number => Math.hypot(...limb.end) * limb.radius[0];

/** How long a cell of the grid is. */
export const cellOf = ({ unit }: Shape): number => gridStep(0.15 * REACH * unit);

/** 1, 2 or 5 times a power of ten. */
export function gridStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const rest = wanted / power;
  return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

/**
 * What the grounds of a scene are drawn on: a square about the origin, finer toward the middle, where
 * things touch the ground.
 */
export function squareOf({ unit }: Shape): BufferGeometry {
  const half = (7.4 * unit) / 2;
  const round = CELLS + 1;
  const at = Float32Array.from({ length: round }, (_, i) => {
    const way = Math.fround((2 * i) / CELLS - 1);
    return half * Math.sign(way) * Math.abs(way) ** 1.5;
  });
  const positions = new Float32Array(3 * round * round);
  const index = new Uint16Array(6 * CELLS * CELLS);
  let to = 0;
  for (let j = 0; j < round; j++) {
    for (let i = 0; i < round; i++, to += 3) {
      positions[to] = at[i] as number;
      positions[to + 2] = at[j] as number;
    }
  }
  to = 0;
  for (let j = 0; j < CELLS; j++) {
    for (let i = 0; i < CELLS; i++) {
      const corner = i + round * j;
      index[to++] = corner;
      index[to++] = corner + round;
      index[to++] = corner + 1;
      index[to++] = corner + round;
      index[to++] = corner + round + 1;
      index[to++] = corner + 1;
    }
  }
  const square = new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setIndex(new BufferAttribute(index, 1));
  square.boundingSphere = new Sphere(new Vector3(), half * Math.SQRT2); // else found vertex by vertex
  return square;
}

// the shadow is soft: enough to know it at the corners of the mesh
const vertexShader = `
  varying vec2 near, high;
  varying float shadow;
  uniform vec4 segments[2 * LIMBS + 1];
  uniform float unit, strength;

  void main() {
    vec4 at = modelMatrix * vec4(position, 1.);
    near = position.xz;
    gl_Position = projectionMatrix * viewMatrix * at;
    high = gl_Position.yw;
    float lit = 1.;
    for (int i = 0; i < LIMBS; i++) {
      vec4 a = segments[2 * i], b = segments[2 * i + 1];
      vec2 pa = at.xz - a.xz, ba = b.xz - a.xz;
      float t = clamp(dot(pa, ba) / max(dot(ba, ba), 1e-6 * unit * unit), 0., 1.);
      float height = max(mix(a.y, b.y, t) - (FLOOR), 0.);
      float d = length(pa - ba * t), spread = a.w * 1.15 + .17 * height;
      lit *= 1. - .8 * (a.w / (a.w + .13 * height)) * exp(-d * d / (spread * spread));
    }
    shadow = (1. - lit) * strength * (1. - smoothstep(2.4, 3.6, length(near) / unit));
  }`;

const fragmentShader = `
  varying vec2 near, high;
  varying float shadow;
  uniform vec2 resolution;
  uniform vec3 line, shade;
  uniform float unit, step;

  void main() {
    vec2 q = near / step, d = abs(fract(q - .5) - .5) / fwidth(q);
    float lines = 1. - smoothstep(0., 1., min(d.x, d.y));
    lines *= .8 * (1. - smoothstep(1.3, 3.5, length(near) / unit));
    float down = (1. - high.x / high.y) * .5 * resolution.y;
    lines *= smoothstep(40., 84., down); // none through the titles
    float alpha = shadow + lines * (1. - shadow);
    gl_FragColor = vec4(mix(line, shade, shadow / max(alpha, 1e-4)), alpha);
    #include <colorspace_fragment>
  }`;
