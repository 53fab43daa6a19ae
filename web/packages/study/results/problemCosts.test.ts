import { STOPS } from '@iklab/core/engine/protocol';
import { expect, test } from 'vitest';
import { parseTestStudy } from '../document/testStudies.ts';
import type { RowColumnReader } from '../rows/studyRows.ts';
import { costBudgetText, costNumberText, costText, unsolvedCostText } from './costText.ts';
import { computeCosts, summarizeCellCost } from './problemCosts.ts';

const [reached, limit, breakdown] = (['reached', 'iteration-limit', 'breakdown'] as const).map(
  (stop) => STOPS.indexOf(stop),
) as [number, number, number];
const run = { maxUpdates: 100 };
const study = (changes: object = {}) =>
  parseTestStudy({ scenario: { ...(parseTestStudy().written as object), run }, ...changes });

/** Per method and problem: solved, updates, evaluations, stop. */
const columnsOf =
  (rows: readonly (readonly (readonly [number, number, number, number])[])[]): RowColumnReader =>
  (cell, field) =>
    Float64Array.from(rows[cell] ?? [], (row) => {
      const at = ['solved', 'updates', 'evaluations', 'stop'].indexOf(field);
      return row[at] ?? Number.NaN;
    });

// the second takes three evaluations per update and reaches its limit after 300, the first after
// 100
const two = columnsOf([
  [
    [1, 10, 10, reached],
    [0, 100, 100, limit],
    [1, 40, 40, reached],
    [0, 7, 7, breakdown],
  ],
  [
    [1, 5, 15, reached],
    [1, 60, 180, reached],
    [0, 100, 300, limit],
    [1, 20, 60, reached],
  ],
]);

test('in updates, unsolved problems cost the update limit', () => {
  const costs = computeCosts(study(), two, 'updates');
  expect(costs.horizon).toBe(100);
  const never = Number.POSITIVE_INFINITY;
  expect([...costs.costToSolve(0)]).toEqual([10, never, 40, never]);
  expect([...costs.cappedCost(0)]).toEqual([10, 100, 40, 100]);
  expect(summarizeCellCost(costs, 0)).toMatchObject({ mean: 62.5, median: 25 });
});

test('in evaluations, the horizon is the smallest budget of any method; later solves do not count', () => {
  const costs = computeCosts(study(), two, 'evaluations');
  expect(costs.horizon).toBe(100);
  expect([...costs.costToSolve(1)]).toEqual([
    15,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    60,
  ]);
  expect(summarizeCellCost(costs, 1).mean).toBe((15 + 100 + 100 + 60) / 4);
});

test('in time, the horizon is the time the fastest method needs for its updates', () => {
  const costs = computeCosts(study(), two, 'time', [0.01, 0.002]);
  expect(costs.horizon).toBeCloseTo(0.2, 12);
  const slow = [...costs.costToSolve(0)];
  expect(slow[0]).toBeCloseTo(0.1, 12);
  expect(slow[2]).toBe(Number.POSITIVE_INFINITY);
  expect([...costs.costToSolve(1)].filter(Number.isFinite)).toHaveLength(3);
});

test('without a run at its limit, the most expensive problem is the horizon', () => {
  const easy = columnsOf([[[1, 10, 10, reached]], [[1, 5, 25, reached]]]);
  expect(computeCosts(study(), easy, 'evaluations').horizon).toBe(25);
});

test('restarts extend the horizon; with restarts left, a run that breaks down counts as used up', () => {
  const again = study({ restarts: { most: 4 } });
  expect(computeCosts(again, two, 'updates').horizon).toBe(500);
  const ended = columnsOf([[[0, 9, 9, breakdown]], [[1, 5, 15, reached]]]);
  expect(computeCosts(again, ended, 'evaluations').horizon).toBe(9);
});

test('costs are formatted with their unit, the horizon and how unsolved problems count', () => {
  expect(costText('updates', 500)).toBe('500 updates');
  expect(costText('time', 0.8)).toBe('800 µs');
  expect(costText('time', 12.34)).toBe('12.3 ms');
  expect(costNumberText('evaluations', 7.25)).toBe('7.3');
  expect(costNumberText('updates', Number.NaN)).toBe('–');
  const costs = computeCosts(study(), two, 'updates');
  expect(costBudgetText(costs)).toBe('within 100 updates');
  expect(unsolvedCostText(costs)).toBe('unsolved problems count as 100');
});
