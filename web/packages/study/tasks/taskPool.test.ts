import { describe, expect, it } from 'vitest';
import { type PoolClock, type PoolWorker, TaskPool, type WorkerAnswer } from './taskPool.ts';

/** Workers that answer when the test says so, and a clock that the test advances. */
function setUp() {
  const fakes: {
    post: { id: number; request: unknown }[];
    answered: number;
    ended: boolean;
    say: Say;
    die: () => void;
  }[] = [];
  type Say = (answer: WorkerAnswer) => void;
  const due: { at: number; call: () => void }[] = [];
  let time = 0;
  const clock: PoolClock = {
    now: () => time,
    after(milliseconds, call) {
      const entry = { at: time + milliseconds, call };
      due.push(entry);
      return () => void due.splice(due.indexOf(entry) >>> 0, due.includes(entry) ? 1 : 0);
    },
  };
  const spawn = (): PoolWorker => {
    const fake = {
      post: [] as { id: number; request: unknown }[],
      answered: 0,
      ended: false,
      say: (_: WorkerAnswer) => {},
      die: () => {},
    };
    fakes.push(fake);
    return {
      post: (message) => void fake.post.push(message),
      listen: (answer, die) => void Object.assign(fake, { say: answer, die }),
      end: () => void Object.assign(fake, { ended: true }),
    };
  };
  const pass = (milliseconds: number): void => {
    time += milliseconds;
    for (const { call } of due.filter(({ at }) => at <= time)) call();
  };
  const answer = (i: number, result: unknown): void => {
    const fake = fakes[i];
    if (fake) fake.say({ id: fake.post[fake.answered++]?.id ?? -1, result });
  };
  const given = () => fakes.map(({ post }) => post.map(({ request }) => request).join(''));
  return { fakes, clock, spawn, pass, answer, given };
}

/** Adds tasks of one owner; returns their results and faults in the order of arrival. */
function addAll(pool: TaskPool, owner: object, requests: string) {
  const [done, faults]: [unknown[], string[]] = [[], []];
  for (const request of requests)
    pool.add(
      owner,
      request,
      (result) => done.push(result),
      (fault) => faults.push(`${request}: ${fault}`),
    );
  return { done, faults };
}

