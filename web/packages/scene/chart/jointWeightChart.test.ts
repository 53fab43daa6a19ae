import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { JointWeightChart } from './jointWeightChart.ts';
import { recordTestRun, TestCanvas } from './testCanvas.ts';

const engine = await testEngine();
afterEach(() => void vi.unstubAllGlobals());

const [C, P] = [0.1, 4];
const LOWEST = -4; // three decades below c: where the axis ends
const powers = new Map([
  ['100 m', 2],
  ['10 m', 1],
  ['1 m', 0],
  ['0.1 m', -1],
  ['0.01 m', -2],
  ['0.001 m', -3],
]);

test('each joint is drawn between its limits, at the weight of the equation', () => {
  const params = { c: C, p: P, centre: 'mean', weightTerm: false };
  const methods = [{ id: 'idls', slot: 1, params }];
  const scene = makePresetTestScene('human-arm-limits', engine, { methods });
  const { lab, parts, states } = recordTestRun(engine, scene, 12);
  const canvas = new TestCanvas();
  new JointWeightChart(canvas.host, parts).update([true]);
  const power = canvas.scale(1, powers);
  const ends = canvas.strokes('axis').filter(({ points }) => points.length === 2);
  const [lower = 0, upper = 0] = ends.map(({ points }) => (points[0]?.[0] ?? 0) - 0.5);
  const expected = scene.tree.joints.flatMap(({ type, limits }, j) => {
    if (type === 'fixed' || !limits) return [];
    const angle = states.at(-1)?.[0]?.angles[j] ?? Number.NaN;
    const [low, high] = limits;
    const weight = C * ((2 * angle - low - high) / (high - low)) ** P;
    return [[(angle - low) / (high - low), Math.max(LOWEST, Math.log10(weight))] as const];
  });
  const marks = [...canvas.marks('slot 1'), ...canvas.marks('bad')];
  expect(marks.length).toBe(expected.length);
  const read = marks.map(([x, y]) => [(x - lower) / (upper - lower), power(y)] as const);
  const left = [...read];
  for (const [share, wanted] of expected) {
    const found = left.findIndex(
      ([across, up]) => Math.abs(across - share) < 0.005 && Math.abs(up - wanted) < 0.01,
    );
    expect(found, `${share} ${wanted} among ${left}`).toBeGreaterThanOrEqual(0);
    left.splice(found, 1);
  }
  lab.close();
});
