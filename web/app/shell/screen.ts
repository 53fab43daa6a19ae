import type { ViewState } from 'iklab/run';

/** The style sheets' condition for phones in portrait or landscape orientation. */
const HELD = '(max-width: 40em), (max-height: 30em)';

export function onScreenSize({ narrow }: ViewState, signal: AbortSignal): void {
  const held = matchMedia(HELD);
  const tell = (): void => {
    narrow.value = held.matches;
  };
  held.addEventListener('change', tell, { signal });
  tell();
}
