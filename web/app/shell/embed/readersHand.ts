/**
 * Wheel and fingers belong to the page around until somebody clicks into the run, and again after
 * Escape or when they go elsewhere. A finger on a target drags it at any time; two fingers turn the view.
 */
export function holdUntilPressed(host: HTMLElement, never: boolean): () => void {
  const over = new AbortController();
  const { signal } = over;
  const hold = (held: boolean): void => {
    host.dataset.held = String(held);
  };
  hold(true);
  const isHeld = (): boolean => host.dataset.held === 'true';
  host.addEventListener(
    'wheel',
    (event) => {
      if (isHeld()) event.stopPropagation();
      else event.preventDefault(); // the page around would scroll, too
    },
    { capture: true, passive: false, signal },
  );
  host.tabIndex = -1;
  host.addEventListener(
    'click',
    () => {
      hold(never);
      // a press in the picture moves no focus by itself: keys are meant for the run from here on
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