describe('a pool', () => {
  it('starts tasks in order, and gives the last ones to the first idle worker', () => {
    const { clock, spawn, answer, given } = setUp();
    const pool = new TaskPool(2, spawn, clock);
    const { done } = addAll(pool, {}, 'abc');
    expect(given()).toEqual(['a', 'b']);
    answer(1, 'B');
    expect(given()).toEqual(['a', 'bc']);
    answer(0, 'A');
    answer(1, 'C');
    expect(done).toEqual(['B', 'A', 'C']);
  });

  it('queues a second task per worker while more tasks wait than there are workers', () => {
    const { clock, spawn, answer, given } = setUp();
    const pool = new TaskPool(2, spawn, clock);
    const mine = {};
    const { done } = addAll(pool, mine, 'abcdefgh');
    expect(given()).toEqual(['ac', 'bd']);
    expect(pool.countTasks(mine)).toBe(8);
    answer(0, 'A');
    answer(1, 'B');
    expect(given()).toEqual(['ace', 'bdf']);
    answer(0, 'C');
    answer(1, 'D');
    expect(given()).toEqual(['ace', 'bdf']);
    answer(0, 'E');
    expect(given()).toEqual(['aceg', 'bdf']);
    answer(0, 'G');
    expect(given()).toEqual(['acegh', 'bdf']);
    answer(1, 'F');
    answer(0, 'H');
    expect(done.join('')).toBe('ABCDEGFH');
  });

  it('never queues tasks of two owners on one worker', () => {
    const { clock, spawn, answer, given } = setUp();
    const pool = new TaskPool(1, spawn, clock);
    addAll(pool, {}, 'ab');
    addAll(pool, {}, 'cdef');
    expect(given()).toEqual(['ab']);
    answer(0, 'A');
    expect(given()).toEqual(['ab']);
    answer(0, 'B');
    expect(given()).toEqual(['abcd']);
  });

  it('repeats both tasks of a worker that dies, and fails only the first after three deaths', () => {
    const { fakes, clock, spawn, answer, given } = setUp();
    const pool = new TaskPool(1, spawn, clock);
    const { done, faults } = addAll(pool, {}, 'abcd');
    for (const i of [0, 1, 2]) fakes[i]?.die();
    expect(faults).toEqual(['a: its worker ended']);
    expect(given()).toEqual(['ab', 'ab', 'ab', 'bc']);
    for (const i of [3, 4]) fakes[i]?.die();
    for (const result of ['B', 'C', 'D']) answer(5, result);
    expect(done).toEqual(['B', 'C', 'D']);
  });

  it('lets the owner of a failed task cancel the tasks queued behind it', () => {
    const { fakes, clock, spawn, given } = setUp();
    const pool = new TaskPool(1, spawn, clock);
    const mine = {};
    const stop = () => pool.cancelOwner(mine);
    pool.add(mine, 'a', () => {}, stop);
    addAll(pool, mine, 'bcd');
    for (const i of [0, 1, 2]) fakes[i]?.die();
    expect(given()).toEqual(['ab', 'ab', 'ab']);
    expect(pool.countTasks(mine)).toBe(0);
  });

  it('times a task from the end of the one before it', () => {
    const { fakes, clock, spawn, pass, answer } = setUp();
    const pool = new TaskPool(1, spawn, clock);
    addAll(pool, {}, 'abcd');
    pass(100_000);
    answer(0, 'A');
    pass(119_999);
    expect(fakes).toHaveLength(1);
    pass(1);
    expect(fakes).toHaveLength(2);
  });

  it('repeats the task of a worker that dies on a new worker', () => {
    const { fakes, clock, spawn, answer } = setUp();
    const pool = new TaskPool(1, spawn, clock);
    const { done } = addAll(pool, {}, 'a');
    fakes[0]?.die();
    expect(fakes).toHaveLength(2);
    expect(fakes[0]?.ended).toBe(true);
    answer(1, 'A');
    expect(done).toEqual(['A']);
    expect(pool.replaced).toBe(1);
  });

  it('replaces a worker that does not answer in time, and ignores its late answer', () => {
    const { fakes, clock, spawn, pass, answer } = setUp();
    const pool = new TaskPool(1, spawn, clock);
    const { done } = addAll(pool, {}, 'a');
    pass(119_999);
    expect(fakes).toHaveLength(1);
    pass(1);
    expect(fakes).toHaveLength(2);
    answer(0, 'late');
    expect(done).toEqual([]);
    answer(1, 'A');
    expect(done).toEqual(['A']);
  });

  it('fails a task that ends three workers, and continues with the next', () => {
    const { fakes, clock, spawn, answer } = setUp();
    const pool = new TaskPool(1, spawn, clock);
    const { done, faults } = addAll(pool, {}, 'ab');
    for (const i of [0, 1, 2]) fakes[i]?.die();
    expect(faults).toEqual(['a: its worker ended']);
    answer(3, 'B');
    expect(done).toEqual(['B']);
  });

  it('passes on the fault of a task, and keeps the worker', () => {
    const { fakes, clock, spawn } = setUp();
    const pool = new TaskPool(1, spawn, clock);
    const { faults } = addAll(pool, {}, 'a');
    fakes[0]?.say({ id: fakes[0].post[0]?.id ?? -1, fault: 'no such table' });
    expect(faults).toEqual(['a: no such table']);
    expect(fakes[0]?.ended).toBe(false);
  });

  it('cancels the tasks of one owner and keeps those of others', () => {
    const { fakes, clock, spawn, answer } = setUp();
    const pool = new TaskPool(1, spawn, clock);
    const [mine, yours] = [{}, {}];
    addAll(pool, mine, 'abd');
    const { done } = addAll(pool, yours, 'c');
    pool.cancelOwner(mine);
    expect(pool.countTasks(mine)).toBe(0);
    expect(fakes[0]?.ended).toBe(true);
    answer(1, 'C');
    expect(done).toEqual(['C']);
  });

  it('starts no worker after it is closed', () => {
    const { fakes, clock, spawn } = setUp();
    const pool = new TaskPool(2, spawn, clock);
    addAll(pool, {}, 'a');
    pool.close();
    addAll(pool, {}, 'b');
    expect(fakes.map(({ ended }) => ended)).toEqual([true]);
  });
});
