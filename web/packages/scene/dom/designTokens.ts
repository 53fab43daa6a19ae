/** Colours of the style sheet by the names of their custom properties, as the host has them. */
export function readTokens<T>(host: HTMLElement, use: (token: (name: string) => string) => T): T {
  const probe = document.createElement('i');
  probe.hidden = true;
  probe.style.setProperty('forced-color-adjust', 'none'); // pictures keep the colours of methods
  host.append(probe);
  const read = use((name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return read;
}
