/** Reads custom properties of the style sheet, as computed for the host element. */
export function readDesignTokens<T>(
  host: HTMLElement,
  use: (token: (name: string) => string) => T,
): T {
  const probe = document.createElement('i');
  probe.hidden = true;
  // Keep the colours of methods in forced-colors mode.
  probe.style.setProperty('forced-color-adjust', 'none');
  host.append(probe);
  const read = use((name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return read;
}
