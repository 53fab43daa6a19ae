import { smallDocument } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { makeSmallTestStudy, parseTestStudy } from '../document/testStudies.ts';
import { ROW_STRIDE, rowFieldIndex } from '../rows/rowFields.ts';
import { StudyRows } from '../rows/studyRows.ts';
import { computeCosts } from './problemCosts.ts';
import { ShownProblemsView } from './shownProblemsView.ts';
import { studyHeadline } from './studyHeadline.ts';

/** Two methods by default; `of` gives whether problem i is solved and in how many updates. */
function view(
  count: number,
  of: (cell: number, i: number) => readonly [boolean, number],
  scenario = makeSmallTestStudy().scenario,
) {
  const study = parseTestStudy({ count, scenario });
  const rows = new StudyRows(study);
  for (const { index: cell } of study.cells) {
    const numbers = new Float64Array(count * ROW_STRIDE);
    for (let i = 0; i < count; i++) {
      const [solved, updates] = of(cell, i);
      numbers[i * ROW_STRIDE + rowFieldIndex('solved')] = Number(solved);
      numbers[i * ROW_STRIDE + rowFieldIndex('updates')] = updates;
      numbers[i * ROW_STRIDE + rowFieldIndex('error')] = solved ? 0 : 1 + i;
    }
    rows.add({ cell, first: 0, count }, numbers);
  }
  return new ShownProblemsView(study, rows);
}
const headlineOf = ({ study, column }: ShownProblemsView) =>
  studyHeadline(study, computeCosts(study, column, 'updates'));

test('names one method if it solves significantly more', () => {
  expect(headlineOf(view(200, (cell, i) => [cell === 0 ? i % 20 > 0 : i % 2 > 0, 9]))).toBe(
    'DLS solves most: 95.0 % of 200 problems within 4000 updates.',
  );
});

test('names all methods without a significant difference, then those with the fewest updates', () => {
  expect(headlineOf(view(200, (cell, i) => [i > cell, cell === 0 ? 20 + (i % 3) : 10]))).toBe(
    'DLS and SDLS solve most, 99.5 and 99.0 % of 200 problems within 4000 updates, and do not differ significantly (at most 3 points between them). Of these DLS and SDLS need the fewest updates, without a significant difference: 41 and 50 on average, unsolved problems count as 4000.',
  );
  expect(
    headlineOf(view(2000, (cell, i) => [i > 3, (cell === 0 ? 900 : 100) + (i % 3)])),
  ).toContain(
    'Of these SDLS needs the fewest updates: 109 on average, unsolved problems count as 4000.',
  );
});

test('gives a range for more than three methods, and the range of their mean updates', () => {
  const methods = ['dls', 'sdls', 'transpose', 'ccd'].map((id) => ({ id }));
  const all = view(100, (cell, i) => [i >= cell, 10], smallDocument({ methods }));
  expect(headlineOf(all)).toMatch(
    /^All 4 methods solve 97\.0 to 100\.0 % of 100 problems .* The differences in mean updates, 10 to 130, are not significant with this number of problems\.$/, // (97 × 10 + 3 × 4000) / 100
  );
});

test('warns that another seed may name more methods only near the edge of significance', () => {
  const edge = (fails: number) => headlineOf(view(400, (cell, i) => [cell === 0 || i >= fails, 9]));
  expect(edge(3)).toContain('do not differ significantly');
  const counts = Array.from({ length: 30 }, (_, fails) => edge(fails));
  const named = counts.map((text) => text.includes('do not differ significantly'));
  const warned = counts.map((text) => /Another seed may name more/.test(text));
  const first = named.indexOf(false);
  expect([warned[first], warned[first - 1], warned[29], warned[0]]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('says that problems are too few, or that no method solves any', () => {
  expect(headlineOf(view(20, () => [true, 3]))).toBe(
    '20 problems are too few to say which method solves most.',
  );
  expect(headlineOf(view(50, () => [false, 3]))).toBe(
    'No method solves any of the 50 problems within 4000 updates.',
  );
});

test('a brush keeps problems with a row in its range; unsolved problems have infinite updates', () => {
  const all = view(100, (cell, i) => [cell === 0 || i < 50, cell === 0 ? i : 100 - i]);
  const places = (...brush: Parameters<ShownProblemsView['withBrush']>) => [
    ...all.withBrush(...brush).indices,
  ];
  const low = { cell: 0, field: 'updates', low: 0, high: 3 } as const;
  expect(places([low])).toEqual([0, 1, 2, 3]);
  expect(places([{ ...low, cell: null, low: 97, high: 99 }])).toEqual([1, 2, 3, 97, 98, 99]);
  const lost = { cell: 1, field: 'updates', low: 1000, high: Number.POSITIVE_INFINITY } as const;
  expect(places([lost])).toHaveLength(50);
  expect(places([low, lost])).toEqual([]);
  expect([...all.withBrush([low]).column(1, 'updates')]).toEqual([100, 99, 98, 97]);
});

test('the hardest problems are those solved by the fewest methods, then those with the most updates', () => {
  const all = view(6, (cell, i) => [cell === 0 ? i !== 4 : i > 1 && i !== 4, i === 1 ? 50 : i]);
  expect(all.hardest(3)).toEqual([
    { index: 4, solverCount: 0 },
    { index: 1, solverCount: 1 },
    { index: 0, solverCount: 1 },
  ]);
});

test('a view has only the problems that every method has been run on', () => {
  const study = parseTestStudy({ count: 10 });
  const rows = new StudyRows(study);
  rows.add({ cell: 0, first: 0, count: 6 }, new Float64Array(6 * ROW_STRIDE));
  rows.add({ cell: 1, first: 4, count: 6 }, new Float64Array(6 * ROW_STRIDE));
  expect([...new ShownProblemsView(study, rows).indices]).toEqual([4, 5]);
});
