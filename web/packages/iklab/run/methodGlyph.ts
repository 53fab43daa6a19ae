import type { Engine } from '../engine/engine.ts';
import { parse } from '../scenario/parse.ts';
import { scenarioPreset } from '../scenario/presets.ts';
import { resolve } from '../scenario/resolve.ts';
import type { Scene } from '../scenario/types.ts';
import type { Point } from './flatDrawing.ts';

const AIM = [-0.6, 1.4, 0]; // One and a half units away.
const WAY = 24; // Updates.
const WIDE = logarithmic(1e-6, 1e2, 161);
const SPAN = 12; // Factor from the centre of a glyph to each side.
const GLYPH_POINTS = 49;

/** A preset scene with one method. */
export function sceneWith(engine: Engine, preset: string, method: string, changes = {}): Scene {
  const document = { ...scenarioPreset(preset)?.document, methods: [{ id: method }], ...changes };
  const read = parse(document, engine.catalogue);
  if (!read.ok) throw new Error(`${method}: ${read.faults[0]?.reason}`);
  return resolve(read.value);
}

/** A small line drawing of a method within 1 x 1, y up. */
export interface Glyph {
  /** `filter`: log tau over log sigma. `way`: path of the effector if it is no filter. */
  readonly kind: 'filter' | 'way';
  readonly points: readonly Point[];
}

/** Creates the glyph of a method. */
export function glyph(engine: Engine, method: string): Glyph {
  const targets = [{ effector: 'tip', position: AIM }];
  const lab = engine.open(sceneWith(engine, 'planar-3-link', method, { targets }));
  const tip = (): Point => {
    const [x = 0, y = 0] = lab.points(0).slice(-3);
    return [x, y];
  };
  try {
    const way = [tip()];
    lab.advance();
    const taus = lab.filter(0, WIDE);
    if (!taus.every(Number.isNaN)) {
      const sigmas = windowOn([...taus]);
      return { kind: 'filter', points: shape(sigmas, [...lab.filter(0, sigmas)]) };
    }
    way.push(tip());
    for (let i = 1; i < WAY && lab.status(0).error > 0.02; i++) {
      lab.advance();
      way.push(tip());
    }
    return { kind: 'way', points: fitted(way) };
  } finally {
    lab.close();
  }
}

/** The range of sigma around the peak of a filter; without a peak, that of a typical arm. */
function windowOn(taus: readonly number[]): readonly number[] {
  const peak = taus.indexOf(Math.max(...taus));
  const inside = peak > 0 && peak < taus.length - 1;
  const middle = inside ? (WIDE[peak] as number) : 0.3;
  return logarithmic(middle / SPAN, middle * SPAN, GLYPH_POINTS);
}

/** log tau over log sigma with its true slope; its highest point is slightly below the top. */
function shape(sigmas: readonly number[], taus: readonly number[]): Point[] {
  const top = 1.6 * Math.max(...taus);
  return sigmas.map((_, i) => {
    const below = Math.log(top / Math.max(taus[i] as number, 1e-300)) / Math.log(SPAN * SPAN);
    return [i / (sigmas.length - 1), Math.max(0, 1 - below)];
  });
}

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

/** Numbers from `low` to `high` with equal ratios. */
export function logarithmic(low: number, high: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => low * (high / low) ** (i / (count - 1)));
}
