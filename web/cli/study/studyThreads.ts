/** The threads that solve a study: each has a module of its own and asks for the next slice. */
import { Worker } from 'node:worker_threads';
import { EngineError } from '../../engine/engine.ts';
import type { Slice } from '../../study/plan.ts';

/** What a thread is started with. */
export interface ThreadWork {
  /** Of the study. */
  readonly document: unknown;
}

/** What a thread answers. */
export type ThreadAnswer =
  | { readonly slice: Slice; readonly rows: Float64Array }
  | { readonly fault: string };

/** Slices at work and waiting in a thread, so that it never waits for this one. */
const AHEAD = 2;

/** Hands the slices out; each that is done goes to `take`. `stop` ends it early. */
export async function solveInThreads(
  launcher: URL,
  work: ThreadWork,
  jobs: number,
  slices: Iterator<Slice>,
  take: (slice: Slice, rows: Float64Array) => void,
  stop: AbortSignal,
): Promise<void> {
  const threads: Worker[] = [];
  try {
    const solving = Array.from({ length: jobs }, () => {
      const thread = new Worker(launcher, { workerData: work });
      threads.push(thread);
      return solveIn(thread, slices, take);
    });
    const stopped = new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      stop.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([Promise.all(solving), stopped]);
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

function solveIn(
  thread: Worker,
  slices: Iterator<Slice>,
  take: (slice: Slice, rows: Float64Array) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let waiting = 0;
    const hand = () => {
      const { done, value } = slices.next();
      if (!done) {
        waiting++;
        thread.postMessage(value);
      } else if (waiting === 0) resolve();
    };
    thread.on('message', (answer: ThreadAnswer) => {
      if ('fault' in answer) return reject(new EngineError(answer.fault));
      waiting--;
      try {
        take(answer.slice, answer.rows);
      } catch (error) {
        return reject(error);
      }
      hand();
    });
    thread.on('error', (error) => reject(new EngineError(`a thread has ended: ${error.message}`)));
    thread.on('exit', (code) => reject(new EngineError(`a thread has ended with status ${code}`)));
    for (let i = 0; i < AHEAD; i++) hand();
  });
}
