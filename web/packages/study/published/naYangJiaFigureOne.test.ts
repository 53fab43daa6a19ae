/** Figure 1 checked against eq. (11) as printed, and l_comf of a run against eq. (15). */
import { testEngine } from '@iklab/core/engine/testing';
import { naPoseToDegrees } from '@iklab/core/scenario/presets';
import { expect, test } from 'vitest';
import { computeDampingCurves, DAMPING_POWERS } from './naYangJiaFigureOne.ts';
import { PRINTED_COMFORT_POSE } from './naYangJiaRows.ts';
import { naYangJiaTables } from './naYangJiaTables.ts';
import { withLabOnDocument } from './tableScenes.ts';

const engine = await testEngine();
const curves = computeDampingCurves(engine);

test('λ = c (θ / 90°)^p for p = 4, 8, 16 and 32', () => {
  expect(curves.map(({ p }) => p)).toEqual([4, 8, 16, 32]);
  for (const { p, points, atHalfRange: halfWay } of curves) {
    expect(points).toHaveLength(181);
    for (const [degrees, lambda] of points)
      expect(lambda).toBeCloseTo((Math.abs(degrees) / 90) ** p, 12);
    expect(halfWay / 0.5 ** p).toBeCloseTo(1, 12);
  }
});

test('is zero in the middle, symmetric, c at the limits, and flatter for larger p', () => {
  for (const { points } of curves) {
    const lambdas = points.map(([, lambda]) => lambda);
    expect(lambdas[90]).toBe(0);
    expect([...lambdas].reverse()).toEqual(lambdas);
    expect([lambdas[0], lambdas[180]]).toEqual([1, 1]);
  }
  const flat = (p: number) =>
    curves.find((curve) => curve.p === p)?.points.filter(([, lambda]) => lambda < 0.01).length ?? 0;
  const bottoms = DAMPING_POWERS.map(flat);
  expect(bottoms).toEqual([...bottoms].sort((a, b) => a - b));
  expect(new Set(bottoms).size).toBe(4);
});

test('tables III and IV open as scenes whose l_comf follows eq. (15), with the printed value in the note', () => {
  const [variant = { id: '' }] = naYangJiaTables.variants;
  const results = naYangJiaTables
    .parts(variant.id, 0)
    .map((part) => naYangJiaTables.work(part, engine));
  const figures = naYangJiaTables
    .figures(variant.id, results)
    .filter(({ column }) => column === 'l_comf of our run');
  expect(figures).toHaveLength(24);
  for (const { opens, ours, paper } of figures) {
    expect((opens as { note: string }).note).toContain(`l_comf = ${paper}°`);
    const [live, pose] = withLabOnDocument(opens, engine, (lab) => {
      while (!lab.finished) lab.advance();
      return [lab.status(0).discomfort, naPoseToDegrees([...lab.angles(0)])] as const;
    });
    const squares = pose.map((angle, j) => (angle - (PRINTED_COMFORT_POSE[j] as number)) ** 2);
    const byHand = Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
    expect((live * 180) / Math.PI).toBeCloseTo(byHand, 9);
    expect(ours).toBeCloseTo(byHand, 9);
  }
});
