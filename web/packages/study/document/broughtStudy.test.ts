/**
 * Headlines and comparisons of studies with external solvers: nothing depends on what a solver
 * counts as an update.
 */
import { expect, test } from 'vitest';
import { comparisonSentences } from '../results/comparisonSentences.ts';
import { computeCosts } from '../results/problemCosts.ts';
import { ShownProblemsView } from '../results/shownProblemsView.ts';
import { makeSolverTableColumns } from '../results/solverTexts.ts';
import { studyHeadline } from '../results/studyHeadline.ts';
import { rankMethods } from '../results/studyVerdict.ts';
import { findRefusedAnswers, storedSolverPose } from '../rows/findRefusedAnswers.ts';
import {
  type AnyRowField,
  anyRowFieldIndex,
  rowAnswersOffset,
  rowStride,
} from '../rows/rowLayout.ts';
import { StudyRows } from '../rows/studyRows.ts';
import { parseTestStudy } from './testStudies.ts';
import { rowStopReasonIndex, withExternalSolvers } from './withExternalSolvers.ts';

const machine = { processor: 'a processor', cores: 4 };
const entry = (name: string) => ({
  name,
  command: ['./it'],
  solver: '',
  options: null,
  threads: null,
  transport: 1e-5,
});
const rules = { protocol: 1, answers: 2, time: 0.05, batch: 1, jobs: 1, machine } as const;

type RowFields = Partial<Record<AnyRowField, number>>;

/**
 * DLS, SDLS and an external solver, or the solver alone; `of` gives the fields of problem i in a
 * cell.
 */
function view(count: number, of: (cell: number, i: number) => RowFields, own = true) {
  const study = withExternalSolvers(parseTestStudy({ count }), {
    ...rules,
    own,
    entries: [entry('KDL')],
  });
  const rows = new StudyRows(study);
  const stride = rowStride(study);
  for (const { index: cell } of study.cells) {
    const numbers = new Float64Array(count * stride).fill(Number.NaN);
    for (let i = 0; i < count; i++)
      for (const [field, value] of Object.entries({ solved: 0, stop: 1, ...of(cell, i) }))
        numbers[i * stride + anyRowFieldIndex(field as AnyRowField, study)] = value;
    rows.add({ cell, first: 0, count }, numbers);
  }
  return { study, rows, view: new ShownProblemsView(study, rows) };
}

const solvedIn = (updates: number): RowFields => ({ solved: 1, updates });

test('the headline names a solver that solves most, with its time limit', () => {
  const { study, view: at } = view(200, (cell, i) =>
    cell === 2 || i % 3 === 0 ? solvedIn(5) : {},
  );
  const costs = computeCosts(study, at.column, 'updates');
  expect(studyHeadline(study, costs)).toBe(
    'KDL solves most: 100.0 % of 200 problems within 4000 updates, programs within 50 ms.',
  );
  const said = comparisonSentences(study, costs).join('\n');
  expect(said).toContain('KDL solves more than DLS');
  expect(said).not.toMatch(/NaN|KDL needs|fewer updates than KDL/);
  expect(said).toContain('what is solved within 4000 updates, programs within 50 ms.');
});

test('the cheapest method is chosen among built-in methods only, and not if there is one alone', () => {
  const all = view(200, (cell) => solvedIn([900, 100, 1][cell] ?? 0));
  const costs = computeCosts(all.study, all.view.column, 'updates');
  expect(rankMethods(all.study, costs)?.cheapest).toEqual([1]);
  expect(studyHeadline(all.study, costs)).toBe(
    'All 3 solve 100.0 % of 200 problems within 4000 updates, programs within 50 ms, and do not differ significantly (at most 2 points between them). Of the built-in methods SDLS needs the fewest updates: 100 on average, unsolved problems count as 4000.',
  );
  const one = view(200, (cell) => (cell === 0 ? {} : solvedIn(7)));
  const said = studyHeadline(one.study, computeCosts(one.study, one.view.column, 'updates'));
  expect(said).toMatch(/^SDLS and KDL solve most, .* between them\)\.$/);
});

test('the headline of a study without built-in methods names the solver’s time limit', () => {
  const { study, view: at } = view(40, () => solvedIn(7), false);
  const costs = computeCosts(study, at.column, 'updates');
  expect(studyHeadline(study, costs)).toBe('KDL solves 100.0 % of 40 problems within 50 ms.');
});

test('cost charts, best-two and hardest problems ignore the external solver', () => {
  const { view: at } = view(3, (cell, i) => (i === 2 ? {} : solvedIn(cell === 2 ? 9000 : 5 + i)));
  expect([...at.plottedValues(2, 'updates')]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ]);
  expect([...at.plottedValues(0, 'updates')]).toEqual([5, 6, Number.POSITIVE_INFINITY]);
  expect(at.bestTwo()).toEqual([0, 1]);
  expect(at.hardest(3).map(({ index }) => index)).toEqual([2, 1, 0]);
  const few = at.withBrush([{ cell: null, field: 'updates', low: 5, high: 5 }]);
  expect([...few.indices]).toEqual([0]);
});

test('every cell has a slot of its own', () => {
  const slots = view(1, () => ({})).study.cells.map(({ panel }) => panel.slot);
  expect(new Set(slots).size).toBe(3);
});

test('a refused answer is listed with its reason, and with its pose if the pose was recorded', () => {
  const refused = (stop: 'refused-pose' | 'refused-limit', told: RowFields): RowFields => ({
    stop: rowStopReasonIndex(stop),
    claimed: 1,
    ownTime: 0.002,
    ourTime: 0.003,
    ...told,
  });
  const rowsOf = [
    solvedIn(3),
    refused('refused-pose', { error: 0.012, worstLimit: 0 }),
    refused('refused-limit', { error: 0, worstLimit: 0.25 }),
    { stop: rowStopReasonIndex('too-late') },
  ];
  const { study, rows, view: at } = view(4, (cell, i) => (cell === 2 ? (rowsOf[i] ?? {}) : {}));
  for (const index of [1, 2])
    for (const [i, value] of [0.1, 0.2].entries())
      rows.cellRows(2)[index * rows.stride + rowAnswersOffset(study) + i] = value;
  expect(findRefusedAnswers(study, rows, 4, 9).map(({ index, words }) => [index, words])).toEqual([
    [1, 'refused: 12 mm from the target, although reported as solved'],
    [2, 'refused: a joint is 0.25 (rad or m) beyond its limits, although reported as solved'],
  ]);
  expect(findRefusedAnswers(study, rows, 4, 1)).toHaveLength(1);
  expect(storedSolverPose(study, rows, 2, 1)).toEqual([0.1, 0.2]);
  expect(storedSolverPose(study, rows, 2, 2)).toEqual([0.1, 0.2]);
  const held = { ...study, scenario: { ...study.scenario, limitPolicy: 'clamp' as const } };
  expect(
    storedSolverPose(held, rows, 2, 2),
    'no scene starts beyond limits that are enforced',
  ).toBe(null);
  const [cell] = study.cells.slice(2);
  if (!cell) throw new Error('there is no program');
  expect(makeSolverTableColumns(at.column, '–')(cell)).toEqual([
    ['claimed', '2'],
    ['refused', '2'],
    ['late', '1'],
    ['broken', '0'],
    ['unasked', '0'],
    ['its time (median)', '2.00 ms'],
    ['our time (median)', '3.00 ms'],
    ['our time (95 %)', '3.00 ms'],
  ]);
});
