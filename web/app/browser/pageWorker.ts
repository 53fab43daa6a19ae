/**
 * Stands in for a worker where there are none: runs tasks on the page, in slices between its
 * frames.
 */

import {
  needsWholeModule,
  type PoolWorker,
  type TaskRequest,
  taskSteps,
  type WorkerAnswer,
} from '@iklab/study';
import { loadEngine } from 'iklab/engine';
import { nextTask, threadTime } from 'iklab/time';

const LONG = 12; // Milliseconds per slice.

// Shared by all labs, because they share the page's thread.
let engine: ReturnType<typeof loadEngine> | null = null;
/** The previous task of any page worker; tasks run in sequence. */
let before: Promise<unknown> = Promise.resolve();

export function pageWorker(): PoolWorker {
  let say: (message: WorkerAnswer) => void = () => {};
  let ended = false;
  return {
    post({ id, request }) {
      const work = before.then(() => (ended ? null : done(request as TaskRequest, () => ended)));
      before = work.catch(() => {});
      work.then(
        (result) => say({ id, result }),
        (error) => say({ id, fault: error instanceof Error ? error.message : String(error) }),
      );
    },
    listen: (answer) => {
      say = answer;
    },
    end() {
      ended = true;
      say = () => {};
    },
  };
}

async function done(request: TaskRequest, ended: () => boolean): Promise<unknown> {
  engine ??= loadEngine();
  if (needsWholeModule(request)) await (await engine).loadFormulas();
  const steps = taskSteps(request, await engine);
  for (let since = threadTime.now(); !ended(); ) {
    const { done: whole, value } = steps.next();
    if (whole) return value;
    if (threadTime.now() - since < LONG) continue;
    await nextTask();
    since = threadTime.now();
  }
  steps.return(null);
  return null;
}
