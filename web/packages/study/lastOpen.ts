/** What an engine solved with last: the next request mostly is of the same. */
import type { Engine } from 'iklab/engine';

/** Gives it again where the key is the same; else it is closed, and made anew. */
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
