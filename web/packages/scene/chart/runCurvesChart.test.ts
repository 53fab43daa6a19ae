import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { RunHistory } from '@iklab/run/history';
import { afterEach, expect, test, vi } from 'vitest';
import {
  conditionNumberQuantity,
  dampingQuantity,
  errorByUpdateQuantity,
  errorOverTimeQuantity,
} from './plottedQuantity.ts';
import { RunCurvesChart } from './runCurvesChart.ts';
import { recordTestRun, TestCanvas } from './testCanvas.ts';

const engine = await testEngine();
afterEach(() => void vi.unstubAllGlobals());

const CURVE = 1.75;
const all = [true, true, true, true];
const powers = new Map([
  ['100 m', 2],
  ['10 m', 1],
  ['1 m', 0],
  ['10 cm', -1],
  ['1 cm', -2],
  ['1 mm', -3],
  ['0.1 mm', -4],
  ['10 µm', -5],
]);
const counts = new Map([0, 5, 10, 20, 30, 40, 60, 80].map((count) => [String(count), count]));
const metres = new Map(
  [0, 1, 2, 3, 4, 5, 6].map((length) => [length ? `${length} m` : '0', length]),
);

/** The points of a slot’s curve. */
const curve = (canvas: TestCanvas, slot: number) =>
  canvas.strokes(`slot ${slot}`).find(({ width }) => width === CURVE)?.points ?? [];

test('errors are drawn where the axis says, logarithmic and linear', () => {
  const scene = makePresetTestScene('double-y', engine);
  const { lab, parts, states } = recordTestRun(engine, scene, 40);
  const canvas = new TestCanvas();
  const chart = new RunCurvesChart(canvas.host, errorByUpdateQuantity, parts);
  chart.update(all);
  const [update, power] = [canvas.scale(0, counts), canvas.scale(1, powers)];
  scene.scenario.methods.forEach(({ slot }, panel) => {
    const points = curve(canvas, slot);
    expect(points.length).toBe(41);
    points.forEach(([x, y], entry) => {
      expect(update(x)).toBeCloseTo(entry, 1);
      expect(power(y)).toBeCloseTo(Math.log10(states[entry]?.[panel]?.error ?? 0), 2);
    });
  });
  const linear = new RunCurvesChart(canvas.host, errorOverTimeQuantity, parts);
  linear.update(all);
  const length = canvas.scale(1, metres);
  const [{ slot } = { slot: 0 }] = scene.scenario.methods;
  curve(canvas, slot).forEach(([, y], entry) => {
    expect(length(y)).toBeCloseTo(states[entry]?.[0]?.error ?? 0, 2);
  });
  lab.close();
});

test('a curve ends at the update that reached the target; hidden ones are not drawn', () => {
  const methods = [
    { id: 'dls', slot: 1 },
    { id: 'transpose', slot: 2 },
  ];
  const scene = makePresetTestScene('human-arm', engine, { methods });
  const { lab, parts, states } = recordTestRun(engine, scene, 30);
  const canvas = new TestCanvas();
  const chart = new RunCurvesChart(canvas.host, errorByUpdateQuantity, parts);
  chart.update([true, true]);
  const updates = states.at(-1)?.map((state) => state.updates) ?? [];
  expect(updates[0]).toBeLessThan(30);
  expect(curve(canvas, 1).length).toBe((updates[0] as number) + 1);
  expect(curve(canvas, 2).length).toBe((updates[1] as number) + 1);
  chart.update([false, true]);
  expect(curve(canvas, 1)).toEqual([]);
  lab.close();
});

test('the axis ends at a round number, and at the last update when the history is full', () => {
  const { lab, parts } = recordTestRun(engine, makePresetTestScene('double-y', engine), 22);
  const canvas = new TestCanvas();
  const [{ slot } = { slot: 0 }] = parts.scene().scenario.methods;
  /** The update at the right edge. */
  const end = (): number => {
    const rows = canvas.strokes('grid').flatMap(({ points }) => points.map(([x]) => x));
    return canvas.scale(0, counts)(Math.max(...rows));
  };
  new RunCurvesChart(canvas.host, errorByUpdateQuantity, parts).update(all);
  expect(end()).toBeCloseTo(25, 1);
  const full = new RunHistory(lab.instanceCount, lab.jointCount, lab.targetCount, 23);
  while (full.length < full.capacity) {
    lab.advance();
    full.record(lab);
  }
  new RunCurvesChart(canvas.host, errorByUpdateQuantity, { ...parts, history: full }).update(all);
  expect(end()).toBeCloseTo(45, 1);
  expect(curve(canvas, slot)).toHaveLength(23);
  lab.close();
});

