import { signal } from '@preact/signals';
import { arrowStepsText } from 'iklab/format';
import type { Layout, OpenDialog } from 'iklab/run';
import type { LengthUnit } from 'iklab/scenario';
import { perLab } from '../../browser/labScope.ts';
import type { Services } from '../../browser/services.ts';
import type { Page } from '../../page.ts';
import { chooseFile } from '../../ui/chooseFile.ts';
import { openMethods } from '../../ui/modes.tsx';
import { flip, turnTrail } from '../../ui/viewSwitches.ts';

export interface Command {
  /** The shown key combination; '' if there is none. */
  readonly shown: string;
  readonly does: string;
  /** Null for a command without keys. */
  readonly fits: ((event: KeyboardEvent) => boolean) | null;
  act?(page: Page): void;
  /** Instead of `act`: acts on the panel whose slot is the pressed digit. */
  each?(page: Page, slot: number): void;
}

const plain = (event: KeyboardEvent): boolean => !(event.ctrlKey || event.metaKey || event.altKey);
const control = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey;
const letter =
  (key: string) =>
  (event: KeyboardEvent): boolean =>
    plain(event) && !event.shiftKey && event.key.toLowerCase() === key;

const ask =
  (what: OpenDialog) =>
  ({ viewState }: Page): void => {
    viewState.openDialog.value = what;
  };
const lay =
  (layout: Layout) =>
  ({ viewState }: Page): void => {
    viewState.layout.value = layout;
  };

/** The table of commands, for key events, the list of shortcuts and the palette. */
export const COMMANDS: readonly Command[] = [
  {
    shown: 'Ctrl+K',
    does: 'find a command, scene or method',
    fits: (event) => control(event) && !event.shiftKey && event.key.toLowerCase() === 'k',
    act: ask('commands'),
  },
  {
    shown: 'Space',
    does: 'play or pause',
    fits: (event) => plain(event) && event.key === ' ' && !event.repeat,
    act: (page) => page.togglePlaying(),
  },
  { shown: '.', does: 'one update', fits: letter('.'), act: (page) => page.step(1) },
  { shown: ',', does: 'back one update', fits: letter(','), act: (page) => page.step(-1) },
  { shown: 'F', does: 'fit the view', fits: letter('f'), act: (page) => page.resetCamera() },
  {
    shown: 'G',
    does: 'next layout',
    fits: letter('g'),
    act: ({ viewState }) => viewState.nextLayout(),
  },
  {
    shown: 'L',
    does: 'link or unlink the cameras',
    fits: letter('l'),
    act: ({ viewState: { linked } }) => flip(linked),
  },
  {
    shown: 'T',
    does: 'show or hide trails',
    fits: letter('t'),
    act: ({ doc }) => turnTrail(doc, 'line'),
  },
  {
    shown: 'M',
    does: 'show or hide the target map',
    fits: letter('m'),
    act: ({ viewState: { mapInScene } }) => flip(mapInScene),
  },
  {
    shown: 'P',
    does: 'presentation mode',
    fits: letter('p'),
    act: ({ viewState: { presenting } }) => flip(presenting),
  },
  {
    shown: '1 to 8',
    does: 'open a method',
    fits: (event) => plain(event) && !event.shiftKey && /^Digit[1-8]$/.test(event.code),
    each: ({ viewState }, slot) => viewState.inspect(slot),
  },
  {
    shown: 'Shift+1 to 8',
    does: 'show a method alone',
    fits: (event) => plain(event) && event.shiftKey && /^Digit[1-8]$/.test(event.code),
    each: ({ viewState }, slot) => viewState.showAlone(slot),
  },
  {
    shown: 'Ctrl+Z',
    does: 'undo',
    fits: (event) => control(event) && !event.shiftKey && event.key.toLowerCase() === 'z',
    act: (page) => page.doc.editor.undo(),
  },
  {
    shown: 'Ctrl+Shift+Z',
    does: 'redo',
    fits: (event) =>
      control(event) &&
      ((event.shiftKey && event.key.toLowerCase() === 'z') || event.key.toLowerCase() === 'y'),
    act: (page) => page.doc.editor.redo(),
  },
  {
    shown: 'Alt+R',
    does: 'reset all',
    fits: (event) => event.altKey && !event.ctrlKey && event.code === 'KeyR',
    act: (page) => page.doc.editor.resetAll(),
  },
  {
    shown: '?',
    does: 'keyboard shortcuts',
    fits: (event) => plain(event) && event.key === '?',
    act: ask('keys'),
  },
  { shown: '', does: 'open a scene', fits: null, act: ask('scenes') },
  { shown: '', does: 'open a file', fits: null, act: chooseFile },
  {
    shown: '',
    does: 'add a method',
    fits: null,
    act: ({ viewState }) => viewState.openMethodPicker(),
  },
  { shown: '', does: 'share the scene', fits: null, act: ask('share') },
  { shown: '', does: 'edit the scene as text', fits: null, act: ask('text') },
  { shown: '', does: 'restart the run', fits: null, act: (page) => page.restart() },
  { shown: '', does: 'layout: grid', fits: null, act: lay('grid') },
  { shown: '', does: 'layout: overlay', fits: null, act: lay('overlay') },
  { shown: '', does: 'layout: one pane', fits: null, act: lay('one') },
  { shown: '', does: 'strobe', fits: null, act: ({ doc }) => turnTrail(doc, 'strobe') },
  { shown: '', does: 'joint axes', fits: null, act: ({ viewState: { axes } }) => flip(axes) },
  {
    shown: '',
    does: 'mark joints at a limit',
    fits: null,
    act: ({ viewState }) => flip(viewState.limits),
  },
  {
    shown: '',
    does: 'manipulability',
    fits: null,
    act: ({ viewState }) => flip(viewState.ellipsoids),
  },
  { shown: '', does: 'about the methods', fits: null, act: (page) => openMethods(page) },
];

/** The actions of keys at a focused target; `scene/view` handles them. */
export function handKeys(unit: LengthUnit): readonly Pick<Command, 'shown' | 'does'>[] {
  const [step, far, near] = arrowStepsText(unit);
  return [
    { shown: 'Tab, arrows', does: `select a target, move it ${step}` },
    { shown: 'Shift, Alt', does: `with arrows: move ${far}, ${near}` },
    { shown: 'PageUp, PageDown', does: 'move a target away from or towards you' },
    { shown: 'Alt+drag', does: 'move a target away from or towards you' },
    { shown: 'Shift+drag', does: 'move a target out of the plane of a planar mechanism' },
    { shown: 'Enter', does: 'at a target: type its position' },
    { shown: 'Esc', does: 'cancel the drag' },
  ];
}

/** Single characters without Ctrl or Alt, which speech input or accidental presses may trigger. */
export const isCharacterKey = ({ shown }: Command): boolean => /^(.|(Shift\+)?1 to 8)$/.test(shown);

const OFF = 'iklab.characters-off';

/** Setting: enable single-character shortcuts. Stored in this browser. */
export const characterKeys = perLab(({ scope }) => signal(remembered(scope.services)));

function remembered(services: Services): boolean {
  try {
    return services.storage.getItem(OFF) === null;
  } catch {
    return true; // Storage is forbidden.
  }
}

export function setCharacterKeys(page: Page, on: boolean): void {
  const { services } = page.scope;
  characterKeys(page).value = on;
  try {
    if (on) services.storage.removeItem(OFF);
    else services.storage.setItem(OFF, '');
  } catch {
    // Storage is forbidden: the setting lasts for this visit.
  }
}
