import { describe, expect, it } from 'vitest';
import { type PoolWorker, TaskPool, type WorkerAnswer } from './taskPool.ts';
import { type TaskResultStore, TaskRun, type TaskRunPlan } from './taskRun.ts';

/** A pool whose workers double numbers when the test calls `work`. */
function doubling(size = 2) {
  const waiting: (() => void)[] = [];
  const asked: unknown[] = [];
  const spawn = (): PoolWorker => {
    let say: (answer: WorkerAnswer) => void = () => {};
    return {
      post({ id, request }) {
        asked.push(request);
        waiting.push(() => say({ id, result: 2 * (request as number) }));
      },
      listen: (answer) => {
        say = answer;
      },
      end: () => {},
    };
  };
  const pool = new TaskPool(size, spawn, { now: () => time, after: () => () => {} });
  let time = 0;
  const work = (count: number): void => {
    for (let i = 0; i < count && waiting.length > 0; ++i) {
      time += 100;
      waiting.shift()?.();
    }
  };
  return { pool, work, asked, now: () => time };
}

const plan = (count: number): TaskRunPlan => ({
  key: 'k',
  title: 'Twice',
  tasks: Array.from({ length: count }, (_, i) => ({
    group: i % 2 ? 'odd' : 'even',
    request: i,
    weight: 10,
  })),
});

function memory(): TaskResultStore & { readonly kept: Map<number, unknown> } {
  const kept = new Map<number, unknown>();
  return {
    kept,
    read: async () => new Map(kept),
    write: async (_, place, result) => void kept.set(place, result),
    forget: async () => kept.clear(),
  };
}

describe('a run', () => {
  it('is done when every task is done, with results in the order of the tasks', () => {
    const { pool, work, now } = doubling();
    const run = new TaskRun(plan(5), pool, null, () => {}, now);
    run.start();
    work(5);
    expect(run.state).toBe('done');
    expect(run.all).toEqual([0, 2, 4, 6, 8]);
  });

  it('keeps a second task queued in each worker until the last few', () => {
    const { pool, work, asked, now } = doubling(3);
    const run = new TaskRun(plan(30), pool, null, () => {}, now);
    run.start();
    for (let done = 0; done < 20; done++) {
      expect(asked.length - done).toBe(6);
      work(1);
    }
    work(10);
    expect(run.all).toEqual(Array.from({ length: 30 }, (_, i) => 2 * i));
  });

  it('reports progress per group and in all, the rate and the remaining time', () => {
    const { pool, work, now } = doubling(1);
    const run = new TaskRun(plan(4), pool, null, () => {}, now);
    run.start();
    expect(run.rate).toBeNaN();
    work(2);
    expect(run.progress()).toEqual({ done: 20, all: 40 });
    expect(run.progress('odd')).toEqual({ done: 10, all: 20 });
    expect(run.groups).toEqual(['even', 'odd']);
    expect(run.rate).toBeCloseTo(100);
    expect(run.remainingSeconds).toBeCloseTo(0.2);
  });

  it('pauses, and resumes with the remaining tasks', () => {
    const { pool, work, now } = doubling();
    const run = new TaskRun(plan(6), pool, null, () => {}, now);
    run.start();
    work(3);
    run.pause();
    work(9);
    expect(run.results.size).toBe(3);
    run.start();
    work(9);
    expect(run.all).toEqual([0, 2, 4, 6, 8, 10]);
  });

  it('resumes from results of an earlier visit without repeating tasks', async () => {
    const store = memory();
    const first = doubling();
    const begun = new TaskRun(plan(6), first.pool, store, () => {}, first.now);
    begun.start();
    first.work(4);
    const second = doubling();
    const run = new TaskRun(plan(6), second.pool, store, () => {}, second.now);
    await run.restore();
    expect(run.progress().done).toBe(40);
    run.start();
    second.work(9);
    expect(second.asked).toEqual([4, 5]);
    expect(run.all).toEqual([0, 2, 4, 6, 8, 10]);
  });

  it('has the time of restored results, and partial results in the order of the tasks', async () => {
    const { pool, work, now } = doubling();
    const kept = new Map<number, unknown>([
      [2, 'c'],
      [0, 'a'],
    ]);
    const store: TaskResultStore = { ...memory(), read: async () => kept, savedAt: async () => 77 };
    const run = new TaskRun(plan(3), pool, store, () => {}, now);
    await run.restore();
    expect([run.savedAt, run.partialResults]).toEqual([77, ['a', 'c']]);
    run.start();
    work(1);
    expect(run.partialResults).toEqual(['a', 2, 'c']);
    const fresh = new TaskRun(
      plan(3),
      pool,
      { ...store, read: async () => new Map() },
      () => {},
      now,
    );
    await fresh.restore();
    expect(fresh.savedAt).toBeNull();
  });

  it('ignores stored results at invalid places', async () => {
    const { pool, work, now } = doubling();
    const places = [99, -1, 0.5, 1].map((place) => [place, 7] as const);
    const store: TaskResultStore = { ...memory(), read: async () => new Map(places) };
    const run = new TaskRun(plan(3), pool, store, () => {}, now);
    await run.restore();
    expect([...run.results]).toEqual([[1, 7]]);
    run.start();
    work(9);
    expect(run.all).toEqual([0, 7, 4]);
  });

  it('deletes stored results when cancelled', async () => {
    const store = memory();
    const { pool, work, now } = doubling();
    const run = new TaskRun(plan(4), pool, store, () => {}, now);
    run.start();
    work(2);
    await run.cancel();
    expect(run.state).toBe('cancelled');
    expect(store.kept.size).toBe(0);
    work(9);
    expect(run.results.size).toBe(0);
  });

  it('finishes without a store that fails, and reports why', async () => {
    const { pool, work, now } = doubling();
    const refuse = async (): Promise<never> => {
      throw new Error('quota exceeded');
    };
    const store: TaskResultStore = { read: refuse, write: refuse, forget: refuse };
    const run = new TaskRun(plan(2), pool, store, () => {}, now);
    await run.restore();
    run.start();
    work(2);
    expect(run.notStored).toBe('quota exceeded');
    expect(run.all).toEqual([0, 2]);
  });
});
