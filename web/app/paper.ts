/** On paper the picture is as large as it was, in the light theme; `draw`: at once. */
export function onPrint(draw: () => void): void {
  const { dataset } = document.documentElement;
  let theme: string | undefined;
  window.addEventListener('beforeprint', () => {
    theme = dataset.theme;
    dataset.theme = 'light';
    for (const part of document.querySelectorAll<HTMLElement>('.stage, .chart-strip')) {
      part.style.setProperty('--printed-width', `${part.clientWidth}px`);
      part.style.setProperty('--printed-height', `${part.clientHeight}px`);
    }
    queueMicrotask(draw); // after those who look for another theme
  });
  window.addEventListener('afterprint', () => {
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
  });
}
