import { useLayoutEffect, useRef } from 'preact/hooks';

/** What a part of the page hears of the window while it stands, or of what is meant for its lab. */
export function useOnWindow<K extends keyof WindowEventMap>(
  kinds: readonly K[],
  heard: (event: WindowEventMap[K]) => void,
  on: EventTarget = window,
): void {
  const latest = useRef(heard);
  latest.current = heard;
  // from the moment on that it is seen
  useLayoutEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const hear = (event: Event): void => latest.current(event as WindowEventMap[K]);
    for (const kind of kinds) on.addEventListener(kind, hear, { signal });
    return () => gone.abort();
  }, []);
}
