import { useEffect, useRef, useState } from 'preact/hooks';
import { whenIdle } from '../browser/idle.ts';

/** Creates what is missing for the shown items, one after the other, while the page is idle. */
export function useInTurn<T>(
  shown: readonly T[],
  isMade: (each: T) => boolean,
  make: (each: T) => void,
): boolean {
  const [, turn] = useState(0);
  const wanted = useRef(shown);
  wanted.current = shown;
  const missing = shown.some((each) => !isMade(each));
  useEffect(() => {
    let here = true;
    const work = async (): Promise<void> => {
      for (;;) {
        await whenIdle();
        const next = wanted.current.find((each) => !isMade(each));
        if (!here || next === undefined) return;
        make(next);
        turn((count) => count + 1);
      }
    };
    if (missing) work();
    return () => {
      here = false;
    };
  }, [missing]);
  return missing;
}
