import { arrowKeyStepTexts } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';
import type { OpenDialog, PaneLayout } from '@iklab/run/session';
import { signal } from '@preact/signals';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Services } from '../../browser/services.ts';
import type { Page } from '../../page.ts';
import { chooseFile } from '../../ui/chooseFile.ts';
import { openMethodsPage } from '../../ui/pageModeNavigation.tsx';
import { toggleSignal, toggleSolutions, toggleTrail } from '../../ui/viewSwitches.ts';

export interface PageCommand {
  /** Keys of the command as text, such as `Ctrl+K`; '' if the command has none. */
  readonly keysText: string;
  readonly does: string;
  readonly matches: ((event: KeyboardEvent) => boolean) | null;
  act?(page: Page): void;
  /**
   * Acts on the panel of the pressed digit. `slot`: number of the panel. For commands without
   * `act`.
   */
  actOnSlot?(page: Page, slot: number): void;
}

const hasNoModifier = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey);
const hasControl = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey;
const matchLetter =
  (key: string) =>
  (event: KeyboardEvent): boolean =>
    hasNoModifier(event) && !event.shiftKey && event.key.toLowerCase() === key;

const openDialog =
  (dialog: OpenDialog) =>
  ({ viewState }: Page): void => {
    viewState.openDialog.value = dialog;
  };
const setLayout =
  (layout: PaneLayout) =>
  ({ viewState }: Page): void => {
    viewState.layout.value = layout;
  };

export const PAGE_COMMANDS: readonly PageCommand[] = [
  {
    keysText: 'Ctrl+K',
    does: 'find a command, scene or method',
    matches: (event) => hasControl(event) && !event.shiftKey && event.key.toLowerCase() === 'k',
    act: openDialog('commands'),
  },
  {
    keysText: 'Space',
    does: 'play or pause',
    matches: (event) => hasNoModifier(event) && event.key === ' ' && !event.repeat,
    act: (page) => page.togglePlaying(),
  },
  { keysText: '.', does: 'one update', matches: matchLetter('.'), act: (page) => page.step(1) },
  {
    keysText: ',',
    does: 'back one update',
    matches: matchLetter(','),
    act: (page) => page.step(-1),
  },
  {
    keysText: 'F',
    does: 'fit the view',
    matches: matchLetter('f'),
    act: (page) => page.resetCamera(),
  },
  {
    keysText: 'G',
    does: 'next layout',
    matches: matchLetter('g'),
    act: ({ viewState }) => viewState.nextLayout(),
  },
  {
    keysText: 'L',
    does: 'link or unlink the cameras',
    matches: matchLetter('l'),
    act: ({ viewState: { linked } }) => toggleSignal(linked),
  },
  {
    keysText: 'T',
    does: 'show or hide trails',
    matches: matchLetter('t'),
    act: ({ doc }) => toggleTrail(doc, 'line'),
  },
  {
    keysText: 'M',
    does: 'show or hide the target map',
    matches: matchLetter('m'),
    act: ({ viewState: { mapInScene } }) => toggleSignal(mapInScene),
  },
  {
    keysText: 'S',
    does: 'show or hide all solutions',
    matches: matchLetter('s'),
    act: ({ viewState }) => toggleSolutions(viewState),
  },
  {
    keysText: 'P',
    does: 'presentation mode',
    matches: matchLetter('p'),
    act: ({ viewState: { presenting } }) => toggleSignal(presenting),
  },
  {
    keysText: '1 to 8',
    does: 'open a method',
    matches: (event) => hasNoModifier(event) && !event.shiftKey && /^Digit[1-8]$/.test(event.code),
    actOnSlot: ({ viewState }, slot) => viewState.inspect(slot),
  },
  {
    keysText: 'Shift+1 to 8',
    does: 'show a method alone',
    matches: (event) => hasNoModifier(event) && event.shiftKey && /^Digit[1-8]$/.test(event.code),
    actOnSlot: ({ viewState }, slot) => viewState.showAlone(slot),
  },
  {
    keysText: 'Ctrl+Z',
    does: 'undo',
    matches: (event) => hasControl(event) && !event.shiftKey && event.key.toLowerCase() === 'z',
    act: (page) => page.doc.editor.undo(),
  },
  {
    keysText: 'Ctrl+Shift+Z',
    does: 'redo',
    matches: (event) =>
      hasControl(event) &&
      ((event.shiftKey && event.key.toLowerCase() === 'z') || event.key.toLowerCase() === 'y'),
    act: (page) => page.doc.editor.redo(),
  },
  {
    keysText: 'Alt+R',
    does: 'reset all',
    matches: (event) => event.altKey && !event.ctrlKey && event.code === 'KeyR',
    act: (page) => page.doc.editor.resetAll(),
  },
  {
    keysText: '?',
    does: 'keyboard shortcuts',
    matches: (event) => hasNoModifier(event) && event.key === '?',
    act: openDialog('keys'),
  },
  { keysText: '', does: 'open a scene', matches: null, act: openDialog('scenes') },
  { keysText: '', does: 'open a file', matches: null, act: chooseFile },
  {
    keysText: '',
    does: 'add a method',
    matches: null,
    act: ({ viewState }) => viewState.openMethodPicker(),
  },
  { keysText: '', does: 'share the scene', matches: null, act: openDialog('share') },
  { keysText: '', does: 'edit the scene as text', matches: null, act: openDialog('text') },
  { keysText: '', does: 'restart the run', matches: null, act: (page) => page.restart() },
  { keysText: '', does: 'layout: grid', matches: null, act: setLayout('grid') },
  { keysText: '', does: 'layout: overlay', matches: null, act: setLayout('overlay') },
  { keysText: '', does: 'layout: one pane', matches: null, act: setLayout('one') },
  { keysText: '', does: 'strobe', matches: null, act: ({ doc }) => toggleTrail(doc, 'strobe') },
  {
    keysText: '',
    does: 'joint axes',
    matches: null,
    act: ({ viewState: { axes } }) => toggleSignal(axes),
  },
  {
    keysText: '',
    does: 'mark joints at a limit',
    matches: null,
    act: ({ viewState }) => toggleSignal(viewState.limits),
  },
  {
    keysText: '',
    does: 'manipulability',
    matches: null,
    act: ({ viewState }) => toggleSignal(viewState.ellipsoids),
  },
  { keysText: '', does: 'about the methods', matches: null, act: (page) => openMethodsPage(page) },
];

