import type { PoolClock, PoolWorker, WorkerAnswer } from '@iklab/study';
import { threadActivity, threadTime } from 'iklab/time';
import { pageWorker } from './pageWorker.ts';

const MOST = 32; // Each worker has its own module.

/** All cores except the one that draws the page. */
export const workerCount = (): number =>
  Math.min(MOST, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

export const browserClock: PoolClock = {
  now: threadTime.now,
  after: (milliseconds, call) => threadTime.after(milliseconds, call, 'background'),
};

/** Id of the message that a worker sends once it holds its lock. */
const HELD = -1;

// Facts about this browser, the same for all labs. Runs, results and workers belong to a lab's
// pool.
/** Number of workers started so far, for unique lock names. */
let hired = 0;
/** True after the first answer of a worker. */
let heard = false;
/** Workers are not allowed, or their script failed to load. */
let missing = false;

export const workersMissing = (): boolean => missing;

export function startWorker(): PoolWorker {
  const worker = missing ? null : started();
  missing = worker === null;
  return countedWorker(worker ? workerHand(worker) : pageWorker());
}

/** Wraps a worker so that its tasks count as activity until they are answered. */
export function countedWorker(worker: PoolWorker): PoolWorker {
  const tasks = new Map<number, () => void>();
  const endAll = (): void => {
    for (const end of tasks.values()) end();
    tasks.clear();
  };
  return {
    post(message) {
      tasks.set(message.id, threadActivity.begin('worker task'));
      worker.post(message);
    },
    listen(answer, die) {
      const answered = (message: WorkerAnswer): void => {
        answer(message); // The answer may post the next message.
        tasks.get(message.id)?.();
        tasks.delete(message.id);
      };
      const lost = (): void => {
        die();
        endAll();
      };
      worker.listen(answered, lost);
    },
    end() {
      endAll();
      worker.end();
    },
  };
}

/** Null if workers are missing or not allowed. */
function started(): Worker | null {
  try {
    return new Worker(new URL('./studyWorker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

function workerHand(worker: Worker): PoolWorker {
  const lock = `iklab-worker-${threadTime.date()}-${hired++}`;
  const waiting = new AbortController();
  return {
    post: (message) => worker.postMessage(message),
    listen(answer, die) {
      const { signal } = waiting;
      worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
        heard = true;
        if (data.id !== HELD) return answer(data);
        // A worker that the browser ends sends no message, but its lock is released.
        navigator.locks?.request(lock, { signal }, die).catch(() => {});
      };
      worker.onerror = (event) => {
        event.preventDefault();
        missing = !heard; // The script failed to load or is not a script.
        die();
      };
      worker.postMessage({ id: HELD, request: lock });
    },
    end() {
      waiting.abort();
      worker.terminate();
    },
  };
}
