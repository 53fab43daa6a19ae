import type { Engine, Lab } from '../engine/engine.ts';
import { parse } from '../scenario/parse.ts';
import { scenarioPreset } from '../scenario/presets.ts';
import { resolve } from '../scenario/resolve.ts';
import type { Scene } from '../scenario/types.ts';

const SCENE = 'planar-3-link'; // its target leaves the reach for a while, and comes back
const TRAIL = 90; // updates
const AIM: Point = [-0.6, 1.4]; // of the glyphs: a turn and a half away
const WAY = 24; // updates
const WIDE = logarithmic(1e-6, 1e2, 161);
const SPAN = 12; // of a glyph: from its middle by this factor to either side
const GLYPH_POINTS = 49;

export type Point = readonly [x: number, y: number];

/** What stands in the equation, as it is now. */
export interface Numbers {
  /** Metres. */
  readonly error: number;
  /** ‖Δθ‖, radians. */
  readonly step: number;
  readonly sigma: readonly number[];
  readonly lambda: number | null;
}

/** A scene of the program, with one method alone. */
export function sceneWith(engine: Engine, preset: string, method: string, changes = {}): Scene {
  const document = { ...scenarioPreset(preset)?.document, methods: [{ id: method }], ...changes };
  const read = parse(document, engine.catalogue);
  if (!read.ok) throw new Error(`${method}: ${read.faults[0]?.reason}`);
  return resolve(read.value);
}

/** One method at work on a small planar arm, to be looked at beside its equation. */
export class Demo {
  readonly #lab: Lab;
  readonly #trail: Point[] = [];
  #angles: readonly number[];
  #step = 0;

  /** `aim`: the target stands still there. */
  constructor(engine: Engine, method: string, aim: Point | null = null) {
    const still = aim && { targets: [{ effector: 'tip', position: [...aim, 0] }] };
    this.#lab = engine.open(sceneWith(engine, SCENE, method, still ?? {}), { watch: true });
    this.#angles = [...this.#lab.angles(0)];
    this.#trail.push(this.links().at(-1) as Point);
  }

  advance(): void {
    this.#lab.advance();
    const angles = [...this.#lab.angles(0)];
    this.#step = Math.hypot(...angles.map((angle, j) => angle - (this.#angles[j] as number)));
    this.#angles = angles;
    this.#trail.push(this.links().at(-1) as Point);
    if (this.#trail.length > TRAIL) this.#trail.shift();
  }

  /** The base, the other joints, the tip. */
  links(): readonly Point[] {
    const points = this.#lab.points(0);
    return Array.from({ length: points.length / 3 }, (_, i) => [
      points[3 * i] as number,
      points[3 * i + 1] as number,
    ]);
  }

  get target(): Point {
    const [x = 0, y = 0] = this.#lab.goals();
    return [x, y];
  }

  /** Where the tip was, oldest first. */
  get trail(): readonly Point[] {
    return this.#trail;
  }

  numbers(): Numbers {
    const { error, lambda } = this.#lab.status(0);
    return { error, lambda, step: this.#step, sigma: [...this.#lab.sigma(0)] };
  }

  /** τ at these σ; null where the method is no filter. */
  filter(sigmas: readonly number[]): readonly number[] | null {
    const taus = this.#lab.filter(0, sigmas);
    return taus.every(Number.isNaN) ? null : [...taus];
  }

  close(): void {
    this.#lab.close();
  }
}

/** Links that open in Compare what the miniature shows, beside the method before. */
export const demoFragment = (method: string, parent: string): string =>
  `#preset=${SCENE}&methods=${parent === '' ? method : `${parent},${method}`}`;

/** A method in a few strokes, within 1 x 1, y up. */
export interface Glyph {
  /** `filter`: log τ over log σ. `way`: that of the tip, for a method that is no filter. */
  readonly kind: 'filter' | 'way';
  readonly points: readonly Point[];
}

export function glyph(engine: Engine, method: string): Glyph {
  const demo = new Demo(engine, method, AIM);
  try {
    demo.advance();
    const taus = demo.filter(WIDE);
    if (taus) {
      const sigmas = windowOn(taus);
      return { kind: 'filter', points: shape(sigmas, demo.filter(sigmas) as readonly number[]) };
    }
    for (let i = 1; i < WAY && demo.numbers().error > 0.02; i++) demo.advance();
    return { kind: 'way', points: fitted(demo.trail) };
  } finally {
    demo.close();
  }
}

/** The σ about the peak of a filter; where it has none, those of an arm. */
function windowOn(taus: readonly number[]): readonly number[] {
  const peak = taus.indexOf(Math.max(...taus));
  const inside = peak > 0 && peak < taus.length - 1;
  const middle = inside ? (WIDE[peak] as number) : 0.3;
  return logarithmic(middle / SPAN, middle * SPAN, GLYPH_POINTS);
}

/** Log τ over log σ, as steep as it is; its highest point a little below the top. */
function shape(sigmas: readonly number[], taus: readonly number[]): Point[] {
  const top = 1.6 * Math.max(...taus);
  return sigmas.map((_, i) => {
    const below = Math.log(top / Math.max(taus[i] as number, 1e-300)) / Math.log(SPAN * SPAN);
    return [i / (sigmas.length - 1), Math.max(0, 1 - below)];
  });
}

/** In the middle of 1 x 1, as large as it goes. */
function fitted(points: readonly Point[]): readonly Point[] {
  const range = (axis: 0 | 1): [number, number] => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[left, right], [bottom, top]] = [range(0), range(1)];
  const size = Math.max(right - left, top - bottom, 1e-9);
  return points.map(([x, y]) => [
    0.5 + (x - (left + right) / 2) / size,
    0.5 + (y - (bottom + top) / 2) / size,
  ]);
}

/** From `low` to `high` in equal factors. */
export function logarithmic(low: number, high: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => low * (high / low) ** (i / (count - 1)));
}
