/** Where the style sheets have their theme from, `data-theme` of it, and until when one asks. */
/** The element that carries the theme, as `data-theme`, and until when one asks. */
export interface Themed {
  readonly root: HTMLElement;
  readonly ended: AbortSignal;
}

/** Calls back when the style sheets have other colours: the system's theme or the root's is another. */
export function onTheme({ root, ended: signal }: Themed, hear: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', hear, { signal });
  const watch = new MutationObserver(hear);
  watch.observe(root, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => watch.disconnect(), { once: true });
}
