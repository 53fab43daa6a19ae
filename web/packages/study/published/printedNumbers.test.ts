import { naClamp } from 'iklab/scenario';
import { describe, expect, test } from 'vitest';
import file from './printed/havilandCorke.json' with { type: 'json' };
import { printedIn, valuesOf } from './printedNumbers.ts';
import { publishedTables } from './publishedTables.ts';

const table = (cells: readonly unknown[]) => ({
  ...file,
  printed: {
    counts: {
      columns: [
        { name: 'updates', unit: '', decimals: 0 },
        { name: 'failures', unit: '%', decimals: 2 },
      ],
      rows: [{ name: 'DLS', cells }],
    },
  },
});
const read = (cells: readonly unknown[]) => printedIn(table(cells), ['counts']).grids.counts;

test('a number has the unit and decimals of its column, and what is said of it alone', () => {
  const [row] = read([12, { paper: 5, bound: 'under', printed: 0 }]);
  expect(row?.numbers).toEqual([
    { row: 'DLS', column: 'updates', unit: '', decimals: 0, paper: 12 },
    {
      row: 'DLS',
      column: 'failures',
      unit: '%',
      decimals: 2,
      paper: 5,
      bound: 'under',
      printed: 0,
    },
  ]);
  expect([row?.method, row?.unjudged]).toEqual([{}, false]);
  expect(valuesOf(read(['never', null]))).toEqual([[Number.NaN, null]]);
});

describe('a file that is none is refused', () => {
  test.each([
    ['a number in quotes', ['12']],
    ['a key that nobody knows', [{ paper: 1, digits: 2 }]],
    ['half a decimal', [{ paper: 1, printed: 0.5 }]],
    ['more numbers than columns', [1, 2, 3]],
  ])('%s', (_, cells) => {
    expect(() => read(cells)).toThrow();
  });

  test('without a grid, a source, or with a field too many', () => {
    expect(() => printedIn(file, ['once', 'twice'])).toThrow(/haviland-corke-ur5, twice/);
    expect(() => printedIn({ ...file, source: {} }, [])).toThrow();
    expect(() => printedIn({ ...file, sauce: '' }, [])).toThrow();
  });
});

test('the clamp that is told is the one that is used', () => {
  const { recovered } = publishedTables.find(({ id }) => id === 'na-yang-jia-tables') ?? {};
  expect(recovered?.join()).toContain(`clamped to ${naClamp.distance} (`);
});
