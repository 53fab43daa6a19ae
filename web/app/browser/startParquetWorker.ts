import { type ParquetRequest, ParquetServer } from '@iklab/study/rows/parquetServer';
import type { PoolWorker, WorkerAnswer } from '@iklab/study/tasks';
import { trackWorkerTasks } from './studyWorkers.ts';

export const startParquetWorker = (): PoolWorker => trackWorkerTasks(createReader());

function createReader(): PoolWorker {
  try {
    const worker = new Worker(new URL('./parquetWorker.ts', import.meta.url), { type: 'module' });
    return {
      post: (message) => worker.postMessage(message),
      listen(answer, die) {
        worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => answer(data);
        worker.onerror = (event) => {
          event.preventDefault();
          die();
        };
      },
      end: () => worker.terminate(),
    };
  } catch {
    return createPageReader();
  }
}

function createPageReader(): PoolWorker {
  const answers = new ParquetServer();
  let reply: (message: WorkerAnswer) => void = () => {};
  return {
    post({ id, request }) {
      answers.answer(request as ParquetRequest).then(
        (result) => reply({ id, result }),
        (error) => reply({ id, fault: String(error) }),
      );
    },
    listen: (answer) => {
      reply = answer;
    },
    end: () => {},
  };
}
