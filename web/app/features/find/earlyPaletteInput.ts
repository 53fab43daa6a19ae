import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';

interface EarlyInput {
  text: string;
  entered: boolean;
}

const emptyInput = (): EarlyInput => ({ text: '', entered: false });
const earlyInput = memoizePerLab(emptyInput);

export const isPaletteLoading = ({ viewState, scope }: Page): boolean =>
  viewState.openDialog.peek() === 'commands' && !scope.host.querySelector('dialog[open]');

/** Stores a key pressed while the palette is loading. Escape closes the palette. */
export function recordEarlyPaletteKey(page: Page, event: KeyboardEvent): void {
  const ahead = earlyInput(page);
  if (event.key === 'Escape') {
    page.viewState.openDialog.value = null;
    Object.assign(ahead, emptyInput());
  } else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (event.key === 'Enter') ahead.entered = true;
  else if (event.key === 'Backspace') ahead.text = ahead.text.slice(0, -1);
  else if ([...event.key].length === 1 && !ahead.entered) ahead.text += event.key;
  else return;
  event.preventDefault();
}

export function takeEarlyPaletteInput(page: Page): EarlyInput {
  const ahead = { ...earlyInput(page) };
  Object.assign(earlyInput(page), emptyInput());
  return ahead;
}
