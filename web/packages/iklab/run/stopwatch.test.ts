import { expect, test } from 'vitest';
import { resolutionOf, Stopwatch } from './stopwatch.ts';

/** Runs a stopwatch on updates of `micros`, with a clock of coarse ticks in ms. */
function measured(micros: (slice: number) => number, tick: number) {
  let true_ = 0.37; // The clock does not start on a tick.
  const now = () => Math.floor(true_ / tick) * tick;
  const watch = new Stopwatch(tick);
  let slices = 0;
  let longest = 0;
  for (; !watch.done; slices++) {
    if (slices > 10_000) throw new Error('never done');
    const before = now();
    const took = (watch.count * micros(slices)) / 1000;
    longest = Math.max(longest, took);
    true_ += took + 0.123;
    watch.add(now() - before);
  }
  return { ...watch.time, slices, longest };
}

test.each([
  [0.5, 0.005],
  [4, 0.1],
  [40, 0.1],
  [4, 1],
  [900, 1],
])('%d µs an update on a clock of %d ms', (micros, tick) => {
  const found = measured(() => micros, tick);
  // On this clock the pause between two slices counts too: 0.123 of about 4 ms.
  for (const time of [found.best, found.middle]) {
    expect(time).toBeGreaterThan(0.93 * micros);
    expect(time).toBeLessThan(1.12 * micros);
  }
});

test('slices are a few milliseconds long, however long an update takes', () => {
  for (const micros of [0.3, 3, 30, 300, 3000])
    expect(measured(() => micros, 0.1).longest).toBeLessThan(50);
});

test('neither a slow beginning nor a few slow slices move the time', () => {
  const slow = (slice: number) => (slice < 3 ? 40 : slice % 9 === 0 ? 30 : 4);
  const { best, middle } = measured(slow, 0.1);
  expect(best).toBeLessThan(4.6);
  expect(middle).toBeLessThan(4.6);
});

test('where most slices are slow the best are not, and the middle one tells', () => {
  const busy = (slice: number) => (slice % 12 < 4 ? 4 : 9);
  const { best, middle } = measured(busy, 0.005);
  expect(best).toBeLessThan(6);
  expect(middle).toBeGreaterThan(1.3 * best);
});

test('the resolution of a clock', () => {
  let calls = 0;
  expect(resolutionOf(() => Math.floor(calls++ / 7) * 0.25)).toBe(0.25);
});
