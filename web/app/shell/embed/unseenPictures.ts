const PATIENCE = 300; // ms

/**
 * Browsers give frames out of sight no pictures, and what waits for one would wait until somebody scrolls:
 * a page may ask a run that nobody sees. There a picture comes by a timer.
 */
export function drawUnseen(): void {
  const { requestAnimationFrame: ask, cancelAnimationFrame: cancel } = window;
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const over = (id: number): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    cancel(id);
  };
  window.requestAnimationFrame = (paint) => {
    const come = (now: number): void => {
      over(id);
      paint(now);
    };
    const id = ask(come);
    timers.set(
      id,
      setTimeout(() => come(performance.now()), PATIENCE),
    );
    return id;
  };
  window.cancelAnimationFrame = over;
}
