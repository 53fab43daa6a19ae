/** Caches what an engine used last, because consecutive requests mostly need the same. */
import type { Engine } from 'iklab/engine';

/** Returns the cached object if the key is the same; otherwise closes it and opens a new one. */
export function reuseLast<T>(close: (open: T) => void) {
  const kept = new WeakMap<Engine, { readonly key: string; readonly open: T }>();
  return (engine: Engine, key: string, make: () => T): T => {
    const known = kept.get(engine);
    if (known?.key === key) return known.open;
    if (known) close(known.open);
    kept.delete(engine);
    const open = make();
    kept.set(engine, { key, open });
    return open;
  };
}
