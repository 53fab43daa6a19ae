type NodeThreads = typeof import('node:worker_threads');

/** Returns Node's worker module; null in browsers. An import would confuse bundlers. */
const getNodeThreads = (): NodeThreads | null => {
  const node = globalThis.process?.getBuiltinModule?.('node:worker_threads');
  return (node as NodeThreads | undefined) ?? null;
};

/** Worker, or the port from a worker to the thread that started it. */
export interface WorkerMessagePort {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

export interface WorkerCallbacks {
  readonly message: (data: unknown) => void;
  /** Called with a reason if the worker ends or does not start. */
  readonly end: (why: string) => void;
}

interface NodeWorker {
  on(event: 'message', hear: (data: unknown) => void): void;
  on(event: 'error', hear: (error: unknown) => void): void;
  on(event: 'exit', hear: (status: number) => void): void;
}
interface WebWorker {
  addEventListener(event: 'message', hear: (event: { readonly data: unknown }) => void): void;
  addEventListener(event: 'error', hear: (event: { readonly message?: string }) => void): void;
}

export function listenToWorker(worker: object, { message, end }: WorkerCallbacks): void {
  if ('on' in worker) {
    const node = worker as NodeWorker;
    node.on('message', message);
    node.on('error', (error) => end(error instanceof Error ? error.message : String(error)));
    node.on('exit', (status) => end(`status ${status}`));
    return;
  }
  const web = worker as WebWorker;
  web.addEventListener('message', ({ data }) => message(data));
  web.addEventListener('error', (event) => end(event.message || 'its script did not load'));
}

export function getOwnWorkerPort():
  | (WorkerMessagePort & { hear(message: (data: unknown) => void): void })
  | null {
  const scope = globalThis as unknown as WebWorker &
    WorkerMessagePort & { readonly WorkerGlobalScope?: object };
  if (scope.WorkerGlobalScope)
    return {
      postMessage: (data, transfer) => scope.postMessage(data, transfer),
      hear: (message) => scope.addEventListener('message', ({ data }) => message(data)),
    };
  const port = getNodeThreads()?.parentPort;
  if (!port) return null;
  return {
    postMessage: (data, transfer) => port.postMessage(data, transfer),
    hear: (message) => port.on('message', message),
  };
}

export interface OwnWorker extends WorkerMessagePort {
  terminate(): unknown;
  /** Sets whether the worker keeps the process running (Node only). */
  hold(holds: boolean): void;
}

const scriptUrl = import.meta.url; // A variable: bundlers would include the file in `new URL` below a second time.

// A thread runs a file: it fails to start with inherited options for `node -e`, such as --input-type.
const THREAD_OPTIONS = { execArgv: [], env: {} };

/** Starts a worker that runs `thread.js`, which is next to this script. */
export function startSolverThread(callbacks: WorkerCallbacks): OwnWorker {
  const threads = typeof Worker === 'function' ? null : getNodeThreads();
  const worker = threads
    ? new threads.Worker(new URL('./thread.js', scriptUrl), THREAD_OPTIONS)
    : new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });
  listenToWorker(worker, callbacks);
  const nodeWorker = worker as Partial<Record<'ref' | 'unref', () => void>>;
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    hold: (holds) => (holds ? nodeWorker.ref : nodeWorker.unref)?.call(worker),
  };
}
