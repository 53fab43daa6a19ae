import { smallDocument } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { parseTestStudy } from '../document/testStudies.ts';
import { type AnyRowField, anyRowFieldIndex, rowStride } from '../rows/rowLayout.ts';
import { StudyRows } from '../rows/studyRows.ts';
import {
  extraRotationText,
  nearestSolutionComparisons,
  nearestSolutionSentence,
  solutionBranchText,
  solutionsNote,
  summarizeStudySolutions,
} from './solutionSummary.ts';

type Row = Partial<Record<AnyRowField, number>>;

/** Studies whose methods reach every problem unless `of` says otherwise; 8 solutions each. */
function resultsOf(count: number, of: (cell: number, i: number) => Row, methods?: string[]) {
  const scenario = smallDocument({
    methods: (methods ?? ['dls', 'sdls']).map((id) => ({ id })),
  });
  const study = parseTestStudy({ count, scenario, solutions: true });
  const rows = new StudyRows(study);
  const stride = rowStride(study);
  for (const { index: cell } of study.cells) {
    const numbers = new Float64Array(count * stride);
    for (let i = 0; i < count; i++) {
      const row: Row = { solved: 1, branch: 1, nearestBranch: 1, branches: 8, ...of(cell, i) };
      for (const [field, value] of Object.entries(row))
        numbers[i * stride + anyRowFieldIndex(field as AnyRowField, study)] = value;
    }
    rows.add({ cell, first: 0, count }, numbers);
  }
  return { study, columns: rows.column };
}

const sentence = ({ study, columns }: ReturnType<typeof resultsOf>) =>
  nearestSolutionSentence(study, columns);

test('counts reached poses, nearest solutions, extra rotation, branches and certificates', () => {
  const { study, columns } = resultsOf(10, (cell, i) => ({
    solved: i < 8 ? 1 : 0,
    branch: i < 6 ? 1 : i === 6 ? 4 : 0,
    turn: 2,
    nearestTurn: cell === 0 ? 1.5 : 2,
    certified: i % 2 === 0 ? 1e-4 : Number.NaN,
  }));
  const [first, second] = summarizeStudySolutions(study, columns);
  expect(first).toMatchObject({ reached: 8, nearest: 6, certified: 4 });
  expect(first?.extraRotation).toBeCloseTo(0.5, 12);
  expect(extraRotationText(first as never)).toBe('28.6'); // 0.5 rad.
  expect(second?.extraRotation).toBe(0);
  expect([...(first?.byBranch ?? [])]).toEqual([
    [0, 1],
    [1, 6],
    [4, 1],
  ]);
  expect([0, 1, 4, 7].map((branch) => solutionBranchText(first as never, branch))).toEqual([
    ...['13', '75', '13', '-'],
  ]);
});

test('leaves out problems without a nearest solution', () => {
  const { study, columns } = resultsOf(4, (_, i) => ({
    nearestBranch: i === 0 ? 0 : 1,
    nearestTurn: i === 0 ? Number.NaN : 1,
    turn: 1,
  }));
  expect(summarizeStudySolutions(study, columns)[0]).toMatchObject({
    reached: 3,
    nearest: 3,
    extraRotation: 0,
  });
});

test('states the shares, best first, with the bound of a significant difference', () => {
  const results = resultsOf(500, (cell, i) => ({
    branch: i % 100 < (cell === 0 ? 40 : 71) ? 1 : 2,
  }));
  expect(sentence(results)).toMatch(
    /^SDLS ended in the nearest of up to 8 solutions in 71 % of 500 reached poses, DLS in 40 %\. The difference is significant: 2\d to 3\d points on the 500 problems that both reached\.$/,
  );
  expect(nearestSolutionComparisons(results.study, results.columns)).toEqual([
    expect.stringMatching(
      /^SDLS ends in the nearest solution more often than DLS: 71\.0 against 40\.0 % of the 500 problems that both reached \(SDLS, DLS\), 2\d to 3\d points more\.$/,
    ),
  ]);
});

test('compares only problems that both methods reached, and says if a difference is not significant', () => {
  const results = resultsOf(200, (cell, i) => ({
    solved: cell === 0 || i < 100 ? 1 : 0,
    branch: i % 10 < (cell === 0 && i >= 100 ? 2 : 5) ? 1 : 3,
  }));
  expect(sentence(results)).toMatch(
    /^SDLS ended .* in 50 % of 100 reached poses, DLS in 35 % of 200\. The difference is not significant \(at most \d points on the problems that both reached\)\.$/,
  );
});

test('gives a range for more than three methods, and names those without a significant difference', () => {
  const results = resultsOf(
    300,
    (cell, i) => ({ branch: i % 10 < 9 - 2 * cell || (cell === 1 && i % 10 === 8) ? 1 : 2 }),
    ['dls', 'sdls', 'transpose', 'ccd'],
  );
  expect(sentence(results)).toMatch(
    /^DLS ended in the nearest of up to 8 solutions in 90 % of 300 reached poses, the other 3 methods in 30 to 80 %\. /,
  );
});

test('says that problems are too few to compare', () => {
  expect(sentence(resultsOf(10, () => ({})))).toContain('These are too few to compare');
});

test('names the other method of a significant difference if a third method has too few problems', () => {
  const results = resultsOf(
    300,
    (cell, i) => ({
      solved: cell < 2 || i < 5 ? 1 : 0,
      branch: i % 10 < 9 - 4 * cell ? 1 : 2,
    }),
    ['dls', 'sdls', 'transpose'],
  );
  expect(sentence(results)).toMatch(/ DLS does so significantly more often than SDLS\.$/);
});

test.each([
  [['dls', 'sdls', 'transpose'], ', SDLS in 50 % of 300, Transpose in 100 % of 5.'],
  [['dls', 'sdls', 'transpose', 'ccd'], ', the other 3 methods in 10 to 100 %.'],
])(
  'compares %j if one of them reached few problems, all in the nearest solution',
  (methods, rest) => {
    const results = resultsOf(
      300,
      (cell, i) => ({
        solved: cell !== 2 || i < 5 ? 1 : 0,
        branch: cell === 2 || i % 10 < ([9, 5, 0, 1][cell] ?? 0) ? 1 : 2,
      }),
      methods,
    );
    const text = sentence(results);
    expect(text).toMatch(
      /^DLS ended in the nearest of up to 8 solutions in 90 % of 300 reached poses, /,
    );
    expect(text).toContain(rest);
    expect(text).toMatch(/ DLS does so significantly more often than SDLS/);
    expect(nearestSolutionComparisons(results.study, results.columns)[0]).toMatch(
      /^DLS ends in the nearest solution more often than SDLS: 90\.0 against 50\.0 % /,
    );
  },
);

test('says nothing if no pose is reached, or the study does not ask for solutions', () => {
  expect(sentence(resultsOf(40, () => ({ solved: 0 })))).toBe('');
  const study = parseTestStudy();
  expect(nearestSolutionSentence(study, new StudyRows(study).column)).toBe('');
  expect(solutionsNote(study)).toBe('');
});
