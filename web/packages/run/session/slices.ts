import { threadTime } from '@iklab/core/time';

const SLICE = 8; // Milliseconds.

/** Waits for a turn to work; resolves to the available milliseconds. */
export type WaitForTimeSlice = () => Promise<number>;

const waitForTask: WaitForTimeSlice = () =>
  new Promise((resolve) => threadTime.schedule(0, () => resolve(SLICE)));

/** Runs a generator in the background; returns null when `wanted` returns false. */
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
