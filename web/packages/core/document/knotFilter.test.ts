/** A filter defined by knots: as formula text, in the solver core, and parsed back. */
import { describe, expect, test } from 'vitest';
import { makePresetTestScene, testEngine } from '../engine/testEngine.ts';
import {
  FILTER_KNOT_COUNT_RANGE,
  type FilterKnot,
  isKnotOvershooting,
  knotFilterFormula,
  knotParamKey,
  makeKnotFilter,
  panelKnots,
  readKnotFilter,
  sampleFilterKnots,
} from './knotFilter.ts';

const engine = await testEngine();
const written = (knots: readonly FilterKnot[]) =>
  readKnotFilter(knotFilterFormula('Bent', knots))?.knots ?? [];
const bent = (knots: readonly FilterKnot[], params: object = {}) => ({
  id: 'formula',
  params: { text: knotFilterFormula('Bent', knots), ...params },
});

/** τ(σ) of a damped method, sampled as in the chart. */
const damped = (lambda: number): FilterKnot[] =>
  Array.from({ length: 96 }, (_, i) => {
    const sigma = 10 ** (-2 + (3 * i) / 95);
    return { sigma, tau: sigma / (sigma ** 2 + lambda ** 2) };
  });
const wild: FilterKnot[] = [
  { sigma: 0.02, tau: 30 },
  { sigma: 0.03, tau: 0.001 },
  { sigma: 0.4, tau: 0.001 },
  { sigma: 0.5, tau: 7 },
  { sigma: 9, tau: 0.2 },
];

describe('the formula text of a bent filter', () => {
  test.each(['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\0', '\ud800'])(
    'writes a label with %j as one comment and parses back',
    (end) => {
      const text = knotFilterFormula(`DLS${end}Δθ = (`, wild);
      expect(engine.catalogue.readFormula(text).faults).toEqual([]);
      expect(readKnotFilter(text)).toEqual({ title: 'DLS Δθ = (', knots: wild });
    },
  );

  test('parses back when the label equals the comment text', () => {
    const title = knotFilterFormula('Bent', wild).split('\n')[0]?.slice(2) ?? '';
    expect(readKnotFilter(knotFilterFormula(title, wild))?.title).toBe(title);
  });

  test.each([
    ['of a damped method', sampleFilterKnots(damped(0.7), 7, 1e-4)],
    ['up, down and level', wild],
    ['with the fewest', wild.slice(0, FILTER_KNOT_COUNT_RANGE.least)],
    ['with the most', sampleFilterKnots(damped(0.3), FILTER_KNOT_COUNT_RANGE.most, 1e-4)],
  ])('evaluates in the core to the spline through its knots: %s', (_, knots) => {
    const text = knotFilterFormula('Bent', knots);
    expect(engine.catalogue.readFormula(text).faults).toEqual([]);
    const tau = makeKnotFilter(written(knots));
    for (const preset of ['y', 'planar-3-link', 'double-y']) {
      const lab = engine.open(makePresetTestScene(preset, engine, { methods: [bent(knots)] }));
      lab.advance();
      const sigmas = [0, 1e-9, 1e-3, 0.02, 0.025, 0.03, 0.1, 0.45, 0.77, 3, 8.99, 9, 12, 1e6];
      const found = lab.filter(0, sigmas);
      sigmas.forEach((sigma, i) => {
        expect(found[i]).toBeCloseTo(tau(sigma), 12);
      });
      const { sigma, response } = lab.inspect(0);
      sigma.forEach((each, i) => {
        if (!Number.isNaN(response[i])) expect(response[i]).toBeCloseTo(tau(each), 6);
      });
      lab.close();
    }
  });

  test('the spline passes through the knots, never overshoots, and decays outside them', () => {
    const tau = makeKnotFilter(wild);
    for (const knot of wild) expect(tau(knot.sigma)).toBeCloseTo(knot.tau, 12);
    for (let i = 0; i + 1 < wild.length; i++) {
      const [a, b] = [wild[i] as FilterKnot, wild[i + 1] as FilterKnot];
      const [low, high] = [Math.min(a.tau, b.tau), Math.max(a.tau, b.tau)];
      for (let share = 0; share <= 1; share += 0.01) {
        const between = tau(a.sigma * (b.sigma / a.sigma) ** share);
        expect(between).toBeGreaterThanOrEqual(low * (1 - 1e-12));
        expect(between).toBeLessThanOrEqual(high * (1 + 1e-12));
      }
    }
    expect([tau(0), tau(0.01), tau(18)]).toEqual([0, expect.closeTo(15), expect.closeTo(0.1)]);
  });

  test('runs like DLS within 2 % when its knots lie on the DLS curve', () => {
    const lambda = 0.7;
    const knots = sampleFilterKnots(damped(lambda), 7, 1e-4);
    const worst = damped(lambda).map(({ sigma, tau }) =>
      Math.abs(makeKnotFilter(knots)(sigma) / tau - 1),
    );
    expect(Math.max(...worst)).toBeLessThan(0.05);
    const methods = [{ id: 'dls', params: { lambda } }, bent(knots)];
    for (const preset of ['y', 'double-y', 'arm-6', 'planar-3-link']) {
      const lab = engine.open(
        makePresetTestScene(preset, engine, { methods, run: { mode: 'converge' } }),
      );
      const first = lab.status(0).error;
      for (let i = 0; i < 40; i++) {
        lab.advance();
        const [a, b] = [lab.status(0).error, lab.status(1).error];
        expect(Math.abs(a - b), `${preset}, update ${i + 1}`).toBeLessThan(0.02 * first);
      }
      expect(lab.status(1).error, preset).toBeLessThan(first);
      lab.close();
    }
  });

  test('has one slider per knot, which changes the filter', () => {
    const knots = sampleFilterKnots(damped(0.7), 5, 1e-4);
    const { row } = engine.catalogue.readFormula(knotFilterFormula('Bent', knots));
    expect(row?.params.map(({ key, scale }) => [key, scale])).toEqual(
      knots.map((_, i) => [knotParamKey(i), 'log']),
    );
    const set = { [knotParamKey(2)]: 0.9 };
    const lab = engine.open(makePresetTestScene('y', engine, { methods: [bent(knots, set)] }));
    lab.advance();
    const [, , { sigma }] = written(knots) as [FilterKnot, FilterKnot, FilterKnot];
    expect(lab.filter(0, [sigma])[0]).toBeCloseTo(0.9, 12);
    expect(panelKnots(bent(knots, set) as never)?.[2]).toEqual({ sigma, tau: 0.9 });
    lab.close();
  });
});

