import type { MessagePort } from 'node:worker_threads';
import { ParquetServer } from '@iklab/study/rows/parquetServer';

export function serve(port: MessagePort): void {
  const answers = new ParquetServer();
  port.on('message', ({ id, request }) => {
    answers.answer(request).then(
      (result) => port.postMessage({ id, result }),
      (error) => port.postMessage({ id, fault: String(error) }),
    );
  });
}
