/**
 * A study stops at the first look that is clear, after the same number of problems for any
 * workers.
 */

import { testEngine } from '@iklab/core/engine/testing';
import { requireValue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import { makeSmallTestStudy } from '../document/testStudies.ts';
import { solveTask } from '../tasks/solveTask.ts';
import { collectStudyResults, planStudyTasks, type SolvedStudySlice } from '../tasks/studyTask.ts';
import { type PoolWorker, TaskPool } from '../tasks/taskPool.ts';
import { TaskRun } from '../tasks/taskRun.ts';

const engine = await testEngine();
const run = { mode: 'converge', maxUpdates: 40, maxRises: 1_000_000, minImprovement: 0 };
const scenario = (methods: object[]) => ({
  ...(makeSmallTestStudy().scenario as object),
  methods,
  run,
});

function studyOf(methods: object[], changes: object = {}): Study {
  const document = makeSmallTestStudy({
    scenario: scenario(methods),
    count: 4000,
    looks: 5,
    ...changes,
  });
  return requireValue(parseStudy(document, engine.catalogue));
}

/** Workers that answer in a different order than the requests. */
async function runStudy(study: Study, workers: number): Promise<TaskRun> {
  const waiting: (() => void)[] = [];
  const spawn = (): PoolWorker => {
    let say: Parameters<PoolWorker['listen']>[0] = () => {};
    return {
      post: ({ id, request }) =>
        void waiting.push(() => say({ id, result: solveTask(request as never, engine) })),
      listen: (answer) => {
        say = answer;
      },
      end: () => {},
    };
  };
  const pool = new TaskPool(workers, spawn, { now: () => 0, after: () => () => {} });
  const at = new TaskRun(
    planStudyTasks(study, 'b'),
    pool,
    null,
    () => {},
    () => 0,
  );
  await at.restore();
  at.start();
  for (let i = 0; at.state === 'running'; i++) (i % 3 ? waiting.shift() : waiting.pop())?.();
  return at;
}

const unequal = [
  { id: 'dls', params: { lambda: 0.1 } },
  { id: 'transpose', maxStep: 1e-4 },
];

test('a study stops at the first look if one method solves hardly anything', async () => {
  const study = studyOf(unequal);
  for (const workers of [1, 3]) {
    const at = await runStudy(study, workers);
    expect(at.state).toBe('done');
    expect(at.results.size).toBeLessThan(at.plan.tasks.length);
    expect(collectStudyResults(study, at).count).toBe(250);
  }
});

test('a study with one look solves every problem', async () => {
  const study = studyOf(unequal, { looks: 1, count: 300 });
  const at = await runStudy(study, 2);
  expect(at.results.size).toBe(at.plan.tasks.length);
  expect(collectStudyResults(study, at).count).toBe(300);
});

test('restored results count only up to the first clear look, even if all problems are stored', async () => {
  const study = studyOf(unequal);
  const plan = planStudyTasks(study, 'b');
  const all = new Map(
    plan.tasks.map(({ request }, i) => [
      i,
      solveTask(request as never, engine) as SolvedStudySlice,
    ]),
  );
  const kept = { read: async () => all, write: async () => {}, forget: async () => {} };
  const pool = new TaskPool(1, () => ({ post() {}, listen() {}, end() {} }), {
    now: () => 0,
    after: () => () => {},
  });
  const at = new TaskRun(
    plan,
    pool,
    kept,
    () => {},
    () => 0,
  );
  await at.restore();
  expect(at.state).toBe('done');
  expect(collectStudyResults(study, at).count).toBe(250);
});

test('the same method twice stops once a difference of 2 points is ruled out', async () => {
  const study = studyOf([{ id: 'dls' }, { id: 'dls', label: 'again' }]);
  // they never differ: 500 problems rule out a difference of 2 points
  const at = await runStudy(study, 2);
  expect(collectStudyResults(study, at).count).toBeLessThanOrEqual(500);
});