test('the cursor is a line at its update, with a ring on every curve', () => {
  const { lab, parts } = recordTestRun(engine, makePresetTestScene('double-y', engine), 40);
  const canvas = new TestCanvas();
  const chart = new RunCurvesChart(canvas.host, errorByUpdateQuantity, parts);
  chart.update(all);
  expect(canvas.strokes('accent')).toEqual([]);
  chart.setCursor(20);
  const update = canvas.scale(0, counts);
  const [line] = canvas.strokes('accent');
  expect(line?.points.map(([x]) => Math.round(update(x)))).toEqual([20, 20]);
  const rings = canvas.strokes('ink').flatMap(({ points }) => points);
  expect(rings.length).toBe(4);
  parts.scene().scenario.methods.forEach(({ slot }, panel) => {
    expect(rings[panel]).toEqual(curve(canvas, slot)[20]);
  });
  lab.close();
});

test('hovering reports the nearest update, and a click picks it', () => {
  const { lab, parts, told } = recordTestRun(engine, makePresetTestScene('double-y', engine), 40);
  const canvas = new TestCanvas();
  const chart = new RunCurvesChart(canvas.host, errorByUpdateQuantity, parts);
  chart.update(all);
  const [slot = 0] = parts.scene().scenario.methods.map((method) => method.slot);
  const [x = 0] = curve(canvas, slot)[13] ?? [];
  canvas.pointer('pointermove', [x + 1, 100]);
  canvas.pointer('pointermove', [2, 100]); // left of the axis
  canvas.pointer('click', [x - 1, 100]);
  expect(told).toEqual({ hover: [13, null], pick: [13] });
  lab.close();
});

test('draws the condition number of each pose, and λ of the damped method only', () => {
  const { lab, parts, states } = recordTestRun(engine, makePresetTestScene('double-y', engine), 20);
  const canvas = new TestCanvas();
  new RunCurvesChart(canvas.host, conditionNumberQuantity, parts).update(all);
  const decades = new Map([0, 1, 2, 3, 4].map((power) => [String(10 ** power), power]));
  const power = canvas.scale(1, decades);
  const { methods } = parts.scene().scenario;
  const first = methods[0]?.slot ?? 0;
  expect(curve(canvas, first).length).toBe(21);
  curve(canvas, first).forEach(([, y], entry) => {
    const angles = Float64Array.from(states[entry]?.[0]?.angles ?? []);
    const sigma = lab.inspect(null, { angles }).sigma;
    const expected = Math.log10((sigma[0] as number) / (sigma.at(-1) as number));
    expect(power(y)).toBeCloseTo(expected, 2);
  });
  new RunCurvesChart(canvas.host, dampingQuantity, parts).update(all);
  const damped = methods.filter(({ slot }) => curve(canvas, slot).length > 0);
  expect(damped.map(({ params }) => params.lambda)).toEqual([0.7]);
  const lengths = new Map([0.2, 0.4, 0.6, 0.8].map((at) => [`${1000 * at} mm`, at]));
  const length = canvas.scale(1, lengths);
  for (const [, y] of curve(canvas, damped[0]?.slot ?? 0)) expect(length(y)).toBeCloseTo(0.7, 3);
  lab.close();
});

test('shows a hint instead of curves while every error is within the tolerance', () => {
  const scene = makePresetTestScene('human-arm', engine);
  const { lab, parts } = recordTestRun(engine, scene, 1);
  const canvas = new TestCanvas();
  const chart = new RunCurvesChart(canvas.host, errorByUpdateQuantity, parts);
  const { methods, run } = scene.scenario;
  const shown = methods.map(() => true);
  const within = { ...scene, scenario: { ...scene.scenario, run: { ...run, tolerance: 100 } } };
  chart.update(shown);
  expect(canvas.drawn.texts.map(({ text }) => text)).toContain('tolerance');
  expect(curve(canvas, methods[0]?.slot ?? 0)).not.toEqual([]);
  new RunCurvesChart(canvas.host, errorByUpdateQuantity, { ...parts, scene: () => within }).update(
    shown,
  );
  const said = canvas.drawn.texts.map(({ text }) => text).join(' ');
  expect(said).toBe('Drag a target in any view to see the error of every method here.');
  expect(curve(canvas, methods[0]?.slot ?? 0)).toEqual([]);
  lab.close();
});

/** The labels beside the curves, from the top, without that of the tolerance. */
const list = (canvas: TestCanvas) =>
  canvas.drawn.texts
    .filter(({ at, text }) => at[0] > 260 && at[1] < 180 && !text.includes('tolerance'))
    .sort((a, b) => a.at[1] - b.at[1]);

