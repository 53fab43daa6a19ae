import { expect, test } from 'vitest';
import { SpeedMeter } from './speedMeter.ts';

/** Counts 60 refreshes in one second, each with `made` of the frames that were due. */
function refreshForASecond(
  pace: SpeedMeter,
  made: number,
  short: boolean,
  from: number,
): number | null {
  let share: number | null = null;
  for (let i = 0; i <= 60; i++) {
    const now = from + (i * 1000) / 60;
    pace.count(now, made, short);
    share = pace.share(now, 1);
  }
  return share;
}

test('share is null while the solver keeps up, also if the display skips frames', () => {
  const pace = new SpeedMeter();
  expect(refreshForASecond(pace, 1, false, 0)).toBeNull();
  expect(refreshForASecond(pace, 1, true, 1000)).toBeNull(); // rarely out of time
  expect(refreshForASecond(pace, 0.8, false, 2000)).toBeNull(); // slowed by the display, not by the solver
});

test('share is the fraction of due frames computed while out of time, per second', () => {
  const pace = new SpeedMeter();
  expect(refreshForASecond(pace, 0.25, true, 0)).toBeCloseTo(0.25, 2);
  expect(refreshForASecond(pace, 1, false, 1000)).toBeNull();
  pace.reset();
  for (let i = 0; i < 250; i++) {
    pace.count(5000 + 16 * i, 0, true);
    pace.share(5000 + 16 * i, 1);
  }
  pace.count(9000, 1, true); // one frame in four seconds
  expect(pace.share(9000, 1)).toBeCloseTo(1 / 240, 4);
  pace.reset();
  expect(pace.share(5000, 1)).toBeNull();
});
