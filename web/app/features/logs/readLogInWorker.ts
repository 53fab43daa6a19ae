import { threadActivity, threadTime, waitForNextTask } from '@iklab/core/time';
import { fileErrorText } from './fileErrorText.ts';
import type { LogReaderMessage, LogReadingResult, LogRequest } from './logMessages.ts';
import { readLogSteps } from './readLogSteps.ts';

type OnProgress = (message: LogReaderMessage & { kind: 'progress' }) => void;

const SLICE = 12; // Milliseconds per slice on the page.

/** Reads a log in a worker and reports progress. Returns null if stopped by `signal`. */
export async function readLogInWorker(
  request: LogRequest,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<LogReadingResult | null> {
  const answer = await readInWorker(request, onProgress, signal);
  if (answer !== 'missing') return answer;
  return readOnPage(request, onProgress, signal).catch((error) =>
    refusal(request, fileErrorText(error)),
  );
}

const refusal = ({ name }: LogRequest, reason: string): LogReadingResult => ({
  kind: 'refused',
  fault: { file: name, line: 0, reason },
});

function createWorker(): Worker | null {
  try {
    return new Worker(new URL('./logWorker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

function readInWorker(
  request: LogRequest,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<LogReadingResult | null | 'missing'> {
  const worker = createWorker();
  if (!worker) return Promise.resolve('missing');
  const read = new Promise<LogReadingResult | null | 'missing'>((resolve) => {
    let hasReplied = false;
    const end = (outcome: LogReadingResult | null | 'missing'): void => {
      worker.terminate();
      resolve(outcome);
    };
    signal.addEventListener('abort', () => end(null), { once: true });
    worker.onmessage = ({ data }: MessageEvent<LogReaderMessage>) => {
      hasReplied = true;
      if (data.kind === 'progress') onProgress(data);
      else end(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      // Without an earlier message, the script failed to load or is not a script.
      end(hasReplied ? refusal(request, 'cannot be read: it needs too much memory') : 'missing');
    };
    worker.postMessage(request);
  });
  return threadActivity.track('worker task', read);
}

async function readOnPage(
  request: LogRequest,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<LogReadingResult | null> {
  const steps = readLogSteps(new Uint8Array(await request.file.arrayBuffer()), request);
  for (let since = threadTime.now(); !signal.aborted; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (threadTime.now() - since < SLICE) continue;
    if (value.kind === 'progress') onProgress(value);
    await waitForNextTask();
    since = threadTime.now();
  }
  return null;
}
