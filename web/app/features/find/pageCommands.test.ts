import { expect, test } from 'vitest';
import { isCharacterShortcut, listTargetKeys, PAGE_COMMANDS } from './pageCommands.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  }) as KeyboardEvent;

/** Returns the keyboard event for the shown keys of a command. */
function eventOf(shown: string): KeyboardEvent {
  const parts = shown.split('+');
  const last = parts.at(-1)?.replace('1 to 8', '3') ?? '';
  const key = last === 'Space' ? ' ' : last.length === 1 ? last.toLowerCase() : last;
  const code = /\d/.test(last) ? `Digit${last}` : `Key${last}`;
  return press(key, {
    code,
    ctrlKey: parts.includes('Ctrl'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  });
}

test('each command has a unique name, and its keys match no other command', () => {
  expect(new Set(PAGE_COMMANDS.map(({ does }) => does)).size).toBe(PAGE_COMMANDS.length);
  for (const command of PAGE_COMMANDS) {
    if (!command.matches) continue;
    const event = eventOf(command.keysText);
    expect(
      PAGE_COMMANDS.filter(({ matches: fits }) => fits?.(event)),
      command.keysText,
    ).toEqual([command]);
  }
});

test('every command has an action, and matches keys exactly if it shows some', () => {
  for (const { keysText: shown, act, actOnSlot: each, matches: fits } of PAGE_COMMANDS) {
    expect(Boolean(act || each)).toBe(true);
    expect(fits !== null).toBe(shown !== '');
  }
});

test('keyboard steps of a target use the length unit of the scene', () => {
  const descriptionsOf = (unit: 'm' | 'cm' | 'none') =>
    listTargetKeys(unit).map(({ does }) => does);
  expect(descriptionsOf('m')).toEqual(
    expect.arrayContaining(['select a target, move it 10 mm', 'with arrows: move 100 mm, 1 mm']),
  );
  expect(descriptionsOf('cm')).toContain('with arrows: move 10 cm, 0.1 cm');
  expect(descriptionsOf('none')).toContain('select a target, move it 0.1 units');
});

test('the keys that can be disabled are those that type a character without Ctrl or Alt', () => {
  const single = PAGE_COMMANDS.filter(isCharacterShortcut).map(({ keysText: shown }) => shown);
  expect(single).toEqual(expect.arrayContaining(['.', ',', 'F', '?', '1 to 8', 'Shift+1 to 8']));
  for (const shown of ['Space', 'Ctrl+K', 'Ctrl+Z', 'Alt+R', 'Esc', ''])
    expect(single).not.toContain(shown);
});
