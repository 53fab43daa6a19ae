/** A worker that reads Parquet files; without workers, the page reads them itself. */
import type { PoolWorker, WorkerAnswer } from '@iklab/study';
import { ParquetAnswers, type ParquetRequest } from '@iklab/study/parquetAnswers';
import { countedWorker } from './studyWorkers.ts';

export const parquetWorker = (): PoolWorker => countedWorker(reader());

function reader(): PoolWorker {
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
    return onPage();
  }
}

function onPage(): PoolWorker {
  const answers = new ParquetAnswers();
  let say: (message: WorkerAnswer) => void = () => {};
  return {
    post({ id, request }) {
      answers.answer(request as ParquetRequest).then(
        (result) => say({ id, result }),
        (error) => say({ id, fault: String(error) }),
      );
    },
    listen: (answer) => {
      say = answer;
    },
    end: () => {},
  };
}
