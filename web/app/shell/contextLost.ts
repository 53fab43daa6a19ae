import { type ReadonlySignal, signal } from '@preact/signals';

export function watchContextLoss(
  canvas: HTMLCanvasElement,
  endSignal: AbortSignal,
): ReadonlySignal<boolean> {
  const lost = signal(false);
  const be = (isLost: boolean) => (): void => {
    lost.value = isLost;
  };
  canvas.addEventListener('webglcontextlost', be(true), { signal: endSignal });
  canvas.addEventListener('webglcontextrestored', be(false), { signal: endSignal });
  return lost;
}
