import type { ViewState } from 'iklab/run';

/** The style sheets' condition for phones in portrait or landscape orientation. */
const PHONE_QUERY = '(max-width: 40em), (max-height: 30em)';

export function onScreenSize({ narrow }: ViewState, signal: AbortSignal): void {
  const phoneQuery = matchMedia(PHONE_QUERY);
  const updateNarrow = (): void => {
    narrow.value = phoneQuery.matches;
  };
  phoneQuery.addEventListener('change', updateNarrow, { signal });
  updateNarrow();
}
