/** A study ends as soon as it is clear, at the same number of problems whoever solves it how fast. */

import { testEngine } from 'iklab/engine/testing';
import { expect, test } from 'vitest';
import { doTask } from './doTask.ts';
import { parseStudy } from './parseStudy.ts';
import type { Study } from './study.ts';
import { resultsOf, type SolvedSlice, studyPlan } from './studyTask.ts';
import { type PoolWorker, TaskPool } from './taskPool.ts';
import { TaskRun } from './taskRun.ts';
import { smallStudy } from './testStudies.ts';

const engine = await testEngine();
const run = { mode: 'converge', maxUpdates: 40, maxRises: 1_000_000, minImprovement: 0 };
const scenario = (methods: object[]) => ({ ...(smallStudy().scenario as object), methods, run });

function studyOf(methods: object[], changes: object = {}): Study {
  const document = smallStudy({ scenario: scenario(methods), count: 4000, looks: 5, ...changes });
  const read = parseStudy(document, engine.catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
}

/** Workers that answer in another order than they are asked. */
async function done(study: Study, workers: number): Promise<TaskRun> {
  const waiting: (() => void)[] = [];
  const spawn = (): PoolWorker => {
    let say: Parameters<PoolWorker['listen']>[0] = () => {};
    return {
      post: ({ id, request }) =>
        void waiting.push(() => say({ id, result: doTask(request as never, engine) })),
      listen: (answer) => {
        say = answer;
      },
      end: () => {},
    };
  };
  const pool = new TaskPool(workers, spawn, { now: () => 0, after: () => () => {} });
  const at = new TaskRun(
    studyPlan(study, 'b'),
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

const apart = [
  { id: 'dls', params: { lambda: 0.1 } },
  { id: 'transpose', maxStep: 1e-4 },
];

test('where one method hardly solves anything the first look is enough', async () => {
  const study = studyOf(apart);
  for (const workers of [1, 3]) {
    const at = await done(study, workers);
    expect(at.state).toBe('done');
    expect(at.results.size).toBeLessThan(at.plan.tasks.length);
    expect(resultsOf(study, at).count).toBe(250);
  }
});

test('one look solves all; a name, a note and looks make no other rows', async () => {
  const study = studyOf(apart, { looks: 1, count: 300 });
  const at = await done(study, 2);
  expect(at.results.size).toBe(at.plan.tasks.length);
  expect(resultsOf(study, at).count).toBe(300);
});

test('of a run that is kept as a whole, as of one that ended, only the first clear look counts', async () => {
  const study = studyOf(apart);
  const plan = studyPlan(study, 'b');
  const all = new Map(
    plan.tasks.map(({ request }, i) => [i, doTask(request as never, engine) as SolvedSlice]),
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
  expect(resultsOf(study, at).count).toBe(250);
});

test('the same method twice is clear once its shares are known to 2 points', async () => {
  const study = studyOf([{ id: 'dls' }, { id: 'dls', label: 'again' }]);
  // they never differ: at 500 problems a difference of 2 points is ruled out
  const at = await done(study, 2);
  expect(resultsOf(study, at).count).toBeLessThanOrEqual(500);
});
