import { describe, expect, it } from 'vitest';
import { type PoolClock, type PoolWorker, TaskPool, type WorkerAnswer } from './taskPool.ts';

/** Workers that answer when they are told to, and a clock that stands. */
function workshop() {
  const hands: {
    post: { id: number; request: unknown }[];
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
    const hand = {
      post: [] as { id: number; request: unknown }[],
      ended: false,
      say: (_: WorkerAnswer) => {},
      die: () => {},
    };
    hands.push(hand);
    return {
      post: (message) => void hand.post.push(message),
      listen: (answer, die) => void Object.assign(hand, { say: answer, die }),
      end: () => void Object.assign(hand, { ended: true }),
    };
  };
  const pass = (milliseconds: number): void => {
    time += milliseconds;
    for (const { call } of due.filter(({ at }) => at <= time)) call();
  };
  const answer = (i: number, result: unknown): void => {
    const hand = hands[i];
    const id = hand?.post.at(-1)?.id ?? -1;
    hand?.say({ id, result });
  };
  return { hands, clock, spawn, pass, answer };
}

describe('a pool', () => {
  it('gives each worker one task at a time, in the order in which they came', () => {
    const { hands, clock, spawn, answer } = workshop();
    const pool = new TaskPool(2, spawn, clock);
    const done: unknown[] = [];
    for (const request of ['a', 'b', 'c'])
      pool.add(
        {},
        request,
        (result) => done.push(result),
        () => {},
      );
    expect(hands.map(({ post }) => post.map(({ request }) => request))).toEqual([['a'], ['b']]);
    answer(1, 'B');
    expect(hands[1]?.post.at(-1)?.request).toBe('c');
    answer(0, 'A');
    answer(1, 'C');
    expect(done).toEqual(['B', 'A', 'C']);
  });

  it('does the task of a worker that dies again, on another one', () => {
    const { hands, clock, spawn, answer } = workshop();
    const pool = new TaskPool(1, spawn, clock);
    const done: unknown[] = [];
    pool.add(
      {},
      'a',
      (result) => done.push(result),
      () => {},
    );
    hands[0]?.die();
    expect(hands).toHaveLength(2);
    expect(hands[0]?.ended).toBe(true);
    answer(1, 'A');
    expect(done).toEqual(['A']);
    expect(pool.replaced).toBe(1);
  });

  it('takes one that does not answer in time for dead, and its late answer for nothing', () => {
    const { hands, clock, spawn, pass, answer } = workshop();
    const pool = new TaskPool(1, spawn, clock);
    const done: unknown[] = [];
    pool.add(
      {},
      'a',
      (result) => done.push(result),
      () => {},
    );
    pass(119_999);
    expect(hands).toHaveLength(1);
    pass(1);
    expect(hands).toHaveLength(2);
    answer(0, 'late');
    expect(done).toEqual([]);
    answer(1, 'A');
    expect(done).toEqual(['A']);
  });

  it('gives a task up that ends three workers, and goes on with the next', () => {
    const { hands, clock, spawn, answer } = workshop();
    const pool = new TaskPool(1, spawn, clock);
    const [done, faults]: [unknown[], string[]] = [[], []];
    pool.add(
      {},
      'bad',
      (result) => done.push(result),
      (fault) => faults.push(fault),
    );
    pool.add(
      {},
      'good',
      (result) => done.push(result),
      (fault) => faults.push(fault),
    );
    for (const i of [0, 1, 2]) hands[i]?.die();
    expect(faults).toEqual(['its worker ended']);
    answer(3, 'well');
    expect(done).toEqual(['well']);
  });

  it('hands on what went wrong in a task', () => {
    const { hands, clock, spawn } = workshop();
    const pool = new TaskPool(1, spawn, clock);
    const faults: string[] = [];
    pool.add(
      {},
      'a',
      () => {},
      (fault) => faults.push(fault),
    );
    hands[0]?.say({ id: hands[0].post[0]?.id ?? -1, fault: 'no such table' });
    expect(faults).toEqual(['no such table']);
    expect(hands[0]?.ended).toBe(false);
  });

  it('takes the tasks of one owner back, and leaves those of others', () => {
    const { hands, clock, spawn, answer } = workshop();
    const pool = new TaskPool(1, spawn, clock);
    const [mine, yours] = [{}, {}];
    const done: unknown[] = [];
    for (const request of ['a', 'b'])
      pool.add(
        mine,
        request,
        (result) => done.push(result),
        () => {},
      );
    pool.add(
      yours,
      'c',
      (result) => done.push(result),
      () => {},
    );
    pool.cancelOwner(mine);
    expect(pool.count(mine)).toBe(0);
    expect(hands[0]?.ended).toBe(true);
    answer(1, 'C');
    expect(done).toEqual(['C']);
  });

  it('hires nobody any more once it is closed', () => {
    const { hands, clock, spawn } = workshop();
    const pool = new TaskPool(2, spawn, clock);
    const add = (request: string): void =>
      pool.add(
        {},
        request,
        () => {},
        () => {},
      );
    add('a');
    pool.close();
    add('b');
    expect(hands.map(({ ended }) => ended)).toEqual([true]);
  });
});
