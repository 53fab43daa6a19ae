/** Calls back before anything that a visitor does. */
export function onActs(acts: () => void): void {
  for (const kind of ['pointerdown', 'click', 'wheel', 'keydown'])
    window.addEventListener(kind, acts, { capture: true, passive: true });
}
