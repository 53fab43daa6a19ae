import { onLabEvent } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { COMMANDS, type Command, characterKeys, isCharacterKey } from './keys.ts';
import { asksForPalette, typeAhead } from './typedAhead.ts';

const TYPED = 'input, textarea, select, [contenteditable]';
const PRESSED = 'button, a, summary';

/** Handles keyboard shortcuts, unless the focused element uses the key itself. */
export function onShortcuts(page: Page): void {
  onLabEvent(page.scope, 'keydown', (event) => {
    const { target } = event;
    if (asksForPalette(page)) return typeAhead(page, event);
    const command = COMMANDS.find(({ fits }) => fits?.(event));
    if (page.viewState.pageBeside.peek() !== null) return; // All commands act on the scene.
    if (!command || event.defaultPrevented || page.scope.host.querySelector('dialog[open]')) return;
    if (isCharacterKey(command) && !characterKeys(page).peek()) return;
    const within = (where: string): boolean => target instanceof Element && !!target.closest(where);
    if (event.key === ' ' && within(PRESSED)) return;
    if (within(TYPED) && command.shown !== 'Ctrl+K') return;
    event.preventDefault();
    run(command, page, event);
  });
}

function run(command: Command, page: Page, event: KeyboardEvent): void {
  command.act?.(page);
  const slot = command.each ? slotOf(page, event) : null;
  if (slot !== null) command.each?.(page, slot);
}

function slotOf(page: Page, event: KeyboardEvent): number | null {
  const index = Number(event.code.slice(-1)) - 1;
  return page.doc.editor.scenario.value.methods[index]?.slot ?? null;
}
