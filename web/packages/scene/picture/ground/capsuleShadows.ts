/**
 * Computes shadows from capsules instead of shadow maps. Each point computes how much sun and sky
 * the capsules hide. The result is the same on every machine.
 */
import { type Bone, Vector3 } from 'three';
import type { ShadowCapsule } from '../../drawn/linkBuilder.ts';
import type { Armature } from '../bodies/armature.ts';
import type { ShadowLevel } from './adaptiveShadows.ts';

export const SUN_DIRECTION = new Vector3(0.44, 1, 0.52).normalize();
/** Half width of the soft edge of a shadow, relative to the distance from the capsule. */
export const PENUMBRA_WIDTH = 0.16;

const end = new Vector3();

/** Capsules that cast the shadow of a mechanism, in the y-up frame, the largest first. */
export class CapsuleShadows {
  readonly capsules: readonly ShadowCapsule[];
  /** Ends of the capsules, eight numbers each: xyz of one end, radius, xyz of the other end, 0. */
  readonly ends: Float32Array;
  /** Part of the ground with shadows of the sun: smallest x, largest x, smallest z, largest z. */
  readonly bounds = new Float32Array(4);
  /** Uniform with the strength of the shadows on the mechanism itself; 0 for none. */
  readonly onRobot = { value: 1 };
  #sun = true;

  /** Keeps at most `most` capsules, the largest ones. */
  constructor(capsules: readonly ShadowCapsule[], most: number) {
    this.capsules = capsules.toSorted((a, b) => size(b) - size(a)).slice(0, most);
    this.ends = new Float32Array(8 * this.capsules.length + 4);
  }

  get defines() {
    return { CAPSULES: this.capsules.length };
  }

  set level(level: ShadowLevel) {
    this.onRobot.value = level === 'all' ? 1 : 0;
    this.#sun = level !== 'sky';
  }

  /**
   * Updates the shadows. The world matrices must be up to date. `floor` is the ground height,
   * metres.
   */
  update(armature: Armature, floor: number): void {
    const [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    this.bounds.set([low, high, low, high]);
    this.capsules.forEach(({ bone, from, to, radius }, i) => {
      const { matrixWorld } = bone === 0 ? armature.world : (armature.points[bone - 1] as Bone);
      this.#writeCapsule(8 * i, end.copy(from).applyMatrix4(matrixWorld), radius, floor);
      this.#writeCapsule(8 * i + 4, end.copy(to).applyMatrix4(matrixWorld), radius, floor);
      this.ends[8 * i + 3] = radius;
    });
    if (!this.#sun) this.bounds.set([low, high, low, high]);
  }

  #writeCapsule(offset: number, position: Vector3, radius: number, floor: number): void {
    position.toArray(this.ends, offset);
    const shadowDistance = Math.max(0, position.y - floor + radius) / SUN_DIRECTION.y;
    const wide = 2.5 * radius + PENUMBRA_WIDTH * shadowDistance;
    const [x, z] = [
      position.x - shadowDistance * SUN_DIRECTION.x,
      position.z - shadowDistance * SUN_DIRECTION.z,
    ];
    const { bounds } = this;
    bounds[0] = Math.min(bounds[0] as number, x - wide, position.x - wide);
    bounds[1] = Math.max(bounds[1] as number, x + wide, position.x + wide);
    bounds[2] = Math.min(bounds[2] as number, z - wide, position.z - wide);
    bounds[3] = Math.max(bounds[3] as number, z + wide, position.z + wide);
  }
}

const size = ({ from, to, radius }: ShadowCapsule): number =>
  radius * (radius + from.distanceTo(to));

const glslVector = ({ x, y, z }: Vector3): string =>
  `vec3(${[x, y, z].map((value) => value.toFixed(6)).join(', ')})`;

/**
 * Shader functions for the fraction of sun and sky light that passes the capsules, 0 to 1. They
 * require the uniform `ends` and the define CAPSULES.
 */
export const SHADOW_SHADER = `
  uniform vec4 ends[2 * CAPSULES + 1];
  const vec3 SUN = ${glslVector(SUN_DIRECTION)};

  // x: distance between a capsule's axis and the ray from p to the sun; y: position on the ray
  vec2 passing(vec3 p, vec3 a, vec3 b) {
    vec3 d = b - a, w = p - a;
    float dd = max(dot(d, d), 1e-12), dl = dot(d, SUN), dw = dot(d, w), lw = dot(SUN, w);
    float s = clamp((dw - dl * lw) / max(dd - dl * dl, 1e-9), 0., 1.);
    float t = max(dl * s - lw, 0.);
    s = clamp((dw + dl * t) / dd, 0., 1.);
    return vec2(length(w + SUN * t - d * s), t);
  }

  // begins: start on the ray, in radii, to avoid self-shading; soft: edge width per distance
  float sunlight(vec3 p, float begins, float soft) {
    float dark = 0.;
    for (int i = 0; i < CAPSULES; i++) {
      float r = ends[2 * i].w;
      vec2 at = passing(p, ends[2 * i].xyz, ends[2 * i + 1].xyz);
      float wide = soft * at.y + .12 * r;
      float hidden = 1. - smoothstep(r - wide, r + wide, at.x);
      hidden *= smoothstep(.35 * begins * r, 1.6 * begins * r + 1e-5 * r, at.y) * min(1., r / (.5 * wide));
      dark += hidden * hidden * hidden * hidden; // p-norm: overlapping shadows do not darken twice
    }
    return 1. - min(1., sqrt(sqrt(dark)));
  }

  // visible share of the sky above a surface, cosine-weighted
  float skylight(vec3 p, vec3 n, float strength) {
    float open = 1.;
    for (int i = 0; i < CAPSULES; i++) {
      vec3 a = ends[2 * i].xyz, d = ends[2 * i + 1].xyz - a, w = p - a;
      vec3 v = d * clamp(dot(w, d) / max(dot(d, d), 1e-12), 0., 1.) - w;
      float r = ends[2 * i].w, away = length(v);
      float cosine = clamp(dot(n, v / max(away, 1e-9)), 0., 1.);
      open *= 1. - strength * cosine * min(1., r * r / max(away * away, .8 * r * r));
    }
    return open;
  }`;
