import { threadTime } from '@iklab/core/time';
import { fileErrorText } from './fileErrorText.ts';
import type { LogReaderMessage, LogRequest } from './logMessages.ts';
import { listTransferBuffers, readLogSteps } from './readLogSteps.ts';

interface Scope {
  postMessage(message: LogReaderMessage, transfer?: Transferable[]): void;
  onmessage: (event: MessageEvent<LogRequest>) => void;
}
const scope = globalThis as unknown as Scope;

const PROGRESS_INTERVAL = 100; // Milliseconds between progress messages.

scope.onmessage = async ({ data }) => {
  try {
    const steps = readLogSteps(new Uint8Array(await data.file.arrayBuffer()), data);
    for (let lastProgress = 0; ; ) {
      const { done, value } = steps.next();
      if (done) return scope.postMessage(value, listTransferBuffers(value));
      if (threadTime.now() < lastProgress + PROGRESS_INTERVAL) continue;
      lastProgress = threadTime.now();
      scope.postMessage(value);
    }
  } catch (error) {
    const fault = { file: data.name, line: 0, reason: fileErrorText(error) };
    scope.postMessage({ kind: 'refused', fault });
  }
};
