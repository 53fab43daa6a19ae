/** For tests: reads Parquet files in a thread that is reused until it must be ended. */
import { Worker } from 'node:worker_threads';
import type { PoolClock, PoolWorker, WorkerAnswer } from '@iklab/study';
import { ParquetReader } from '@iklab/study/parquetReader';

const file = new URL('../../setup/moduleThread.mjs', import.meta.url);
const workerData = 'cli/study/testParquetThread.ts';
let thread: Worker | null = null;

/** `hurry` divides the time limits of the page; the default lengthens them, for a busy machine. */
export function parquetReader(hurry = 1 / 15): ParquetReader {
  const clock: PoolClock = {
    now: () => performance.now(),
    after(milliseconds, call) {
      const due = setTimeout(call, milliseconds / hurry);
      return () => clearTimeout(due);
    },
  };
  return new ParquetReader(worker(), clock);
}

export async function endParquetThread(): Promise<void> {
  const own = thread;
  thread = null;
  await own?.terminate();
}

function worker(): PoolWorker {
  thread ??= new Worker(file, { workerData });
  const own = thread;
  let asked = 0;
  let answered = 0;
  return {
    post(message) {
      asked++;
      own.postMessage(message);
    },
    listen(answer, die) {
      own.removeAllListeners();
      own.on('message', (message: WorkerAnswer) => {
        answered++;
        answer(message);
      });
      own.on('error', die);
    },
    end() {
      if (asked > answered) endParquetThread();
    },
  };
}
