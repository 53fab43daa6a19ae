import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeSlicer } from './timeSlicer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work in `parts` parts that take `took` ms each. */
function slicerWithClock(took: number, parts: number) {
  let clock = 0;
  const seen: string[] = [];
  const timeSlicer = new TimeSlicer(() => clock);
  const make = (name: string) =>
    function* () {
      for (let part = 0; part < parts; part++) {
        clock += took;
        seen.push(`${name}${part}`);
        yield;
      }
    };
  const pass = (time: number): void => {
    clock += time;
    vi.advanceTimersByTime(time);
  };
  return { timeSlicer, seen, make, pass };
}

test('short tasks run synchronously', () => {
  const { timeSlicer, seen, make } = slicerWithClock(2, 3);
  timeSlicer.run(make('a'));
  timeSlicer.run(make('b'));
  expect(seen).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'b2']);
  expect(timeSlicer.busy).toBe(false);
});

test('long tasks run in slices, each followed by a rest of four times its length', () => {
  const { timeSlicer, seen, make, pass } = slicerWithClock(30, 2);
  timeSlicer.run(make('a'));
  expect(seen).toEqual(['a0']);
  expect(timeSlicer.busy).toBe(true);
  pass(119);
  expect(seen).toEqual(['a0']);
  pass(1);
  expect(seen).toEqual(['a0', 'a1']);
  pass(120);
  expect(timeSlicer.busy).toBe(false);
});

test('only the last task requested while busy runs next', () => {
  const { timeSlicer, seen, make, pass } = slicerWithClock(30, 1);
  timeSlicer.run(make('a'));
  timeSlicer.run(make('b'));
  timeSlicer.run(make('c'));
  for (let i = 0; i < 4; i++) pass(120);
  expect(seen).toEqual(['a0', 'c0']);
});

test('stop runs the finally block of the task', () => {
  const { timeSlicer, seen, make } = slicerWithClock(30, 2);
  timeSlicer.run(function* () {
    try {
      yield* make('a')();
    } finally {
      seen.push('ended');
    }
  });
  expect(seen).toEqual(['a0']);
  timeSlicer.stop();
  expect(seen).toEqual(['a0', 'ended']);
});

test('a stopped task does not continue; the next one waits for the end of the rest', () => {
  const { timeSlicer, seen, make, pass } = slicerWithClock(30, 2);
  timeSlicer.run(make('a'));
  timeSlicer.stop();
  expect(timeSlicer.busy).toBe(false);
  expect(timeSlicer.isReady).toBe(false);
  timeSlicer.run(make('b'));
  expect(seen).toEqual(['a0']);
  pass(120);
  expect(seen).toEqual(['a0', 'b0']);
});
