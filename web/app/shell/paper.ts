import type { LabScope } from '../browser/labScope.ts';

/** On paper the picture is as large as it was, in the light theme; `draw`: at once. */
export function onPrint({ host, services, ended }: LabScope, draw: () => void): void {
  const { dataset } = services.root;
  let theme: string | undefined;
  const begin = (): void => {
    theme = dataset.theme;
    dataset.theme = 'light';
    for (const part of host.querySelectorAll<HTMLElement>('.stage, .chart-strip')) {
      part.style.setProperty('--printed-width', `${part.clientWidth}px`);
      part.style.setProperty('--printed-height', `${part.clientHeight}px`);
    }
    queueMicrotask(draw); // after those who look for another theme
  };
  const end = (): void => {
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
  };
  window.addEventListener('beforeprint', begin, { signal: ended });
  window.addEventListener('afterprint', end, { signal: ended });
}
