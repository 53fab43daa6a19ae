import type { ViewState } from 'iklab/run';

/** As in the style sheets: a phone, standing or lying. */
const HELD = '(max-width: 40em), (max-height: 30em)';

/** One pane at a time on a phone that shows the inspector. */
export function onScreenSize({ narrow }: ViewState, signal: AbortSignal): void {
  const held = matchMedia(HELD);
  const tell = (): void => {
    narrow.value = held.matches;
  };
  held.addEventListener('change', tell, { signal });
  tell();
}
