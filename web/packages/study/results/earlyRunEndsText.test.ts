import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { parseStudy } from '../document/parseStudy.ts';
import { ROW_STOP_REASONS } from '../document/withExternalSolvers.ts';
import { StudyRows } from '../rows/studyRows.ts';
import { solveTask } from '../tasks/solveTask.ts';
import { planStudyTasks, type SolvedStudySlice, type StudyRequest } from '../tasks/studyTask.ts';
import { countEarlyRunEnds, earlyRunEndsText, studyHasStopRules } from './earlyRunEndsText.ts';

const engine = await testEngine();

/** A study of version `iklabStudy`, solved by its tasks. */
function solved(iklabStudy: number, run: object | null = {}) {
  const scenario = {
    preset: 'ur5e',
    methods: [{ id: 'dls' }, { id: 'sdls' }],
    ...(run && { run: { mode: 'converge', maxUpdates: 300, ...run } }),
  };
  const read = parseStudy({ iklabStudy, scenario, count: 60 }, engine.catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const rows = new StudyRows(read.value);
  for (const { request } of planStudyTasks(read.value, 'b').tasks) {
    const { slice } = request as StudyRequest;
    rows.add(slice, (solveTask(request as never, engine) as SolvedStudySlice).rows);
  }
  return { study: read.value, columns: rows.column };
}

test('a version 1 study reports how many runs its stop rules ended', () => {
  const { study, columns } = solved(1);
  expect(studyHasStopRules(study)).toBe(true);
  for (const cell of study.cells) {
    const stops = [...columns(cell.index, 'stop')].map((place) => ROW_STOP_REASONS[place] ?? '');
    const early = stops.filter((stop) => /oscillating|no-improvement/.test(stop)).length;
    expect(early).toBeGreaterThan(0);
    expect(countEarlyRunEnds(cell, columns)).toBe(early);
  }
  expect(earlyRunEndsText(study, columns)[0]).toMatch(
    /^(\d+) of (\d+) unsolved runs of DLS ended early: (\d+ by maxRises 3, )?\d+ by minImprovement 0\.00001\.$/,
  );
});

test.each([
  ['with its own run settings', {}],
  ['with only a preset, which is itself of version 1', null],
])('a version 2 study %s has no stop rules and reports no early ends', (_, run) => {
  const { study, columns } = solved(2, run);
  expect(studyHasStopRules(study)).toBe(false);
  expect(earlyRunEndsText(study, columns)).toEqual([]);
  expect(study.scenario.run).toMatchObject({
    mode: 'converge',
    ...(run ? {} : { tolerance: 0.001 }),
  });
});

test('only runs ended by a set rule are counted', () => {
  const { study, columns } = solved(2, { maxRises: 3 });
  const [text = ''] = earlyRunEndsText(study, columns);
  expect(text).toMatch(/ended early: \d+ by maxRises 3\.$/);
});
