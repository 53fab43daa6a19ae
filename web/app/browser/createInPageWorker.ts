/** Replaces study workers in browsers without workers: runs tasks on the page, in time slices. */

import { loadEngine } from '@iklab/core/engine';
import { threadTime, waitForNextTask } from '@iklab/core/time';
import {
  type PoolWorker,
  type TaskRequest,
  taskSteps,
  type WorkerAnswer,
} from '@iklab/study/tasks';

const SLICE = 12; // Milliseconds per slice.

// Shared by all labs, because they share the page's thread.
let engine: ReturnType<typeof loadEngine> | null = null;
let previousTask: Promise<unknown> = Promise.resolve();

export function createInPageWorker(): PoolWorker {
  let reply: (message: WorkerAnswer) => void = () => {};
  let isEnded = false;
  return {
    post({ id, request }) {
      const work = previousTask.then(() =>
        isEnded ? null : runTask(request as TaskRequest, () => isEnded),
      );
      previousTask = work.catch(() => {});
      work.then(
        (result) => reply({ id, result }),
        (error) => reply({ id, fault: error instanceof Error ? error.message : String(error) }),
      );
    },
    listen: (answer) => {
      reply = answer;
    },
    end() {
      isEnded = true;
      reply = () => {};
    },
  };
}

async function runTask(request: TaskRequest, isEnded: () => boolean): Promise<unknown> {
  engine ??= loadEngine({ full: true });
  const steps = taskSteps(request, await engine);
  for (let since = threadTime.now(); !isEnded(); ) {
    const { done: isDone, value } = steps.next();
    if (isDone) return value;
    if (threadTime.now() - since < SLICE) continue;
    await waitForNextTask();
    since = threadTime.now();
  }
  steps.return(null);
  return null;
}
