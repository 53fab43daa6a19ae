import { useEffect, useRef, useState } from 'preact/hooks';
import { waitForIdleSlice } from '../browser/idle.ts';

/** Calls `make` for each shown item without `isMade`, one by one, while the page is idle. */
export function useIdleQueue<T>(
  items: readonly T[],
  isMade: (each: T) => boolean,
  make: (each: T) => void,
): boolean {
  const [, rerender] = useState(0);
  const wanted = useRef(items);
  wanted.current = items;
  const incomplete = items.some((each) => !isMade(each));
  useEffect(() => {
    let mounted = true;
    const work = async (): Promise<void> => {
      for (;;) {
        await waitForIdleSlice();
        const next = wanted.current.find((each) => !isMade(each));
        if (!mounted || next === undefined) return;
        make(next);
        rerender((count) => count + 1);
      }
    };
    if (incomplete) work();
    return () => {
      mounted = false;
    };
  }, [incomplete]);
  return incomplete;
}
