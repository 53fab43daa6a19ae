import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SpectrumChart } from './spectrumChart.ts';
import { recordTestRun, TestCanvas } from './testCanvas.ts';

const engine = await testEngine();
beforeEach(() => void vi.useFakeTimers()); // the clock stands still
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const LAMBDA = 0.5;
const powers = new Map([
  ['100', 2],
  ['10', 1],
  ['1', 0],
  ['0.1', -1],
  ['0.01', -2],
  ['0.001', -3],
]);
const document = {
  iklab: 1,
  preset: 'y',
  methods: [
    { id: 'dls', slot: 1, params: { lambda: LAMBDA } },
    { id: 'truncated', slot: 2, params: { cutoff: 0.3, cutoffIs: 'absolute' } },
  ],
};

const scales = (canvas: TestCanvas) =>
  ([0, 1] as const).map((axis) => {
    const power = canvas.scale(axis, powers);
    return (at: number) => 10 ** power(at);
  }) as [(x: number) => number, (y: number) => number];

test('each direction is marked at its σ and at the filter value of the equation', () => {
  const { lab, parts, states } = recordTestRun(engine, makeTestScene(document, engine), 8);
  const canvas = new TestCanvas();
  new SpectrumChart(canvas.host, parts).update([true, true]);
  const [sigma, tau] = scales(canvas);
  const of = (panel: number) => [
    ...lab.inspect(null, { angles: Float64Array.from(states.at(-1)?.[panel]?.angles ?? []) }).sigma,
  ];
  const marks = (slot: number, count: number) => canvas.marks(`slot ${slot}`).slice(0, count);
  of(0).forEach((value, i) => {
    const [x, y] = marks(1, of(0).length)[i] ?? [0, 0];
    expect(sigma(x) / value).toBeCloseTo(1, 2);
    expect(tau(y) / (value / (value ** 2 + LAMBDA ** 2))).toBeCloseTo(1, 2);
  });
  const kept = of(1).filter((value) => value >= 0.3);
  expect(kept.length).toBeLessThan(of(1).length);
  kept.forEach((value, i) => {
    const [x, y] = marks(2, kept.length)[i] ?? [0, 0];
    expect(sigma(x) * tau(y)).toBeCloseTo(1, 2);
    expect(sigma(x) / value).toBeCloseTo(1, 2);
  });
  lab.close();
});

test('the filter curve of damped least squares follows its equation', () => {
  const { lab, parts } = recordTestRun(engine, makeTestScene(document, engine), 8);
  const canvas = new TestCanvas();
  new SpectrumChart(canvas.host, parts).update([true, true]);
  const [sigma, tau] = scales(canvas);
  const points = canvas.strokes('slot 1').find((stroke) => stroke.points.length > 50)?.points ?? [];
  expect(points.length).toBe(96);
  for (const [x, y] of points) {
    const value = sigma(x);
    expect(tau(y) / (value / (value ** 2 + LAMBDA ** 2))).toBeCloseTo(1, 2);
  }
  lab.close();
});

test('labels overlap no curve, however steep the filter', () => {
  // the filter of the Jacobian transpose rises to the corner where the label of the axis would be
  for (const alpha of [0.5, 1, 2, 3, 5, 8, 12, 20]) {
    const transpose = { id: 'transpose', slot: 3, params: { alpha } };
    const methods = [...document.methods, transpose];
    const { lab, parts } = recordTestRun(
      engine,
      makeTestScene({ ...document, methods }, engine),
      8,
    );
    const canvas = new TestCanvas();
    new SpectrumChart(canvas.host, parts).update([true, true, true]);
    const curves = [1, 2, 3].flatMap((slot) =>
      canvas.strokes(`slot ${slot}`).filter(({ points }) => points.length > 20),
    );
    expect(curves.length).toBe(3);
    for (const name of ['τ(σ)', '1/σ']) {
      const { at } = canvas.drawn.texts.find(({ text }) => text === name) ?? { at: [0, 0] };
      const inside = curves.flatMap(({ points }) =>
        points.filter(
          ([x, y]) => x > at[0] && x < at[0] + 6 * name.length && Math.abs(y - at[1]) < 6,
        ),
      );
      expect(inside, `${name}, α ${alpha}`).toEqual([]);
    }
    lab.close();
  }
});

test('names the update of its values only while computing them is slow', () => {
  const { lab, parts } = recordTestRun(engine, makeTestScene(document, engine), 8);
  const canvas = new TestCanvas();
  let slow = 0;
  const inspectSliced: typeof parts.diagnostics.inspectSliced = function* (...args) {
    vi.advanceTimersByTime(slow);
    return yield* parts.diagnostics.inspectSliced(...args);
  };
  const diagnostics = Object.assign(Object.create(parts.diagnostics), { inspectSliced });
  const chart = new SpectrumChart(canvas.host, { ...parts, diagnostics });
  const age = () => canvas.drawn.texts.find(({ text }) => text.startsWith('as of'))?.text;
  chart.update([true, true]);
  expect(age()).toBeUndefined();
  slow = 30; // ms for each panel
  lab.advance();
  parts.history.record(lab);
  chart.update([true, true]);
  expect(age()).toBe('as of update 8');
  slow = 0;
  vi.advanceTimersByTime(1000);
  expect(age()).toBeUndefined();
  lab.close();
});

test('of methods without a filter, only the chosen one has stems', () => {
  const methods = [
    { id: 'ccd', slot: 1 },
    { id: 'bfgs', slot: 2 },
    { id: 'transpose', slot: 3 },
  ];
  const { lab, parts } = recordTestRun(engine, makeTestScene({ ...document, methods }, engine), 6);
  const canvas = new TestCanvas();
  const stems = (slot: number) =>
    canvas
      .strokes(`slot ${slot}`)
      .filter(
        ({ points, width }) =>
          width === 1 && points.length === 2 && points[0]?.[0] === points[1]?.[0],
      );
  for (const chosen of [0, 1]) {
    new SpectrumChart(canvas.host, { ...parts, chosen: () => chosen }).update([true, true, true]);
    expect(stems(chosen + 1).length).toBeGreaterThan(0);
    expect(stems(2 - chosen)).toEqual([]);
    for (const slot of [1, 2]) expect(canvas.marks(`slot ${slot}`).length).toBeGreaterThan(1);
  }
  lab.close();
});

test('the labels of the rows are not cut off', () => {
  const small = { ...document, methods: [{ id: 'dls', params: { lambda: 0.0001 } }] };
  const { lab, parts } = recordTestRun(engine, makeTestScene(small, engine), 4);
  const canvas = new TestCanvas();
  new SpectrumChart(canvas.host, parts).update([true]);
  const { width } = canvas.drawn.measureText('0.0001');
  const rows = canvas.drawn.texts.filter(({ text, at }) => /^[\d.]+$/.test(text) && at[0] < 60);
  expect(rows.length).toBeGreaterThan(2);
  for (const { text, at } of rows)
    expect(at[0] - (width * text.length) / 6, text).toBeGreaterThanOrEqual(0);
  lab.close();
});
