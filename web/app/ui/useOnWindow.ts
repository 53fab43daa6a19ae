import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Listens to events of the window, or of the target that gets a lab's events, while the component
 * is mounted.
 */
export function useOnWindow<K extends keyof WindowEventMap>(
  kinds: readonly K[],
  heard: (event: WindowEventMap[K]) => void,
  on: EventTarget = window,
): void {
  const latest = useRef(heard);
  latest.current = heard;
  // A layout effect, so that it listens as soon as the component is visible.
  useLayoutEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const hear = (event: Event): void => latest.current(event as WindowEventMap[K]);
    for (const kind of kinds) on.addEventListener(kind, hear, { signal });
    return () => gone.abort();
  }, []);
}
