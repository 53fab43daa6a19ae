import { onLabEvent } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { isPaletteLoading, recordEarlyPaletteKey } from './earlyPaletteInput.ts';
import {
  characterShortcutsEnabled,
  isCharacterShortcut,
  PAGE_COMMANDS,
  type PageCommand,
} from './pageCommands.ts';

const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';
const BUTTONS = 'button, a, summary';

/** Listens for keyboard shortcuts. Ignores keys that the focused element handles. */
export function listenForShortcuts(page: Page): void {
  onLabEvent(page.scope, 'keydown', (event) => {
    const { target } = event;
    if (isPaletteLoading(page)) return recordEarlyPaletteKey(page, event);
    const command = PAGE_COMMANDS.find(({ matches }) => matches?.(event));
    if (page.viewState.openPage.peek() !== null) return; // All commands act on the scene.
    if (!command || event.defaultPrevented || page.scope.host.querySelector('dialog[open]')) return;
    if (isCharacterShortcut(command) && !characterShortcutsEnabled(page).peek()) return;
    const isWithin = (selector: string): boolean =>
      target instanceof Element && !!target.closest(selector);
    if (event.key === ' ' && isWithin(BUTTONS)) return;
    if (isWithin(TEXT_FIELDS) && command.keysText !== 'Ctrl+K') return;
    event.preventDefault();
    run(command, page, event);
  });
}

function run(command: PageCommand, page: Page, event: KeyboardEvent): void {
  command.act?.(page);
  const slot = command.actOnSlot ? pressedSlot(page, event) : null;
  if (slot !== null) command.actOnSlot?.(page, slot);
}

function pressedSlot(page: Page, event: KeyboardEvent): number | null {
  const index = Number(event.code.slice(-1)) - 1;
  return page.doc.editor.scenario.value.methods[index]?.slot ?? null;
}
