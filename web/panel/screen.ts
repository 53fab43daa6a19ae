import type { Looks } from '../session/looks.ts';

/** As in the style sheets: a phone, standing or lying. */
const HELD = '(max-width: 640px), (max-height: 480px)';

/** Tells of the window what the style sheets cannot do alone. */
export function onScreen({ narrow }: Looks): void {
  const held = matchMedia(HELD);
  const tell = (): void => {
    narrow.value = held.matches;
  };
  held.addEventListener('change', tell);
  tell();
}
