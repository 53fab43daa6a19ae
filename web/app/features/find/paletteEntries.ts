import { addMethod } from 'iklab/document';
import { withTexts } from 'iklab/engine';
import { EDITOR } from 'iklab/run';
import type { Page } from '../../page.ts';
import { openCrowd, openMethods, openStudies } from '../../ui/modes.tsx';
import { beginFormula } from '../formula/formulaHost.ts';
import { drawing } from '../gallery/drawDialog.tsx';
import { cards, openCard } from '../gallery/galleryCards.ts';
import { COMMANDS } from './keys.ts';
import { methodPicks } from './pickerRows.ts';

/** Something to be found by its name, and done. */
export interface Entry {
  readonly kind: 'command' | 'scene' | 'method';
  readonly name: string;
  readonly note: string;
  readonly keys: string;
  act(page: Page): void;
}

export const textsOf = ({ name, note, kind }: Entry): string[] => [name, note, kind];

/** What one comes for before what turns or moves the picture, which has its buttons. */
export function entries(page: Page): Entry[] {
  const all = commands(page);
  const opening = all.filter(({ name }) => OPENING.includes(name));
  const others = all.filter((entry) => !opening.includes(entry));
  return [
    ...opening,
    write,
    edit,
    draw,
    crowd,
    ...studies,
    ...others,
    ...scenes(page),
    ...methods(page),
  ];
}

const OPENING = [
  'Open a scene',
  'Open a file',
  'Add a method',
  'Share the scene',
  'Show or hide the target map',
];

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function commands({ doc }: Page): Entry[] {
  const panels = doc.editor.scenario.peek().methods;
  return COMMANDS.filter(({ act }) => act !== ask).flatMap(({ shown, does, act, each }) => {
    if (act) return [{ kind: 'command', name: upper(does), note: '', keys: shown, act } as const];
    if (!each) return [];
    return panels.map(({ label, slot }, i) => ({
      kind: 'command' as const,
      name: `${upper(does)}: ${label}`,
      note: '',
      keys: shown.replace('1 to 8', String(i + 1)),
      act: (page: Page) => each(page, slot),
    }));
  });
}

const write: Entry = {
  kind: 'command',
  name: 'Write your own method',
  note: 'a few lines of mathematics that run immediately',
  keys: '',
  act: (page) => {
    // where there is no place for one more, one is given up
    if (!beginFormula(page)) page.viewState.openDialog.value = 'methods';
  },
};

const crowd: Entry = {
  kind: 'command',
  name: 'Crowd of this scene',
  note: 'up to ten thousand copies at once',
  keys: '',
  act: openCrowd,
};

const edit: Entry = {
  kind: 'command',
  name: 'Edit the mechanism',
  note: 'links and joints, or a Denavit–Hartenberg table',
  keys: '',
  act: ({ viewState: { inspected } }) => {
    inspected.value = EDITOR;
  },
};

const studies = (
  [
    ['benchmark', 'Which method for my robot?', 'benchmark: every method on random targets'],
    ['map', 'Map the targets', 'success, error and updates over a plane of targets'],
    ['sweep', 'Sweep a parameter', 'error, jitter, shake, and the best value'],
    ['papers', 'Reproduction of published results', 'every published number next to ours'],
  ] as const
).map(
  ([id, name, note]): Entry => ({
    kind: 'command',
    name,
    note,
    keys: '',
    act: (page) => void openStudies(page, id),
  }),
);

const draw: Entry = {
  kind: 'command',
  name: 'Draw an arm',
  note: 'a planar chain, point by point',
  keys: '',
  act: (page) => {
    drawing(page).value = true;
    page.viewState.openDialog.value = 'scenes';
  },
};

const ask = COMMANDS.find(({ shown }) => shown === 'Ctrl+K')?.act; // it is open already

const scenes = ({ doc }: Page): Entry[] =>
  cards(withTexts(doc.catalogue), doc.keptScenes).map((card) => ({
    kind: 'scene',
    name: card.name,
    note: card.line,
    keys: '',
    act: (page: Page) => openCard(page, card),
  }));

/** Each to be added to the scene, and each with its page. */
const methods = ({ doc }: Page): Entry[] => [
  ...methodPicks(withTexts(doc.catalogue)).map(({ id, name, row }) => ({
    kind: 'method' as const,
    name: `Add ${name}`,
    note: row.fullName,
    keys: '',
    act: () => {
      const scenario = doc.editor.scenario.peek();
      doc.edit(`Add ${name}`, addMethod(id, scenario, doc.catalogue));
    },
  })),
  ...withTexts(doc.catalogue).methods.map(({ id, name, fullName }) => ({
    kind: 'method' as const,
    name: `About ${name}`,
    note: fullName,
    keys: '',
    act: (page: Page) => void openMethods(page, id),
  })),
];
