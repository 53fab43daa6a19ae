import type { Engine } from '@iklab/core/engine';

/**
 * Returns a function that opens an object for an engine and a key. An equal key reuses the open
 * object; a new key closes the old object.
 */
export function reuseLastOpened<T>(close: (open: T) => void) {
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