/**
 * Returns the keys that move targets, for the list of shortcuts. `scene/gestures` handles the keys.
 */
export function listTargetKeys(
  unit: LengthUnit,
): readonly Pick<PageCommand, 'keysText' | 'does'>[] {
  const [step, far, near] = arrowKeyStepTexts(unit);
  return [
    { keysText: 'Tab, arrows', does: `select a target, move it ${step}` },
    { keysText: 'Shift, Alt', does: `with arrows: move ${far}, ${near}` },
    { keysText: 'PageUp, PageDown', does: 'move a target away from or towards you' },
    { keysText: 'Alt+drag', does: 'move a target away from or towards you' },
    { keysText: 'Shift+drag', does: 'move a target out of the plane of a planar mechanism' },
    { keysText: 'Enter', does: 'at a target: type its position' },
    { keysText: 'Esc', does: 'cancel the drag' },
  ];
}

/** Returns whether a key is a single character. Accidents and speech input can press such a key. */
export const isCharacterShortcut = ({ keysText }: PageCommand): boolean =>
  /^(.|(Shift\+)?1 to 8)$/.test(keysText);

const STORAGE_KEY = 'iklab.characters-off';

export const characterShortcutsEnabled = memoizePerLab(({ scope }) =>
  signal(readSetting(scope.services)),
);

function readSetting(services: Services): boolean {
  try {
    return services.storage.getItem(STORAGE_KEY) === null;
  } catch {
    return true; // Storage is forbidden.
  }
}

export function setCharacterShortcutsEnabled(page: Page, on: boolean): void {
  const { services } = page.scope;
  characterShortcutsEnabled(page).value = on;
  try {
    if (on) services.storage.removeItem(STORAGE_KEY);
    else services.storage.setItem(STORAGE_KEY, '');
  } catch {
    // Storage is forbidden: the setting lasts for this visit.
  }
}
