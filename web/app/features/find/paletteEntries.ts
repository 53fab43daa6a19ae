import { addMethod } from '@iklab/core/document/edits';
import { withCardTexts } from '@iklab/core/engine';
import { MECHANISM_EDITOR_PANEL } from '@iklab/run/session';
import type { Page } from '../../page.ts';
import {
  CLOSED_FORM_PAGE_ID,
  openCrowdPage,
  openMethodsPage,
  openStudiesPage,
} from '../../ui/pageModeNavigation.tsx';
import { rankMatches } from '../../ui/search.ts';
import { addNewFormula } from '../formula/formulaPanelAccess.ts';
import { isDrawingRobot } from '../gallery/drawRobotDialog.tsx';
import { galleryCards, openGalleryCard } from '../gallery/galleryCards.ts';
import { listMethodPickerEntries } from './methodPickerEntries.ts';
import { PAGE_COMMANDS } from './pageCommands.ts';

const KINDS = [
  { kind: 'command', heading: 'Commands' },
  { kind: 'scene', heading: 'Scenes' },
  { kind: 'method', heading: 'Methods' },
  { kind: 'view', heading: 'View and playback' },
] as const;

export interface PaletteEntry {
  readonly kind: (typeof KINDS)[number]['kind'];
  readonly name: string;
  readonly note: string;
  readonly keys: string;
  /** Synonyms for the search. */
  readonly words?: readonly string[];
  act(page: Page): void;
}

export interface PaletteEntryGroup {
  readonly heading: string;
  readonly entries: readonly PaletteEntry[];
}

const MAX_UNFILTERED = 8;
const MAX_RESULTS = 60;

/**
 * Returns the entries that match a query, grouped by kind. The best match decides the first group.
 */
export function findPaletteGroups(
  query: string,
  all: readonly PaletteEntry[],
): PaletteEntryGroup[] {
  const hasQuery = query.trim() !== '';
  const hits = rankMatches(query, all, textsOf).slice(0, hasQuery ? MAX_RESULTS : all.length);
  const groups = KINDS.map(({ kind, heading }) => {
    const entries = hits.filter((entry) => entry.kind === kind);
    return {
      heading,
      entries: hasQuery || kind === 'command' ? entries : entries.slice(0, MAX_UNFILTERED),
    };
  }).filter(({ entries }) => entries.length > 0);
  const rank = ({ entries: [first] }: PaletteEntryGroup): number =>
    hits.indexOf(first as PaletteEntry);
  return hasQuery ? groups.sort((a, b) => rank(a) - rank(b)) : groups;
}

const textsOf = ({ name, note, kind, words = [] }: PaletteEntry): string[] => [
  name,
  note,
  kind,
  ...words,
];

/** Returns all entries of the command palette, the most used commands first. */
export function paletteEntries(page: Page): PaletteEntry[] {
  const all = commandEntries(page);
  const opening = Object.keys(OPENING).flatMap((each) => all.filter(({ name }) => name === each));
  return [
    ...opening,
    writeEntry,
    editEntry,
    drawEntry,
    crowdEntry,
    ...studyEntries,
    ...sceneEntries(page),
    ...methodEntries(page),
    ...all.filter((entry) => !opening.includes(entry)),
  ];
}

