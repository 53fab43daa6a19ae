import { useLayoutEffect, useRef } from 'preact/hooks';

/** Listens to window events of a lab while the component is mounted. */
export function useWindowEvents<K extends keyof WindowEventMap>(
  kinds: readonly K[],
  listener: (event: WindowEventMap[K]) => void,
  on: EventTarget = window,
): void {
  const latest = useRef(listener);
  latest.current = listener;
  // A layout effect, so that it listens as soon as the component is visible.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const hear = (event: Event): void => latest.current(event as WindowEventMap[K]);
    for (const kind of kinds) on.addEventListener(kind, hear, { signal });
    return () => controller.abort();
  }, []);
}
