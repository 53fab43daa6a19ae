import { expect, test } from 'vitest';
import { SpeedMeter } from './speedMeter.ts';

/** One second with 60 refreshes, each with numbers of made and due frames. */
function second(pace: SpeedMeter, made: number, short: boolean, from: number): number | null {
  let share: number | null = null;
  for (let i = 0; i <= 60; i++) {
    const now = from + (i * 1000) / 60;
    pace.count(now, made, short);
    share = pace.share(now, 1);
  }
  return share;
}

test('who keeps up is not behind, however the display jitters', () => {
  const pace = new SpeedMeter();
  expect(second(pace, 1, false, 0)).toBeNull();
  expect(second(pace, 1, true, 1000)).toBeNull(); // Rarely short.
  expect(second(pace, 0.8, false, 2000)).toBeNull(); // The display, not the solver.
});

test('who is short of time has a share of it, by the second', () => {
  const pace = new SpeedMeter();
  expect(second(pace, 0.25, true, 0)).toBeCloseTo(0.25, 2);
  expect(second(pace, 1, false, 1000)).toBeNull();
  pace.reset();
  for (let i = 0; i < 250; i++) {
    pace.count(5000 + 16 * i, 0, true);
    pace.share(5000 + 16 * i, 1);
  }
  pace.count(9000, 1, true); // One frame in four seconds.
  expect(pace.share(9000, 1)).toBeCloseTo(1 / 240, 4);
  pace.reset();
  expect(pace.share(5000, 1)).toBeNull();
});
