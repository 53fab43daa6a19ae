import { expect, test } from 'vitest';
import type { WorkerAnswer } from '../tasks/taskPool.ts';
import { PARQUET_TIMEOUT, ParquetReader } from './parquetReader.ts';

/** A reader whose worker and clock are controlled by the test. */
function setUp() {
  const posted: { id: number }[] = [];
  let say: (message: WorkerAnswer) => void = () => {};
  let die = () => {};
  let ended = 0;
  const due = new Set<() => void>();
  const worker = {
    post: (message: { id: number }) => posted.push(message),
    listen(answer: typeof say, dies: () => void) {
      [say, die] = [answer, dies];
    },
    end: () => ended++,
  };
  const after = (milliseconds: number, call: () => void) => {
    expect(milliseconds).toBe(PARQUET_TIMEOUT);
    due.add(call);
    return () => due.delete(call);
  };
  return {
    reader: new ParquetReader(worker, { now: () => 0, after }),
    posted,
    due,
    say: (message: WorkerAnswer) => say(message),
    die: () => die(),
    ended: () => ended,
  };
}

test('resolves each request with its answer, and with "damaged" if the worker reports a fault', async () => {
  const { reader, posted, say, due, ended } = setUp();
  const head = reader.open(new ArrayBuffer(3));
  say({ id: 7, result: 'of somebody else' });
  say({ id: 1, result: { rows: 2 } });
  expect(await head).toEqual({ rows: 2 });
  const column = reader.column('error');
  say({ id: 2, fault: 'offset out of range' });
  expect(await column).toBe('damaged');
  expect(posted).toMatchObject([
    { id: 1, request: { bytes: { byteLength: 3 } } },
    { id: 2, request: { column: 'error' } },
  ]);
  expect([due.size, ended()]).toEqual([0, 0]);
  reader.close();
  expect(ended()).toBe(1);
});

test('ends a worker that does not answer in time, and sends it nothing more', async () => {
  const { reader, posted, due, ended, say } = setUp();
  const head = reader.open(new ArrayBuffer(3));
  for (const call of due) call();
  expect(await head).toBe('late');
  expect(ended()).toBe(1);
  say({ id: 1, result: { rows: 2 } });
  expect(await reader.column('error')).toBe('late');
  expect(posted).toHaveLength(1);
});

test('resolves with "lost" if the worker dies', async () => {
  const { reader, die, due } = setUp();
  const head = reader.open(new ArrayBuffer(3));
  die();
  expect(await head).toBe('lost');
  expect(due.size).toBe(0);
});
