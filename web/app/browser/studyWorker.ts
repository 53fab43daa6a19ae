/** A worker with its own module that runs one task after the other. */

import { doTask, needsWholeModule, type TaskRequest } from '@iklab/study';
import { loadEngine } from 'iklab/engine';

interface Scope {
  postMessage(message: unknown): void;
  onmessage: (event: MessageEvent<{ id: number; request: TaskRequest | string }>) => void;
}
const scope = globalThis as unknown as Scope;
const engine = loadEngine();

scope.onmessage = async ({ data: { id, request } }) => {
  if (typeof request === 'string') return hold(id, request);
  try {
    if (needsWholeModule(request)) await (await engine).loadFormulas();
    scope.postMessage({ id, result: doTask(request, await engine) });
  } catch (error) {
    scope.postMessage({ id, fault: error instanceof Error ? error.message : String(error) });
  }
};

/**
 * Holds a lock while this worker lives: a page that waits for the lock learns when the worker ends.
 */
function hold(id: number, name: string): void {
  const held = navigator.locks?.request(name, () => {
    scope.postMessage({ id, result: null });
    return new Promise(() => {});
  });
  held?.catch(() => {}); // Locks are not allowed: the page works without them.
}
