import { useEffect, useRef } from 'preact/hooks';

/** What a part of the page hears of the window while it stands. */
export function useOnWindow<K extends keyof WindowEventMap>(
  kinds: readonly K[],
  heard: (event: WindowEventMap[K]) => void,
): void {
  const latest = useRef(heard);
  latest.current = heard;
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const hear = (event: WindowEventMap[K]): void => latest.current(event);
    for (const kind of kinds) window.addEventListener(kind, hear, { signal });
    return () => gone.abort();
  }, []);
}
