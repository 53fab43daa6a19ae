import type { WaitForTurn, WaitIdle } from 'iklab/run';

const LEAST = 2; // ms, too short to be seen
const PATIENCE = 100; // ms; a busy page has no idle time at all
const LONG = 1000; // ms: of work that nobody waits for

/** While the page has nothing else to do, or a little now and then. */
export const whenIdle: WaitForTurn = () =>
  new Promise((resolve) => {
    // not every browser tells
    if (!('requestIdleCallback' in window)) setTimeout(() => resolve(LEAST), PATIENCE / 2);
    else
      requestIdleCallback(
        (deadline) => resolve(Math.max(LEAST, Math.min(2 * LEAST, deadline.timeRemaining()))),
        { timeout: PATIENCE },
      );
  });

/** Gives the thread away for longer. */
export const idle: WaitIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LONG });
    else setTimeout(resolve, PATIENCE);
  });
