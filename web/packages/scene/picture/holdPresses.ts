const EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const;

/**
 * Records presses beside `canvas` until its input is loaded. The returned function ends the
 * recording, and dispatches the recorded events again.
 */
export function holdPresses(canvas: HTMLCanvasElement): () => void {
  const over = new AbortController();
  const pressed = new Map<number, EventTarget>();
  let held: (readonly [EventTarget, PointerEvent])[] = [];
  const hold = (event: PointerEvent): void => {
    const { type, target, pointerId, pointerType } = event;
    const inside = target instanceof Element && canvas.parentElement?.contains(target);
    if (type === 'pointerdown' && inside && !target.closest('button'))
      pressed.set(pointerId, target);
    const start = pressed.get(pointerId);
    if (!start) return;
    held.push([start, event]);
    if (type !== 'pointerup' && type !== 'pointercancel') return;
    pressed.delete(pointerId);
    // A finger that has left cannot be captured any more.
    if (pointerType !== 'mouse') held = held.filter(([, each]) => each.pointerId !== pointerId);
  };
  for (const type of EVENTS)
    window.addEventListener(type, hold, { capture: true, signal: over.signal });
  return () => {
    over.abort();
    for (const [target, event] of held.splice(0))
      target.dispatchEvent(new PointerEvent(event.type, event));
  };
}
