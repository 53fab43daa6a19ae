import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Mesh,
  ShaderMaterial,
  Sphere,
  Vector2,
  Vector3,
} from 'three';
import { type MechanismShape, REACH_IN_VIEW_UNITS } from '../bodies/mechanismShape.ts';
import type { Palette } from '../palette.ts';
import type { PaneResolution } from '../thickLines.ts';
import { type CapsuleShadows, PENUMBRA_WIDTH, SHADOW_SHADER } from './capsuleShadows.ts';
import { UNDERLAY_MATERIAL_OPTIONS } from './groundLayer.ts';

const CELLS = 56;
const LIGHT = [0.44, 0.7] as const;
const DARK = [0.6, 0.85] as const;

export class Ground {
  readonly mesh: Mesh;
  readonly #material: ShaderMaterial;

  /** `square` is a geometry from `makeGroundSquare`. `resolution` is the size of the pane. */
  constructor(
    shape: MechanismShape,
    square: BufferGeometry,
    resolution: PaneResolution,
    shadows: CapsuleShadows,
  ) {
    this.#material = new ShaderMaterial({
      ...UNDERLAY_MATERIAL_OPTIONS,
      defines: shadows.defines,
      uniforms: {
        ends: { value: shadows.ends },
        bounds: { value: shadows.bounds },
        resolution,
        unit: { value: shape.unit },
        step: { value: groundGridSpacing(shape) },
        line: { value: new Color() },
        shade: { value: new Color() },
        strength: { value: new Vector2() },
      },
      vertexShader,
      fragmentShader,
    });
    this.mesh = new Mesh(square, this.#material);
    const [base] = shape.bases;
    this.mesh.position.set(base?.x ?? 0, shape.floor, base?.z ?? 0);
    this.mesh.renderOrder = -2;
    this.mesh.frustumCulled = false;
  }

  paint(palette: Palette): void {
    const { line, shade, strength } = this.#material.uniforms;
    line?.value.copy(palette.ground);
    shade?.value.copy(palette.shadow);
    strength?.value.set(...(palette.dark ? DARK : LIGHT));
  }

  dispose(): void {
    this.#material.dispose();
  }
}

export const groundGridSpacing = ({ unit }: MechanismShape): number =>
  roundGridSpacing(0.15 * REACH_IN_VIEW_UNITS * unit);

/** Rounds to 1, 2 or 5 times a power of ten near `wanted`. */
export function roundGridSpacing(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const rest = wanted / power;
  return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

/** Makes the ground square about the origin for all panes. Its mesh is finer towards the centre. */
export function makeGroundSquare({ unit }: MechanismShape): BufferGeometry {
  const half = (7.4 * unit) / 2;
  const round = CELLS + 1;
  const coordinates = Float32Array.from({ length: round }, (_, i) => {
    const fraction = Math.fround((2 * i) / CELLS - 1);
    return half * Math.sign(fraction) * Math.abs(fraction) ** 1.5;
  });
  const positions = new Float32Array(3 * round * round);
  const index = new Uint16Array(6 * CELLS * CELLS);
  let to = 0;
  for (let j = 0; j < round; j++) {
    for (let i = 0; i < round; i++, to += 3) {
      positions[to] = coordinates[i] as number;
      positions[to + 2] = coordinates[j] as number;
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
  // Otherwise Three.js computes it from all vertices.
  square.boundingSphere = new Sphere(new Vector3(), half * Math.SQRT2);
  return square;
}

// Light from the sky varies slowly, so it is computed per vertex.
const vertexShader = `
  varying vec2 near, high;
  varying vec3 at;
  varying float open;
  ${SHADOW_SHADER}

  void main() {
    at = (modelMatrix * vec4(position, 1.)).xyz;
    near = position.xz;
    gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.);
    high = gl_Position.yw;
    open = skylight(at, vec3(0., 1., 0.), .82);
  }`;

const fragmentShader = `
  varying vec2 near, high;
  varying vec3 at;
  varying float open;
  uniform vec2 resolution, strength;
  uniform vec3 line, shade;
  uniform vec4 bounds;
  uniform float unit, step;
  ${SHADOW_SHADER}

  void main() {
    bool reached = at.x > bounds.x && at.x < bounds.y && at.z > bounds.z && at.z < bounds.w;
    float lit = reached ? sunlight(at, 0., ${PENUMBRA_WIDTH}) : 1.;
    float shadow = 1. - (1. - strength.x * (1. - lit)) * (1. - strength.y * (1. - open));
    shadow *= 1. - smoothstep(2.4, 3.6, length(near) / unit);
    vec2 q = near / step, d = abs(fract(q - .5) - .5) / fwidth(q);
    float lines = 1. - smoothstep(0., 1., min(d.x, d.y));
    lines *= .8 * (1. - smoothstep(1.3, 3.5, length(near) / unit));
    float down = (1. - high.x / high.y) * .5 * resolution.y;
    lines *= smoothstep(40., 84., down); // none behind the titles
    float alpha = shadow + lines * (1. - shadow);
    gl_FragColor = vec4(mix(line, shade, shadow / max(alpha, 1e-4)), alpha);
    #include <colorspace_fragment>
  }`;