/** Synonyms of the most used commands for the search, by text in `PAGE_COMMANDS`. */
const OPENING: Readonly<Record<string, string>> = {
  'Open a scene': 'gallery example preset',
  'Open a file':
    'import robot URDF xacro MJCF SDF Gazebo DH log CSV BVH glTF VRM avatar animation character mocap ABB Fanuc KUKA',
  'Add a method': 'solver algorithm',
  'Share the scene': 'export save link embed picture GIF video code Python C++ cite BibTeX',
  'Show or hide the target map': 'workspace reachability reach',
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function commandEntries({ doc }: Page): PaletteEntry[] {
  const panels = doc.editor.scenario.peek().methods;
  return PAGE_COMMANDS.filter(({ act }) => act !== openPalette).flatMap(
    ({ keysText, does, act, actOnSlot: each }): PaletteEntry[] => {
      const name = capitalize(does);
      const words = OPENING[name];
      const kind = words === undefined ? 'view' : 'command';
      if (act) return [{ kind, name, note: '', keys: keysText, words: [words ?? ''], act }];
      if (!each) return [];
      return panels.map(({ label, slot }, i) => ({
        kind: 'view',
        name: `${name}: ${label}`,
        note: '',
        keys: keysText.replace('1 to 8', String(i + 1)),
        act: (page: Page) => each(page, slot),
      }));
    },
  );
}

const writeEntry: PaletteEntry = {
  kind: 'command',
  name: 'Write your own method',
  note: 'a few lines of mathematics that run immediately',
  keys: '',
  act: (page) => {
    // Without room for another method, the dialog asks which one to replace.
    if (!addNewFormula(page)) page.viewState.openDialog.value = 'methods';
  },
};

const crowdEntry: PaletteEntry = {
  kind: 'command',
  name: 'Crowd of this scene',
  note: 'up to ten thousand copies at once',
  keys: '',
  act: openCrowdPage,
};

const editEntry: PaletteEntry = {
  kind: 'command',
  name: 'Edit the mechanism',
  note: 'links and joints, or a Denavit–Hartenberg table',
  keys: '',
  act: ({ viewState: { inspected } }) => {
    inspected.value = MECHANISM_EDITOR_PANEL;
  },
};

const studyEntries = (
  [
    [
      'benchmark',
      'Which method for my robot?',
      'benchmark: every method on random targets',
      'best compare success rate robot study',
    ],
    [
      'path',
      'Follow a path',
      'circle, line or figure eight: deviation and joint jumps',
      'trajectory tracking study',
    ],
    [
      'map',
      'Map the targets',
      'success, error and updates over a plane of targets',
      'workspace reachability unreachable out of reach singularity study',
    ],
    [
      'sweep',
      'Sweep a parameter',
      'error, jitter, shake, and the best value',
      'lambda damping tune tuning study',
    ],
    [
      'papers',
      'Reproduction of published results',
      'every published number next to ours',
      'tables literature study',
    ],
    ['speed', 'Speed on this computer', 'time per update of each method', 'benchmark fast study'],
  ] as const
).map(
  ([id, name, note, words]): PaletteEntry => ({
    kind: 'command',
    name,
    note,
    keys: '',
    words: [words],
    act: (page) => void openStudiesPage(page, id),
  }),
);

const drawEntry: PaletteEntry = {
  kind: 'command',
  name: 'Draw an arm',
  note: 'a planar chain, point by point',
  keys: '',
  act: (page) => {
    isDrawingRobot(page).value = true;
    page.viewState.openDialog.value = 'scenes';
  },
};

// Left out, because the palette is already open.
const openPalette = PAGE_COMMANDS.find(({ keysText }) => keysText === 'Ctrl+K')?.act;

const sceneEntries = ({ doc }: Page): PaletteEntry[] =>
  galleryCards(withCardTexts(doc.catalogue), doc.savedScenes).map((card) => ({
    kind: 'scene',
    name: card.name,
    note: card.line,
    keys: '',
    words: card.words,
    act: (page: Page) => openGalleryCard(page, card),
  }));

const methodEntries = ({ doc }: Page): PaletteEntry[] => [
  ...listMethodPickerEntries(withCardTexts(doc.catalogue)).map(({ id, name, row }) => ({
    kind: 'method' as const,
    name: `Add ${name}`,
    note: row.fullName,
    keys: '',
    words: [row.summary],
    act: () => {
      const scenario = doc.editor.scenario.peek();
      doc.edit(`Add ${name}`, addMethod(id, scenario, doc.catalogue));
    },
  })),
  ...withCardTexts(doc.catalogue).methods.map(({ id, name, fullName, summary }) => ({
    kind: 'method' as const,
    name: `About ${name}`,
    note: fullName,
    keys: '',
    words: [summary],
    act: (page: Page) => void openMethodsPage(page, id),
  })),
  {
    kind: 'method',
    name: 'About the closed form',
    note: 'All solutions of a six-joint arm',
    keys: '',
    words: ['subproblems certified out of reach'],
    act: (page) => void openMethodsPage(page, CLOSED_FORM_PAGE_ID),
  },
];