test('readBentText returns title and knots, and null for any other text', () => {
  const text = knotFilterFormula('DLS′, bent', wild);
  expect(readKnotFilter(text)).toEqual({ title: 'DLS′, bent', knots: wild });
  for (const other of [
    '',
    'Δθ = Jᵀe',
    text.replace('sum(', '2 sum('),
    text.replace('τ₂ = 0.001', 'τ₂ = 0.001 m'),
    text.replace('at σ 0.03', 'at σ 0.04'),
    `${text}# more`,
  ])
    expect(readKnotFilter(other)).toBeNull();
  expect(panelKnots({ id: 'dls', params: { lambda: 1 } })).toBeNull();
});

test('overshoots is true only above the stability bound 2/σ', () => {
  expect(isKnotOvershooting({ sigma: 0.5, tau: 4 })).toBe(false);
  expect(isKnotOvershooting({ sigma: 0.5, tau: 4.01 })).toBe(true);
});

test('knotsOn puts knots at both ends and the peak, and raises zeros to the floor', () => {
  const curve = damped(0.1);
  const knots = sampleFilterKnots(curve, 7, 1e-4);
  const peak = Math.max(...curve.map(({ tau }) => tau));
  expect(knots).toHaveLength(7);
  expect([knots[0], knots[6]]).toEqual([curve[0], curve[95]]);
  expect(Math.max(...knots.map(({ tau }) => tau))).toBe(peak);
  const cut = curve.map(({ sigma }) => ({ sigma, tau: sigma > 0.3 ? 1 / sigma : 0 }));
  expect(Math.min(...sampleFilterKnots(cut, 7, 1e-3).map(({ tau }) => tau))).toBe(1e-3);
});
