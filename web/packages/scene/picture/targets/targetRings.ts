import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import { isTargetWithinTolerance, isTotalWithinTolerance } from '@iklab/core/format';
import type { UnreachableTarget } from '@iklab/core/measure';
import type { Scenario } from '@iklab/core/scenario';
import {
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  Vector2,
  Vector3,
} from 'three';
import type { Palette } from '../palette.ts';

const RIM = { fine: 20, coarse: 30 };
/**
 * Maximum number of targets with fully visible rims. With more, only the rim under the pointer is
 * visible.
 */
const MAX_STRONG_RIMS = 2;
const PALE_STRENGTH = 0.4;

export class TargetRingUniforms {
  readonly positions: InstancedBufferAttribute;
  /** Opacity of the rim of each ring; 0 if a ring has no rim. */
  readonly rimStrengths: InstancedBufferAttribute;
  /** State of each ring: 0 normal, 1 under the pointer or focused, 2 dragged. */
  readonly states: InstancedBufferAttribute;
  /** Proven distance of each target from the reachable region, metres; 0 if none is proven. */
  readonly outOfReach: InstancedBufferAttribute;
  readonly #findOutOfReach: (goals: ArrayLike<number>) => readonly UnreachableTarget[];
  /** Size of a pane in style sheet pixels, the unit of all lengths here. */
  readonly resolution = { value: new Vector2(1, 1) };
  readonly radius = { value: 12.5 };
  readonly rim = { value: RIM.fine };
  /** Size of a canvas pixel in style sheet pixels. */
  readonly pixel = { value: 1 };
  /**
   * Area of the rings: half width, half height, distance of the area centre below the pane centre.
   */
  readonly ringArea = { value: new Vector3(1, 1, 0) };

  /**
   * `turnable` has the targets that the user may rotate. `findOutOfReach` finds targets out of
   * reach.
   */
  constructor(
    count: number,
    turnable: readonly number[],
    findOutOfReach: (goals: ArrayLike<number>) => readonly UnreachableTarget[] = () => [],
  ) {
    this.#findOutOfReach = findOutOfReach;
    this.outOfReach = new InstancedBufferAttribute(new Float32Array(count), 1);
    this.outOfReach.setUsage(DynamicDrawUsage);
    this.positions = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
    this.positions.setUsage(DynamicDrawUsage);
    this.states = new InstancedBufferAttribute(new Float32Array(count), 1);
    const strength = turnable.length > MAX_STRONG_RIMS ? PALE_STRENGTH : 1;
    const strengths = Float32Array.from({ length: count }, (_, i) =>
      turnable.includes(i) ? strength : 0,
    );
    this.rimStrengths = new InstancedBufferAttribute(strengths, 1);
    if (turnable.length > 0 && matchMedia('(pointer: coarse)').matches) this.rim.value = RIM.coarse;
  }

  setStates(states: readonly number[]): void {
    this.states.array.set(states);
    this.states.needsUpdate = true;
  }

  update(goals: Float64Array): void {
    const { array } = this.positions;
    let moved = false;
    for (let i = 0; i < array.length / 3; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = Math.fround(goals[TARGET_STRIDE * i + axis] as number);
        moved ||= array[3 * i + axis] !== value;
        array[3 * i + axis] = value;
      }
    }
    this.positions.needsUpdate = true;
    if (moved) this.#updateOutOfReach(goals);
  }

  #updateOutOfReach(goals: Float64Array): void {
    this.outOfReach.array.fill(0);
    for (const { target, excess: by } of this.#findOutOfReach(goals))
      this.outOfReach.array[target] = by;
    this.outOfReach.needsUpdate = true;
  }
}

export class TargetRings {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #reached: InstancedBufferAttribute;

