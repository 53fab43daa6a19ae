import { type ReadonlySignal, signal } from '@preact/signals';

export function contextLost(
  canvas: HTMLCanvasElement,
  ended: AbortSignal,
): ReadonlySignal<boolean> {
  const lost = signal(false);
  const be = (now: boolean) => (): void => {
    lost.value = now;
  };
  canvas.addEventListener('webglcontextlost', be(true), { signal: ended });
  canvas.addEventListener('webglcontextrestored', be(false), { signal: ended });
  return lost;
}
