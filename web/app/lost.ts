import { type ReadonlySignal, signal } from '@preact/signals';

/** Whether the graphics context of a canvas is gone for now. */
export function lostOf(canvas: HTMLCanvasElement): ReadonlySignal<boolean> {
  const lost = signal(false);
  canvas.addEventListener('webglcontextlost', () => {
    lost.value = true;
  });
  canvas.addEventListener('webglcontextrestored', () => {
    lost.value = false;
  });
  return lost;
}
