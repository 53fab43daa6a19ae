import { expect, test } from 'vitest';
import { measureClockResolution, UpdateStopwatch } from './updateStopwatch.ts';

/** Runs a stopwatch on work of `micros` µs per update, with a clock that ticks every `tick` ms. */
function measured(micros: (slice: number) => number, tick: number) {
  let true_ = 0.37; // The clock does not start on a tick.
  const now = () => Math.floor(true_ / tick) * tick;
  const watch = new UpdateStopwatch(tick);
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
])('measures %d µs per update on a clock with ticks of %d ms', (micros, tick) => {
  const found = measured(() => micros, tick);
  // a slice includes a pause of 0.123 ms, of about 4 ms
  for (const time of [found.best, found.middle]) {
    expect(time).toBeGreaterThan(0.93 * micros);
    expect(time).toBeLessThan(1.12 * micros);
  }
});

test('slices take less than 50 ms, however long an update takes', () => {
  for (const micros of [0.3, 3, 30, 300, 3000])
    expect(measured(() => micros, 0.1).longest).toBeLessThan(50);
});

test('a slow start and a few slow slices do not affect the result', () => {
  const slow = (slice: number) => (slice < 3 ? 40 : slice % 9 === 0 ? 30 : 4);
  const { best, middle } = measured(slow, 0.1);
  expect(best).toBeLessThan(4.6);
  expect(middle).toBeLessThan(4.6);
});

test('if most slices are slow, best stays near the true time and middle shows the load', () => {
  const busy = (slice: number) => (slice % 12 < 4 ? 4 : 9);
  const { best, middle } = measured(busy, 0.005);
  expect(best).toBeLessThan(6);
  expect(middle).toBeGreaterThan(1.3 * best);
});

test('resolutionOf measures the tick of a clock', () => {
  let calls = 0;
  expect(measureClockResolution(() => Math.floor(calls++ / 7) * 0.25)).toBe(0.25);
});
