/** Reads a log in a worker or, without workers, in slices on the page. */
import { nextTask, threadActivity, threadTime } from 'iklab/time';
import { errorText } from './errorText.ts';
import type { LogAnswer, LogMessage, LogRequest } from './logMessages.ts';
import { logWork } from './logWork.ts';

type Tell = (message: LogMessage & { kind: 'progress' }) => void;

const LONG = 12; // Milliseconds per slice on the page.

/** Null if `signal` has stopped it. */
export async function readBeside(
  request: LogRequest,
  tell: Tell,
  signal: AbortSignal,
): Promise<LogAnswer | null> {
  const answer = await inWorker(request, tell, signal);
  if (answer !== 'missing') return answer;
  return onPage(request, tell, signal).catch((error) => refusal(request, errorText(error)));
}

const refusal = ({ name }: LogRequest, reason: string): LogAnswer => ({
  kind: 'refused',
  fault: { file: name, line: 0, reason },
});

/** Null if workers are missing or not allowed. */
function started(): Worker | null {
  try {
    return new Worker(new URL('./logWorker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

function inWorker(
  request: LogRequest,
  tell: Tell,
  signal: AbortSignal,
): Promise<LogAnswer | null | 'missing'> {
  const worker = started();
  if (!worker) return Promise.resolve('missing');
  const read = new Promise<LogAnswer | null | 'missing'>((resolve) => {
    let heard = false;
    const end = (outcome: LogAnswer | null | 'missing'): void => {
      worker.terminate();
      resolve(outcome);
    };
    signal.addEventListener('abort', () => end(null), { once: true });
    worker.onmessage = ({ data }: MessageEvent<LogMessage>) => {
      heard = true;
      if (data.kind === 'progress') tell(data);
      else end(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      // Without an earlier message, the script failed to load or is not a script.
      end(heard ? refusal(request, 'cannot be read: it needs too much memory') : 'missing');
    };
    worker.postMessage(request);
  });
  return threadActivity.during('worker task', read);
}

async function onPage(
  request: LogRequest,
  tell: Tell,
  signal: AbortSignal,
): Promise<LogAnswer | null> {
  const steps = logWork(new Uint8Array(await request.file.arrayBuffer()), request);
  for (let since = threadTime.now(); !signal.aborted; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (threadTime.now() - since < LONG) continue;
    if (value.kind === 'progress') tell(value);
    await nextTask();
    since = threadTime.now();
  }
  return null;
}