test('errors of moving targets fill the axis; an arrow points to the tolerance below it', () => {
  const { lab, parts } = recordTestRun(engine, makePresetTestScene('double-y', engine), 600);
  const canvas = new TestCanvas();
  new RunCurvesChart(canvas.host, errorByUpdateQuantity, parts).update(all);
  const { methods } = parts.scene().scenario;
  const ys = methods.flatMap(({ slot }) => curve(canvas, slot).map(([, y]) => y));
  const [top, bottom] = [10, 200 - 24];
  expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(0.5 * (bottom - top));
  const arrow = canvas.drawn.texts.find(({ text }) => text === '↓ tolerance');
  expect(Math.abs((arrow?.at[1] ?? 0) - bottom)).toBeLessThan(6);
  const power = canvas.scale(1, powers);
  expect(power(bottom)).toBeGreaterThan(Math.log10(parts.scene().scenario.run.tolerance));
  lab.close();
});

test('the axis includes the tolerance until all methods have stopped', () => {
  const away = { iklab: 1, tree: { planar: { links: [1, 1] } }, start: [0.5, 1] };
  const target = [{ effector: 'tip', position: [3, 0, 0] }];
  const methods = [{ id: 'dls' }, { id: 'transpose' }];
  const scene = makeTestScene(
    { ...away, targets: target, methods, run: { mode: 'converge' } },
    engine,
  );
  const canvas = new TestCanvas();
  const early = recordTestRun(engine, scene, 3);
  const chart = new RunCurvesChart(canvas.host, errorByUpdateQuantity, early.parts);
  chart.update([true, true]);
  expect(canvas.drawn.texts.map(({ text }) => text)).toContain('tolerance');
  early.lab.close();
  const late = recordTestRun(engine, scene, 400);
  expect(late.lab.finished).toBe(true);
  new RunCurvesChart(canvas.host, errorByUpdateQuantity, late.parts).update([true, true]);
  expect(canvas.drawn.texts.map(({ text }) => text)).toContain('↓ tolerance');
  late.lab.close();
});

test('labels are a list without overlap, in the order of the ends of the curves', () => {
  const ids = 'transpose,sdls,dls,truncated,levenberg-marquardt,bfgs,ccd'.split(',');
  const methods = ids.map((id) => ({ id }));
  const scene = makePresetTestScene('arm-6', engine, { methods });
  const { lab, parts } = recordTestRun(engine, scene, 300);
  const shown = ids.map(() => true);
  const canvas = new TestCanvas();
  for (const height of [200, 120, 70]) {
    canvas.box.clientHeight = height;
    const chart = new RunCurvesChart(canvas.host, errorByUpdateQuantity, parts);
    chart.update(shown);
    const names = list(canvas).filter(({ at }) => at[1] < height - 20);
    names.forEach(({ at }, i) => {
      if (i > 0) expect(at[1] - (names[i - 1]?.at[1] ?? 0)).toBeGreaterThanOrEqual(11);
    });
    const told = names.length - (names[0]?.text.startsWith('+') ? 1 : 0);
    const left = Number(/^\+ (\d+)$/.exec(names[0]?.text ?? '')?.[1] ?? 0);
    expect(told + left).toBe(ids.length);
    if (height === 200) {
      expect(left).toBe(0);
      const ends = scene.scenario.methods
        .map(({ slot, label }) => ({ label, y: curve(canvas, slot).at(-1)?.[1] ?? 0 }))
        .sort((a, b) => a.y - b.y);
      names.forEach(({ text }, i) => {
        const start = text.replace('↓ ', '').slice(0, 3);
        // ends below the axis are all at its edge
        if ((ends[i]?.y ?? 0) < height - 24) expect(ends[i]?.label.startsWith(start)).toBe(true);
      });
      // the count is complete after a truncated name
      expect(names.map(({ text }) => text).join()).toMatch(/Lev[^,]*… \d+/);
    }
  }
  lab.close();
});

test('values at the cursor are in the list, sorted by error', () => {
  const { lab, parts, states } = recordTestRun(engine, makePresetTestScene('double-y', engine), 40);
  const canvas = new TestCanvas();
  const chart = new RunCurvesChart(canvas.host, errorByUpdateQuantity, parts);
  chart.update(all);
  const before = canvas.scale(0, counts)(200);
  chart.setCursor(20);
  expect(canvas.scale(0, counts)(200), 'the axis is kept').toBe(before);
  const { methods } = parts.scene().scenario;
  const expected = methods
    .map(({ label }, i) => ({ label, error: states[20]?.[i]?.error ?? 0 }))
    .sort((a, b) => b.error - a.error)
    .map(({ error }) => `${error.toPrecision(3)} m`);
  const said = list(canvas).map(({ text }) => / (\S+ m)$/.exec(text)?.[1]);
  expect(said).toEqual(expected);
  lab.close();
});
