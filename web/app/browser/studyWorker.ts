import { loadEngine } from '@iklab/core/engine';
import { solveTask, type TaskRequest } from '@iklab/study/tasks';

interface Scope {
  postMessage(message: unknown): void;
  onmessage: (event: MessageEvent<{ id: number; request: TaskRequest | string }>) => void;
}
const scope = globalThis as unknown as Scope;
const engine = loadEngine({ full: true }); // The light module cannot solve studies.

scope.onmessage = async ({ data: { id, request } }) => {
  if (typeof request === 'string') return holdLock(id, request);
  try {
    scope.postMessage({ id, result: solveTask(request, await engine) });
  } catch (error) {
    scope.postMessage({ id, fault: error instanceof Error ? error.message : String(error) });
  }
};

/** Holds a lock until this worker ends. A page that waits for the lock learns of the end. */
function holdLock(id: number, name: string): void {
  const lock = navigator.locks?.request(name, () => {
    scope.postMessage({ id, result: null });
    return new Promise(() => {});
  });
  lock?.catch(() => {}); // Locks are not allowed: the page works without them.
}
