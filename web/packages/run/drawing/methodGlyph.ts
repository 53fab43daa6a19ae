import type { Engine } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';
import { resolveScenario } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import type { FlatPoint } from './flatDrawing.ts';

const TARGET_POSITION = [-0.6, 1.4, 0]; // One and a half units away.
const PATH_UPDATES = 24; // Updates.
const SIGMAS = logSpacedNumbers(1e-6, 1e2, 161);
const SIGMA_FACTOR = 12; // Factor from the centre of a glyph to each side.
const GLYPH_POINTS = 49;

export function makePresetScene(
  engine: Engine,
  preset: string,
  method: string,
  changes = {},
): Scene {
  const document = { ...scenarioPreset(preset)?.document, methods: [{ id: method }], ...changes };
  const read = parseScenarioDocument(document, engine.catalogue);
  if (!read.ok) throw new Error(`${method}: ${read.faults[0]?.reason}`);
  return resolveScenario(read.value);
}

/** A small curve that characterises a method, within 1 × 1, y up. */
export interface MethodGlyph {
  /**
   * `filter`: the filter factor tau over the singular value sigma, both logarithmic. `way`: the path
   * of the effector, for a method that does not filter singular values.
   */
  readonly kind: 'filter' | 'way';
  readonly points: readonly FlatPoint[];
}

export function makeMethodGlyph(engine: Engine, method: string): MethodGlyph {
  const targets = [{ effector: 'tip', position: TARGET_POSITION }];
  const lab = engine.open(makePresetScene(engine, 'planar-3-link', method, { targets }));
  const tip = (): FlatPoint => {
    const [x = 0, y = 0] = lab.points(0).slice(-3);
    return [x, y];
  };
  try {
    const path = [tip()];
    lab.advance();
    const taus = lab.filter(0, SIGMAS);
    if (!taus.every(Number.isNaN)) {
      const sigmas = sigmasAround([...taus]);
      return { kind: 'filter', points: filterCurve(sigmas, [...lab.filter(0, sigmas)]) };
    }
    path.push(tip());
    for (let i = 1; i < PATH_UPDATES && lab.status(0).error > 0.02; i++) {
      lab.advance();
      path.push(tip());
    }
    return { kind: 'way', points: fitToUnit(path) };
  } finally {
    lab.close();
  }
}

function sigmasAround(taus: readonly number[]): readonly number[] {
  const peak = taus.indexOf(Math.max(...taus));
  const inside = peak > 0 && peak < taus.length - 1;
  const middle = inside ? (SIGMAS[peak] as number) : 0.3;
  return logSpacedNumbers(middle / SIGMA_FACTOR, middle * SIGMA_FACTOR, GLYPH_POINTS);
}

function filterCurve(sigmas: readonly number[], taus: readonly number[]): FlatPoint[] {
  const top = 1.6 * Math.max(...taus);
  return sigmas.map((_, i) => {
    const below =
      Math.log(top / Math.max(taus[i] as number, 1e-300)) / Math.log(SIGMA_FACTOR * SIGMA_FACTOR);
    return [i / (sigmas.length - 1), Math.max(0, 1 - below)];
  });
}

function fitToUnit(points: readonly FlatPoint[]): readonly FlatPoint[] {
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

export function logSpacedNumbers(low: number, high: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => low * (high / low) ** (i / (count - 1)));
}
