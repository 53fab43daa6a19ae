import type { WaitForTurn, WaitIdle } from 'iklab/run';
import { threadTime, type Weight } from 'iklab/time';

const LEAST = 2; // Milliseconds; too short to notice.
const PATIENCE = 100; // Milliseconds; a busy page has no idle time at all.
const LONG = 1000; // Milliseconds, for work that nobody waits for.

const turn = (weight: Weight) => (): Promise<number> =>
  new Promise((resolve) => {
    const begin = (left: number): void => resolve(Math.max(LEAST, Math.min(2 * LEAST, left)));
    threadTime.idle(begin, PATIENCE, weight);
  });

/**
 * Waits until the page is idle, at most `PATIENCE`. Resolves with the milliseconds that work may
 * take.
 */
export const whenIdle: WaitForTurn = turn('counted');

/** Like `whenIdle`, for long work that only updates a figure: `settled` does not wait for it. */
export const inBackground: WaitForTurn = turn('background');

/** Waits longer, so that other work can use the thread. */
export const idle: WaitIdle = () =>
  new Promise<void>((resolve) => {
    threadTime.idle(() => resolve(), LONG, 'background', PATIENCE);
  });
