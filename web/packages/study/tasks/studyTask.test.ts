import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { parseStudy } from '../document/parseStudy.ts';
import { makeSmallTestStudy, parseTestStudy } from '../document/testStudies.ts';
import { rowFieldIndex } from '../rows/rowFields.ts';
import { solveTask } from './solveTask.ts';
import { StudySolver } from './studySolver.ts';
import {
  collectStudyResults,
  planStudyTasks,
  problemsPerSlice,
  type SolvedStudySlice,
} from './studyTask.ts';
import { TaskPool } from './taskPool.ts';
import { TaskRun } from './taskRun.ts';

const engine = await testEngine();
test('tasks have every problem of every method once, in the same slices for all methods', () => {
  const study = parseTestStudy({ count: 50 });
  const { tasks } = planStudyTasks(study, 'b');
  const seen = new Map<string, number[]>();
  for (const { group, request, weight } of tasks) {
    const { slice } = request as { slice: { first: number; count: number } };
    const own = seen.get(group) ?? [];
    for (let i = 0; i < slice.count; i++) own.push(slice.first + i);
    expect(weight).toBe(slice.count);
    seen.set(group, own);
  }
  const all = Array.from({ length: 50 }, (_, i) => i);
  expect([...seen.values()]).toEqual([all, all]);
  expect(tasks.slice(0, 2).map(({ group }) => group)).toEqual(['DLS', 'SDLS']);
});

test('the key depends on problems, methods, seed and build, but not on the name', () => {
  const key = (changes: object) => planStudyTasks(parseTestStudy({ ...changes }), 'b').key;
  const keys = [{}, { seed: 2 }, { count: 11 }, { sampling: { kind: 'singular' } }].map(key);
  expect(new Set(keys).size).toBe(4);
  expect(key({ name: 'Another' })).toBe(keys[0]);
  expect(planStudyTasks(parseTestStudy(), 'c').key).not.toBe(keys[0]);
});

test('slices are small if runs may be long, and their number is bounded', () => {
  const slices = (maxUpdates: number, count: number): number => {
    const study = parseTestStudy({ count });
    const { scenario } = study;
    return problemsPerSlice({
      ...study,
      scenario: { ...scenario, run: { ...scenario.run, maxUpdates } },
    });
  };
  expect(slices(100, 100_000)).toBe(512);
  expect(slices(4000, 5000)).toBe(50);
  expect(slices(1_000_000, 10)).toBe(1);
  expect((2 * 100_000) / slices(1_000_000, 100_000)).toBeLessThanOrEqual(4000);
});

test('solving task by task gives bit-identical errors to solving at once', () => {
  const read = parseStudy(makeSmallTestStudy({ count: 40 }), engine.catalogue);
  if (!read.ok) throw new Error('the small study is faulty');
  const study = read.value;
  const { tasks } = planStudyTasks(study, 'b');
  const results = tasks.map(
    ({ request }) => solveTask(request as never, engine) as SolvedStudySlice,
  );
  const pool = new TaskPool(1, () => ({ post() {}, listen() {}, end() {} }), {
    now: () => 0,
    after: () => () => {},
  });
  const done = new TaskRun(
    planStudyTasks(study, 'b'),
    pool,
    null,
    () => {},
    () => 0,
  );
  for (const [place, result] of results.entries()) done.results.set(place, result);
  const { rows } = collectStudyResults(study, done);
  const solver = new StudySolver(engine, study);
  for (const cell of [0, 1]) {
    const whole = solver.solve({ cell, first: 0, count: 40 });
    const stride = whole.length / 40;
    expect([...rows.column(cell, 'error')]).toEqual(
      Array.from({ length: 40 }, (_, i) => whole[i * stride + rowFieldIndex('error')]),
    );
  }
  solver.close();
});

test('a task with an invalid document throws its faults', () => {
  const request = {
    kind: 'study',
    document: { iklabStudy: 1 },
    slice: { cell: 0, first: 0, count: 1 },
  };
  expect(() => solveTask(request as never, engine)).toThrow(/scenario/);
});
