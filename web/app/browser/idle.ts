import type { WaitForTurn, WaitIdle } from 'iklab/run';
import { threadTime, type Weight } from 'iklab/time';

const LEAST = 2; // ms, too short to be seen
const PATIENCE = 100; // ms; a busy page has no idle time at all
const LONG = 1000; // ms: of work that nobody waits for

const turn = (weight: Weight) => (): Promise<number> =>
  new Promise((resolve) => {
    const begin = (left: number): void => resolve(Math.max(LEAST, Math.min(2 * LEAST, left)));
    threadTime.idle(begin, PATIENCE, weight);
  });

/** While the page has nothing else to do, or a little now and then. */
export const whenIdle: WaitForTurn = turn('counted');

/** Like `whenIdle`, for long work that only updates a figure: `settled` does not wait for it. */
export const inBackground: WaitForTurn = turn('background');

/** Gives the thread away for longer. */
export const idle: WaitIdle = () =>
  new Promise<void>((resolve) => {
    threadTime.idle(() => resolve(), LONG, 'background', PATIENCE);
  });
