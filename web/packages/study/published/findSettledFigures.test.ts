import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { findSettledFigures } from './findSettledFigures.ts';
import { havilandCorkeTable } from './havilandCorkeTable.ts';
import { judgeFigure } from './replicationVerdict.ts';
import { tabaczynskiCountsTable } from './tabaczynskiCountsTable.ts';

const engine = await testEngine();

test('a number is shown once another part leaves its verdict unchanged', () => {
  const parts = havilandCorkeTable.parts('500x1', 500).slice(0, 3);
  const results = parts.map((part) => havilandCorkeTable.work(part, engine));
  expect(findSettledFigures(havilandCorkeTable, '500x1', results.slice(0, 1))).toEqual([]);
  const settled = findSettledFigures(havilandCorkeTable, '500x1', results);
  const [now, before] = [results, results.slice(0, 2)].map((some) =>
    havilandCorkeTable.figures('500x1', some),
  );
  expect(settled.length).toBeGreaterThan(10);
  for (const figure of settled) {
    const i = now?.findIndex(
      ({ row, column }) => `${row} ${column}` === `${figure.row} ${figure.column}`,
    );
    expect(figure).toEqual(now?.[i ?? -1]);
    const last = before?.[i ?? -1];
    expect(last && judgeFigure(last)).toBe(judgeFigure(figure));
  }
});

test('a table with a single part shows nothing early', () => {
  const results = tabaczynskiCountsTable
    .parts('printed', 0)
    .map((part) => tabaczynskiCountsTable.work(part, engine));
  expect(findSettledFigures(tabaczynskiCountsTable, 'printed', results)).toEqual([]);
});
