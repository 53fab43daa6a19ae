import type { Page } from './page.ts';
import { flip, turnTrail } from './viewbar.tsx';

const TYPED = 'input, textarea, select, [contenteditable]';
const PRESSED = 'button, a, summary';

interface Key {
  readonly shown: string;
  readonly does: string;
  /** Null: told here, taken elsewhere. */
  readonly fits: ((event: KeyboardEvent) => boolean) | null;
  act?(page: Page, event: KeyboardEvent): void;
}

const plain = (event: KeyboardEvent): boolean => !(event.ctrlKey || event.metaKey || event.altKey);
const control = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey;
const letter =
  (key: string) =>
  (event: KeyboardEvent): boolean =>
    plain(event) && !event.shiftKey && event.key.toLowerCase() === key;

/** One table for the keys and what is told of them. */
export const KEYS: readonly Key[] = [
  {
    shown: 'Space',
    does: 'play, pause',
    fits: (event) => plain(event) && event.key === ' ' && !event.repeat,
    act: (page) => page.toggle(),
  },
  { shown: '.', does: 'one update', fits: letter('.'), act: (page) => page.step(1) },
  { shown: ',', does: 'back one update', fits: letter(','), act: (page) => page.step(-1) },
  { shown: 'F', does: 'fit the picture', fits: letter('f'), act: (page) => page.fit() },
  { shown: 'G', does: 'the next layout', fits: letter('g'), act: ({ looks }) => looks.turn() },
  {
    shown: 'L',
    does: 'link the cameras, or free each',
    fits: letter('l'),
    act: ({ looks: { linked } }) => flip(linked),
  },
  { shown: 'T', does: 'trails', fits: letter('t'), act: ({ desk }) => turnTrail(desk, 'line') },
  {
    shown: '1 to 8',
    does: 'open a method',
    fits: (event) => plain(event) && !event.shiftKey && /^Digit[1-8]$/.test(event.code),
    act: (page, event) => {
      const slot = slotOf(page, event);
      if (slot !== null) page.looks.inspect(slot);
    },
  },
  {
    shown: 'Shift+1 to 8',
    does: 'show a method alone',
    fits: (event) => plain(event) && event.shiftKey && /^Digit[1-8]$/.test(event.code),
    act: (page, event) => {
      const slot = slotOf(page, event);
      if (slot !== null) page.looks.alone(slot);
    },
  },
  {
    shown: 'Ctrl+Z',
    does: 'undo',
    fits: (event) => control(event) && !event.shiftKey && event.key.toLowerCase() === 'z',
    act: (page) => page.desk.editor.undo(),
  },
  {
    shown: 'Ctrl+Shift+Z',
    does: 'redo',
    fits: (event) =>
      control(event) &&
      ((event.shiftKey && event.key.toLowerCase() === 'z') || event.key.toLowerCase() === 'y'),
    act: (page) => page.desk.editor.redo(),
  },
  {
    shown: 'Alt+R',
    does: 'reset all',
    fits: (event) => event.altKey && !event.ctrlKey && event.code === 'KeyR',
    act: (page) => page.desk.editor.resetAll(),
  },
  {
    shown: '?',
    does: 'these keys',
    fits: (event) => plain(event) && event.key === '?',
    act: (page) => {
      page.looks.asked.value = 'keys';
    },
  },
  { shown: 'Tab, arrows', does: 'to a target, move it 10 mm', fits: null },
  { shown: 'Shift, Alt', does: 'with arrows: 100 mm, 1 mm', fits: null },
  { shown: 'Enter', does: 'on a target: type its place', fits: null },
  { shown: 'Esc', does: 'put back what is in the hand', fits: null },
];

function slotOf(page: Page, event: KeyboardEvent): number | null {
  const index = Number(event.code.slice(-1)) - 1;
  return page.desk.editor.scenario.value.methods[index]?.slot ?? null;
}

/** Keys of the page, unless they already mean something where the focus is. */
export function onKeys(page: Page): void {
  window.addEventListener('keydown', (event) => {
    const { target } = event;
    const key = KEYS.find(({ fits }) => fits?.(event));
    if (page.looks.method.peek() !== null) return; // all of them are of the scene
    if (!key?.act || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const within = (where: string): boolean => target instanceof Element && !!target.closest(where);
    if (within(TYPED) || (event.key === ' ' && within(PRESSED))) return;
    event.preventDefault();
    key.act(page, event);
  });
}