  constructor(goals: TargetRingUniforms) {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute(
      'position',
      new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3),
    );
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.#reached = new InstancedBufferAttribute(new Float32Array(goals.positions.count), 1);
    this.#reached.setUsage(DynamicDrawUsage);
    geometry.setAttribute('goal', goals.positions);
    geometry.setAttribute('reached', this.#reached);
    geometry.setAttribute('state', goals.states);
    geometry.setAttribute('turns', goals.rimStrengths);
    geometry.setAttribute('beyond', goals.outOfReach);
    geometry.instanceCount = goals.positions.count;
    const { resolution, radius, rim, pixel, ringArea: room } = goals;
    const material = new ShaderMaterial({
      transparent: true,
      depthTest: false,
      depthWrite: false,
      uniforms: {
        resolution,
        radius,
        rim,
        pixel,
        room,
        accent: { value: new Color() },
        surface: { value: new Color() },
      },
      vertexShader,
      fragmentShader,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 10;
  }

  /**
   * Fills the rings of targets within tolerance. A tolerance of the sum over all targets fills all
   * rings or none.
   */
  update(distances: Float32Array, angles: Float32Array, scenario: Scenario): void {
    const all = isTotalWithinTolerance(scenario, distances, angles);
    for (let i = 0; i < this.#reached.count; i++) {
      const [far, angle] = [distances[i] as number, angles[i] as number];
      const reached = isTargetWithinTolerance(scenario, i, far, angle, all) ? 1 : 0;
      if (this.#reached.array[i] === reached) continue;
      this.#reached.array[i] = reached;
      this.#reached.needsUpdate = true;
    }
  }

  paint(palette: Palette): void {
    const { accent, surface } = this.mesh.material.uniforms;
    accent?.value.copy(palette.accent);
    surface?.value.copy(palette.surface);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

const vertexShader = `
  attribute vec3 goal;
  attribute float reached, state, turns, beyond;
  uniform vec2 resolution;
  uniform float radius, rim;
  uniform vec3 room;
  varying vec2 at;
  varying float full, away, hand, turning, far;
  void main() {
    far = sign(beyond);
    full = reached;
    hand = state;
    turning = turns;
    at = position.xy * (max(radius, sign(turns) * rim) + 10.);
    gl_Position = projectionMatrix * modelViewMatrix * vec4(goal, 1.);
    vec2 middle = vec2(0., -room.z), seen = gl_Position.xy / gl_Position.w * .5 * resolution - middle;
    vec2 held = clamp(seen, -room.xy, room.xy);
    away = step(.5, distance(seen, held));
    gl_Position.xy = (held + middle + at) * 2. / resolution * gl_Position.w;
  }`;

// Layers from the lowest: glow under the pointer, notched rim, fill, dot until reached, halo in the
// background colour, ring, dashed if out of reach. Pale at the edge of the pane.
const fragmentShader = `
  varying vec2 at;
  varying float full, away, hand, turning, far;
  uniform vec3 accent, surface;
  uniform float radius, rim, pixel;
  float disc(float r) { return 1. - smoothstep(r - .5 * pixel, r + .5 * pixel, length(at)); }
  float band(float r, float half_) { return disc(r + half_) - disc(r - half_); }
  vec4 over(vec4 below, vec3 color, float alpha) {
    float sum = alpha + below.a * (1. - alpha);
    return vec4(mix(below.rgb, color, alpha / max(sum, 1e-4)), sum);
  }
  void main() {
    float wide = step(.5, hand), held = step(1.5, hand);
    vec4 c = vec4(accent, disc(radius + 8.) * wide * mix(.14, .24, held));
    float notch = smoothstep(-.3, .3, sin(atan(at.y, at.x) * 24.)) * sign(turning) * (1. - away);
    c = over(c, accent, band(rim, 1.3) * notch * mix(.6 * turning, 1., wide));
    c = over(c, accent, disc(radius) * mix(.05, .16, full));
    c = over(c, accent, disc(radius * .2) * (1. - full) * (1. - away));
    float dash = mix(1., smoothstep(-.15, .15, sin(atan(at.y, at.x) * 9.)), far);
    c = over(c, surface, band(radius, 2.4) * .85);
    c = over(c, accent, band(radius, 1.1 + .6 * wide) * dash);
    c.a *= 1. - .5 * away;
    gl_FragColor = c;
    #include <colorspace_fragment>
  }`;
