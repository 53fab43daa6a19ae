import { type ThreadTaskKind, threadTime } from '@iklab/core/time';
import type { WaitUntilIdle } from '@iklab/run/playback/timing';
import type { WaitForTimeSlice } from '@iklab/run/session';

const MIN_SLICE = 2; // Milliseconds; too short to notice.
const MAX_WAIT = 100; // Milliseconds; a busy page has no idle time at all.
const BACKGROUND_WAIT = 1000; // Milliseconds, for work that nobody waits for.

const makeIdleWait = (weight: ThreadTaskKind) => (): Promise<number> =>
  new Promise((resolve) => {
    const begin = (remaining: number): void =>
      resolve(Math.max(MIN_SLICE, Math.min(2 * MIN_SLICE, remaining)));
    threadTime.requestIdle(begin, MAX_WAIT, weight);
  });

/** Waits until the page is idle, at most 100 ms. Resolves with the time for work, milliseconds. */
export const waitForIdleSlice: WaitForTimeSlice = makeIdleWait('counted');

/** Waits for idle time, for long work on a figure. The test hook `settled` ignores this wait. */
export const waitForBackgroundSlice: WaitForTimeSlice = makeIdleWait('background');

/** Waits for idle time, longer than `waitForIdleSlice`. Other work comes first. */
export const waitForLongIdle: WaitUntilIdle = () =>
  new Promise<void>((resolve) => {
    threadTime.requestIdle(() => resolve(), BACKGROUND_WAIT, 'background', MAX_WAIT);
  });
