/** Workers of this browser for a pool. */

import type { PoolClock, PoolWorker, WorkerAnswer } from '@iklab/study';
import { threadActivity, threadTime } from 'iklab/time';
import { pageWorker } from './pageWorker.ts';

const MOST = 32; // each has a module of its own

/** All cores but the one that the page is drawn by. */
export const workerCount = (): number =>
  Math.min(MOST, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

export const browserClock: PoolClock = {
  now: threadTime.now,
  after: (milliseconds, call) => threadTime.after(milliseconds, call, 'background'),
};

/** Id of the message that says that a worker holds its lock. */
const HELD = -1;

// facts about this browser, the same for every lab; runs, results and workers are those of a lab's pool
/** Workers that were hired so far: their locks have names of their own. */
let hired = 0;
/** Whether a worker has ever said anything. */
let heard = false;
/** None can be started, or their script does not come. */
let missing = false;

/** This browser, or what stands between, gives no workers: studies are solved on the page. */
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
        answer(message); // which may post the next
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

/** null: there are none, or they are not allowed. */
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
        // a worker that is ended from outside says nothing: its lock comes free
        navigator.locks?.request(lock, { signal }, die).catch(() => {});
      };
      worker.onerror = (event) => {
        event.preventDefault();
        missing = !heard; // its script has not come, or is none
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
