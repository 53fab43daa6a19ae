import { NA_TARGET_CLAMP } from '@iklab/core/scenario/presets';
import { describe, expect, test } from 'vitest';
import { parsePrintedPaper, printedValues } from './parsePrintedPaper.ts';
import file from './printed/havilandCorke.json' with { type: 'json' };
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
const read = (cells: readonly unknown[]) =>
  parsePrintedPaper(table(cells), ['counts']).grids.counts;

test('a number has the unit and decimals of its column, and its own bound and rounding', () => {
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
  expect(printedValues(read(['never', null]))).toEqual([[Number.NaN, null]]);
});

describe('rejects', () => {
  test.each([
    ['a number in quotes', ['12']],
    ['an unknown key', [{ paper: 1, digits: 2 }]],
    ['a fractional number of decimals', [{ paper: 1, printed: 0.5 }]],
    ['more numbers than columns', [1, 2, 3]],
  ])('%s', (_, cells) => {
    expect(() => read(cells)).toThrow();
  });

  test('a missing grid, a missing source or an extra field', () => {
    expect(() => parsePrintedPaper(file, ['once', 'twice'])).toThrow(/haviland-corke-ur5, twice/);
    expect(() => parsePrintedPaper({ ...file, source: {} }, [])).toThrow();
    expect(() => parsePrintedPaper({ ...file, sauce: '' }, [])).toThrow();
  });

  test('a number that is left out without a reason', () => {
    expect(() => parsePrintedPaper({ ...file, notComputed: ['table 3'] }, [])).toThrow(/because/);
  });
});

test.each(['haviland-corke-ur5', 'haviland-corke-null-space'])(
  '%s names the solver and the robot that are not computed',
  (id) => {
    const { notComputed = [] } = publishedTables.find((each) => each.id === id) ?? {};
    expect(notComputed.join()).toMatch(
      /quadratic program with slack.*, because .*Valkyrie, because /s,
    );
  },
);

test('the text on recovered values states the clamp that the table uses', () => {
  const { recovered } = publishedTables.find(({ id }) => id === 'na-yang-jia-tables') ?? {};
  expect(recovered?.join()).toContain(`clamped to ${NA_TARGET_CLAMP.distance} (`);
});
