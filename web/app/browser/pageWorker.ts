/** A hand where there are no workers: its tasks are done on the page, in pieces, between its frames. */

import {
  needsWholeModule,
  type PoolWorker,
  type TaskRequest,
  taskSteps,
  type WorkerAnswer,
} from '@iklab/study';
import { loadEngine } from 'iklab/engine';
import { nextTask, threadTime } from 'iklab/time';

const LONG = 12; // ms at a time

// the thread of the page is one, whichever lab asks
let engine: ReturnType<typeof loadEngine> | null = null;
/** One task after the other, whichever hand has it. */
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
