/** Observed theme: the attribute `data-theme` of `root`, until `signal` aborts. */
export interface ThemeRoot {
  readonly root: HTMLElement;
  readonly signal: AbortSignal;
}

export function onThemeChange({ root, signal }: ThemeRoot, hear: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', hear, { signal });
  const watch = new MutationObserver(hear);
  watch.observe(root, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => watch.disconnect(), { once: true });
}
