import { Worker } from 'node:worker_threads';
import { ParquetReader } from '@iklab/study/rows/parquetReader';
import type { PoolClock, PoolWorker, WorkerAnswer } from '@iklab/study/tasks';

const file = new URL('../../setup/moduleThread.mjs', import.meta.url);
const workerData = 'cli/study/testParquetThread.ts';
let thread: Worker | null = null;

export function makeTestParquetReader(hurry = 1 / 15): ParquetReader {
  const clock: PoolClock = {
    now: () => performance.now(),
    after(milliseconds, call) {
      const timer = setTimeout(call, milliseconds / hurry);
      return () => clearTimeout(timer);
    },
  };
  return new ParquetReader(makeWorker(), clock);
}

export async function endParquetThread(): Promise<void> {
  const running = thread;
  thread = null;
  await running?.terminate();
}

function makeWorker(): PoolWorker {
  thread ??= new Worker(file, { workerData });
  const running = thread;
  let requestCount = 0;
  let answerCount = 0;
  return {
    post(message) {
      requestCount++;
      running.postMessage(message);
    },
    listen(answer, die) {
      running.removeAllListeners();
      running.on('message', (message: WorkerAnswer) => {
        answerCount++;
        answer(message);
      });
      running.on('error', die);
    },
    end() {
      if (requestCount > answerCount) endParquetThread();
    },
  };
}
