import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { numberText } from '@iklab/core/format';
import { afterEach, expect, test, vi } from 'vitest';
import { observableQuantity, observableTitles } from './observableQuantity.ts';
import { RunCurvesChart } from './runCurvesChart.ts';
import { recordTestRun, TestCanvas } from './testCanvas.ts';

const engine = await testEngine();
afterEach(() => vi.unstubAllGlobals());

const formula = (slot: number, label: string, shows: string) => ({
  id: 'formula',
  slot,
  label,
  params: { text: `Δθ = 0.2 Jᵀ (J Jᵀ + 0.04 I)⁻¹ e\n${shows}` },
});
const methods = [
  { id: 'sdls', slot: 1 },
  formula(2, 'Mine', 'show 0.5 "Damping" m\nshow ‖Δθ‖ "Turn" rad\nshow -k\nshow exp(-k) "Fade"'),
  { id: 'dls', slot: 3, label: 'DLS', params: { lambda: 0.3 } },
  formula(4, 'Other', 'show 2 ‖Δθ‖ "Turn" rad'),
];

function drawn(title: string | null, shown: readonly boolean[] = [true, true, true, true]) {
  const run = recordTestRun(engine, makePresetTestScene('y', engine, { methods }), 40);
  const parts = { ...run.parts, observableTitle: () => title };
  const canvas = new TestCanvas();
  const chart = new RunCurvesChart(canvas.host, observableQuantity(parts), parts);
  chart.update(shown);
  const slots = new Set(canvas.drawn.strokes.map(({ color }) => color));
  return { canvas, parts, said: canvas.host.ariaLabel ?? '', slots };
}

test('the menu has each name once, with its unit', () => {
  const { parts } = drawn(null);
  expect(observableTitles(parts)).toEqual(['Damping (m)', 'Turn (°)', '-k', 'Fade']);
});

test('methods that report the same quantity share a chart; the first quantity is the default', () => {
  const damping = drawn(null);
  expect(damping.said).toBe(
    'Damping (m) against update, linear. At the end: Mine 0.5 m, DLS 0.3 m.',
  );
  expect([...damping.slots]).toEqual(expect.arrayContaining(['slot 2', 'slot 3']));
  for (const other of ['slot 1', 'slot 4']) expect(damping.slots.has(other)).toBe(false);
  const turn = drawn('Turn (°)');
  const { history } = turn.parts;
  const [mine = 0, other = 0] = [1, 3].map(
    (panel) => (Math.hypot(...history.step(40, panel)) * 180) / Math.PI,
  );
  const ends = /Mine ([\d.]+)°, Other ([\d.]+)°\.$/.exec(turn.said);
  expect(ends?.slice(1)).toEqual([numberText(mine), numberText(2 * other)]);
});

test('the axis extends below zero, or is logarithmic, depending on the values', () => {
  expect(drawn('-k').said).toBe('-k against update, linear. At the end: Mine -40.');
  const fade = drawn('Fade');
  expect(fade.said).toMatch(/^Fade against update, logarithmic\. At the end: Mine \d/);
  expect(fade.canvas.drawn.texts.map(({ text }) => text)).toContain('10⁻⁴');
});

test('the chart says so if no method reports numbers', () => {
  const { parts } = recordTestRun(
    engine,
    makePresetTestScene('y', engine, { methods: [{ id: 'sdls' }] }),
    3,
  );
  const canvas = new TestCanvas();
  new RunCurvesChart(canvas.host, observableQuantity(parts), parts).update([true]);
  expect(canvas.host.ariaLabel).toBe(
    'Reported numbers against update, linear. No method in this scene reports numbers.',
  );
});
