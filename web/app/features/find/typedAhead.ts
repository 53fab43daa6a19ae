import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';

interface TypedAhead {
  text: string;
  entered: boolean;
}

const nothing = (): TypedAhead => ({ text: '', entered: false });
const typed = perLab(nothing);

/** True while the palette is loading: it was requested and is not shown yet. */
export const asksForPalette = ({ viewState, scope }: Page): boolean =>
  viewState.openDialog.peek() === 'commands' && !scope.host.querySelector('dialog[open]');

/** Stores a key for the palette while it loads. Escape cancels opening it. */
export function typeAhead(page: Page, event: KeyboardEvent): void {
  const ahead = typed(page);
  if (event.key === 'Escape') {
    page.viewState.openDialog.value = null;
    Object.assign(ahead, nothing());
  } else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (event.key === 'Enter') ahead.entered = true;
  else if (event.key === 'Backspace') ahead.text = ahead.text.slice(0, -1);
  else if ([...event.key].length === 1 && !ahead.entered) ahead.text += event.key;
  else return;
  event.preventDefault();
}

export function takeTypedAhead(page: Page): TypedAhead {
  const ahead = { ...typed(page) };
  Object.assign(typed(page), nothing());
  return ahead;
}
