import { threadActivity, threadTime } from '@iklab/core/time';
import type { PoolClock, PoolWorker, WorkerAnswer } from '@iklab/study/tasks';
import { createInPageWorker } from './createInPageWorker.ts';

const MAX_WORKERS = 32; // Each worker has its own module.

/** Returns the number of workers: one per core except one for the page, from 1 to `MAX_WORKERS`. */
export const studyWorkerCount = (): number =>
  Math.min(MAX_WORKERS, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

export const browserClock: PoolClock = {
  now: threadTime.now,
  after: (milliseconds, call) => threadTime.schedule(milliseconds, call, 'background'),
};

const LOCK_ID = -1;

// Facts about this browser, the same for all labs. Runs, results and workers belong to a lab's
// pool.
let workersStarted = 0;
let anyWorkerReplied = false;
let workersUnavailable = false;

export const areWorkersUnavailable = (): boolean => workersUnavailable;

export function startStudyWorker(): PoolWorker {
  const worker = workersUnavailable ? null : createWorker();
  workersUnavailable = worker === null;
  return trackWorkerTasks(worker ? toPoolWorker(worker) : createInPageWorker());
}

export function trackWorkerTasks(worker: PoolWorker): PoolWorker {
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
      const onAnswer = (message: WorkerAnswer): void => {
        answer(message); // The answer may post the next message.
        tasks.get(message.id)?.();
        tasks.delete(message.id);
      };
      const lost = (): void => {
        die();
        endAll();
      };
      worker.listen(onAnswer, lost);
    },
    end() {
      endAll();
      worker.end();
    },
  };
}

function createWorker(): Worker | null {
  try {
    return new Worker(new URL('./studyWorker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

function toPoolWorker(worker: Worker): PoolWorker {
  const lock = `iklab-worker-${threadTime.date()}-${workersStarted++}`;
  const waiting = new AbortController();
  return {
    post: (message) => worker.postMessage(message),
    listen(answer, die) {
      const { signal } = waiting;
      worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
        anyWorkerReplied = true;
        if (data.id !== LOCK_ID) return answer(data);
        // A worker that the browser ends sends no message, but its lock is released.
        navigator.locks?.request(lock, { signal }, die).catch(() => {});
      };
      worker.onerror = (event) => {
        event.preventDefault();
        workersUnavailable = !anyWorkerReplied; // The script failed to load or is not a script.
        die();
      };
      worker.postMessage({ id: LOCK_ID, request: lock });
    },
    end() {
      waiting.abort();
      worker.terminate();
    },
  };
}
