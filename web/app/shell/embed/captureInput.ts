/**
 * Wheel and touch scroll the embedding page until the reader clicks into the run, and again after
 * Escape or when the frame loses focus. A finger on a target always drags it; two fingers rotate
 * the view.
 */
export function captureInput(host: HTMLElement, neverCapture: boolean): () => void {
  const over = new AbortController();
  const { signal } = over;
  const hold = (holding: boolean): void => {
    host.dataset.held = String(holding);
  };
  hold(true);
  const isHeld = (): boolean => host.dataset.held === 'true';
  host.addEventListener(
    'wheel',
    (event) => {
      if (isHeld()) event.stopPropagation();
      else event.preventDefault(); // Otherwise the embedding page would scroll, too.
    },
    { capture: true, passive: false, signal },
  );
  host.tabIndex = -1;
  host.addEventListener(
    'click',
    () => {
      hold(neverCapture);
      // A click in the picture does not move the focus by itself; after it, keys go to the run.
      if (!document.hasFocus()) host.focus({ preventScroll: true });
    },
    { signal },
  );
  window.addEventListener('blur', () => hold(true), { signal });
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') hold(true);
    },
    { capture: true, signal },
  );
  return () => over.abort();
}
