import type { LabScope } from '../browser/labScope.ts';

/**
 * Prints the picture at screen size in the light theme. `draw`: draws the picture synchronously.
 */
export function preparePicturePrinting(
  { host, services, endSignal }: LabScope,
  draw: () => void,
): void {
  const { dataset } = services.root;
  let theme: string | undefined;
  const begin = (): void => {
    theme = dataset.theme;
    dataset.theme = 'light';
    for (const part of host.querySelectorAll<HTMLElement>('.stage, .chart-strip')) {
      part.style.setProperty('--printed-width', `${part.clientWidth}px`);
      part.style.setProperty('--printed-height', `${part.clientHeight}px`);
    }
    queueMicrotask(draw); // After the listeners for theme changes.
  };
  const end = (): void => {
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
  };
  window.addEventListener('beforeprint', begin, { signal: endSignal });
  window.addEventListener('afterprint', end, { signal: endSignal });
}
