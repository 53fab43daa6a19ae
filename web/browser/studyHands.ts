/** Workers of this browser for a pool. */
import type { Answer, Clock, Hand } from '../study/taskPool.ts';

/** All cores but the one that the page is drawn by. */
export const handsHere = (): number => Math.max(1, (navigator.hardwareConcurrency || 2) - 1);

export const clockHere: Clock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const due = setTimeout(call, milliseconds);
    return () => clearTimeout(due);
  },
};

/** Id of the message that says that a worker holds its lock. */
const HELD = -1;

let hired = 0;

export function hire(): Hand {
  const worker = new Worker(new URL('./studyWorker.ts', import.meta.url), { type: 'module' });
  const lock = `iklab-worker-${Date.now()}-${hired++}`;
  const waiting = new AbortController();
  return {
    post: (message) => worker.postMessage(message),
    listen(answer, die) {
      const { signal } = waiting;
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.id !== HELD) return answer(data);
        // a worker that is ended from outside says nothing: its lock comes free
        navigator.locks.request(lock, { signal }, die).catch(() => {});
      };
      worker.onerror = (event) => {
        event.preventDefault();
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
