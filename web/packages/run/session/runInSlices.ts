import { threadTime } from '@iklab/core/time';

const SLICE = 8; // Milliseconds.

/**
 * Function that waits for the next slice of work; resolves to the slice's length in milliseconds.
 */
export type WaitForTimeSlice = () => Promise<number>;

const waitForTask: WaitForTimeSlice = () =>
  new Promise((resolve) => threadTime.schedule(0, () => resolve(SLICE)));

/**
 * Runs a generator in slices in the background, and returns its result; null once `wanted` returns
 * false.
 */
export async function runInSlices<T>(
  run: Generator<unknown, T>,
  wanted: () => boolean,
  waitForTurn: WaitForTimeSlice = waitForTask,
): Promise<T | null> {
  try {
    while (wanted()) {
      const slice = await waitForTurn();
      const end = threadTime.now() + slice;
      while (wanted()) {
        const { done, value } = run.next();
        if (done) return value;
        if (threadTime.now() >= end) break;
      }
    }
    return null;
  } finally {
    run.return(undefined as T);
  }
}
