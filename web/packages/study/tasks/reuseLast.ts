/** Caches what an engine used last, because consecutive requests mostly need the same. */
import type { Engine } from '@iklab/core/engine';

/**
 * Returns a function that reuses the last object for the same key; otherwise it closes that object
 * and opens a new one.
 */
export function reuseLast<T>(close: (open: T) => void) {
  const lastByEngine = new WeakMap<Engine, { readonly key: string; readonly open: T }>();
  return (engine: Engine, key: string, make: () => T): T => {
    const last = lastByEngine.get(engine);
    if (last?.key === key) return last.open;
    if (last) close(last.open);
    lastByEngine.delete(engine);
    const open = make();
    lastByEngine.set(engine, { key, open });
    return open;
  };
}
