import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { JointChart } from './jointChart.ts';
import { recordTestRun, TEST_CHART_THEME, TestCanvas } from './testCanvas.ts';

const engine = await testEngine();
afterEach(() => void vi.unstubAllGlobals());

const scene = makePresetTestScene('double-y', engine);

function chartOn(canvas: TestCanvas) {
  const run = recordTestRun(engine, scene, 5);
  let theme = TEST_CHART_THEME;
  const parts = { ...run.parts, theme: () => theme };
  const chart = new JointChart(canvas.host, parts);
  chart.update([true, true, true, true]);
  const repaint = (next: typeof TEST_CHART_THEME): void => {
    theme = next;
    chart.redraw();
  };
  run.lab.close();
  return { chart, repaint };
}

test('the canvas has device pixels; the drawing scales with pixel ratio and font size', () => {
  const plain = new TestCanvas();
  chartOn(plain);
  const fine = new TestCanvas(2);
  chartOn(fine);
  expect([plain.width, plain.height, fine.width, fine.height]).toEqual([400, 200, 800, 400]);
  const place = (canvas: TestCanvas) => canvas.drawn.texts.find(({ text }) => text === '25')?.at;
  const [x = 0, y = 0] = place(plain) ?? [];
  expect(place(fine)).toEqual([2 * x, 2 * y]);
  const large = new TestCanvas(1, 1.25);
  chartOn(large);
  const corner = (canvas: TestCanvas) =>
    canvas.drawn.texts.find(({ text }) => text === 'joint')?.at;
  const [left = 0, top = 0] = corner(plain) ?? [];
  expect(corner(large)?.[0]).toBeCloseTo(1.25 * left, 9);
  expect(200 - (corner(large)?.[1] ?? 0)).toBeCloseTo(1.25 * (200 - top), 9);
});

test('a box without size is not drawn; another theme changes only the colours', () => {
  const canvas = new TestCanvas();
  canvas.box.clientWidth = 0;
  const { repaint } = chartOn(canvas);
  expect([canvas.drawn.texts, canvas.box.ariaLabel]).toEqual([[], '']);
  canvas.box.clientWidth = 400;
  repaint(TEST_CHART_THEME);
  const before = canvas.drawn.texts;
  expect(before.length).toBeGreaterThan(5);
  repaint({ ...TEST_CHART_THEME, faint: 'pale' });
  const changed = before.map((text) =>
    text.color === 'faint' ? { ...text, color: 'pale' } : text,
  );
  expect(canvas.drawn.texts).toEqual(changed);
});
