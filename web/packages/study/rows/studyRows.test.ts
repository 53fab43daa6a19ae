import { STOPS } from '@iklab/core/engine/protocol';
import { expect, test } from 'vitest';
import { parseTestStudy } from '../document/testStudies.ts';
import { computeCosts } from '../results/problemCosts.ts';
import { summarizeCell } from '../results/summarizeCell.ts';
import { makeProblemSlices } from '../tasks/studySlices.ts';
import { ROW_STRIDE, type RowField, rowFieldIndex } from './rowFields.ts';
import { StudyRows } from './studyRows.ts';

type Row = Partial<Record<RowField, number>>;

function rowsOf(rows: readonly Row[]): Float64Array {
  const numbers = new Float64Array(rows.length * ROW_STRIDE);
  rows.forEach((row, i) => {
    for (const [field, value] of Object.entries(row))
      numbers[i * ROW_STRIDE + rowFieldIndex(field as RowField)] = value;
  });
  return numbers;
}

test('rows may arrive in any order and twice', () => {
  const study = parseTestStudy({ count: 1300 });
  const rows = new StudyRows(study);
  const slices = [...makeProblemSlices(study)].reverse();
  for (const slice of [...slices, ...slices.slice(2, 3)]) {
    const made = Array.from({ length: slice.count }, (_, i) => ({ updates: slice.first + i }));
    rows.add(slice, rowsOf(made));
  }
  expect([rows.knownCount(0), rows.knownCount(1)]).toEqual([1300, 1300]);
  expect([...rows.column(1, 'updates')]).toEqual([...Array(1300).keys()]);
});

test('columns leave out problems without rows', () => {
  const rows = new StudyRows(parseTestStudy({ count: 10 }));
  rows.add({ cell: 0, first: 4, count: 2 }, rowsOf([{ updates: 8 }, { updates: 9 }]));
  expect([...rows.column(0, 'updates')]).toEqual([8, 9]);
  expect([rows.has(0, 3), rows.has(0, 4), rows.knownCount(1)]).toEqual([false, true, 0]);
});

test('a summary has shares of all problems, updates of solved ones and errors of the others', () => {
  const [reached, limit] = [STOPS.indexOf('reached'), STOPS.indexOf('iteration-limit')];
  const rows = new StudyRows(parseTestStudy({ count: 5 }));
  const solved = [2, 4, 6, 100].map((updates) => ({
    restarts: updates === 100 ? 3 : 0,
    solved: 1,
    inLimits: 1,
    updates,
    stop: reached,
  }));
  rows.add(
    { cell: 0, first: 0, count: 5 },
    rowsOf([...solved, { error: 0.25, updates: 999, stop: limit }]),
  );
  const costs = computeCosts(parseTestStudy({ count: 5 }), rows.column, 'updates');
  const summary = summarizeCell(0, rows.column, costs);
  const horizon = parseTestStudy().scenario.run.maxUpdates;
  expect(summary.toHorizon).toMatchObject({ horizon, mean: (112 + horizon) / 5 });
  expect(summary).toMatchObject({ n: 5, solved: 4, solvedAtFirst: 3, inLimits: 4 });
  expect(summary.updates).toEqual({
    mean: 28,
    p5: 2.3,
    median: 5,
    p95: expect.closeTo(85.9, 9),
    most: 100,
  });
  expect(summary.missed.median).toBe(0.25);
  expect(summary.stops).toEqual({ reached: 4, 'iteration-limit': 1 });
  expect(summary.solvedInterval.low).toBeCloseTo(0.2836, 4);
});
