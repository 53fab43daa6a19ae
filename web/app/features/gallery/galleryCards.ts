import { DEFAULT_CROWD, formatCrowdAddress } from '@iklab/core/document';
import type { Engine } from '@iklab/core/engine';
import { formatDayTime } from '@iklab/core/format';
import { resolveScenario, type Scenario } from '@iklab/core/scenario';
import {
  cardSceneDocument,
  type DescribedCatalogue,
  type DescribedMethod,
} from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { loadedScenarioPresetIds, scenarioPreset } from '@iklab/core/scenario/presets';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { drawRunSketch, type SceneSketch } from '@iklab/run/drawing';
import type { ThumbnailRun } from '@iklab/scene/picture';
import '@iklab/core/scenario/presets/robotShelf';
import type { Autosave } from '../../browser/autosave.ts';
import type { Page } from '../../page.ts';
import { findGalleryTopicWords } from './galleryTopics.ts';

export const GALLERY_SHELVES = [
  { id: 'yours', name: 'Yours', hint: 'your last five scenes, stored in this browser' },
  { id: 'learn', name: 'Learn', hint: 'one question each' },
  { id: 'papers', name: 'Papers', hint: 'scenes from published figures and tables' },
  {
    id: 'robots',
    name: 'Robots',
    hint: 'from manufacturers’ data; drop your own robot files anywhere',
  },
  { id: 'arms', name: 'Arms', hint: 'mechanisms for experiments' },
  { id: 'failures', name: 'Failures', hint: 'each next to a fix' },
] as const;
type ShelfId = (typeof GALLERY_SHELVES)[number]['id'];

export interface GalleryCard {
  readonly id: string;
  readonly shelf: ShelfId;
  readonly name: string;
  readonly line: string;
  /** Synonyms for the search. */
  readonly words: readonly string[];
  readonly scenario: Scenario;
  /** Id of the built-in scene that the card opens; null for other scenes. */
  readonly preset: string | null;
  readonly address?: string;
}

export const galleryCards = (
  catalogue: DescribedCatalogue,
  saved: Pick<Autosave, 'all'>,
): GalleryCard[] => [...savedCards(catalogue, saved), ...builtInCards(catalogue)];

const cache = new WeakMap<DescribedCatalogue, GalleryCard[]>();

function builtInCards(catalogue: DescribedCatalogue): GalleryCard[] {
  const all = cache.get(catalogue) ?? [
    ...withCrowd(presetCards(catalogue)),
    ...failureCards(catalogue),
  ];
  cache.set(catalogue, all);
  return all;
}

function savedCards(catalogue: DescribedCatalogue, { all }: Pick<Autosave, 'all'>): GalleryCard[] {
  return all.map(({ id, time, scenario }) =>
    makeCard(
      `own ${id}`,
      'yours',
      scenario,
      scenario.name || 'Untitled',
      formatDayTime(time),
      catalogue,
    ),
  );
}

function presetCards(catalogue: DescribedCatalogue): GalleryCard[] {
  return loadedScenarioPresetIds().flatMap((id) => {
    const preset = scenarioPreset(id);
    const read = parseScenarioDocument(preset?.document, catalogue);
    if (!preset || !read.ok) return [];
    const { name } = read.value;
    const each = makeCard(id, preset.group, read.value, name, preset.line, catalogue);
    return [{ ...each, preset: id }];
  });
}

function withCrowd(all: readonly GalleryCard[]): GalleryCard[] {
  const robot = all.find(({ preset }) => preset === 'ur5e');
  if (!robot) return [...all];
  const crowd: GalleryCard = {
    ...robot,
    id: 'crowd',
    shelf: 'learn',
    name: 'A thousand arms',
    line: 'How many arms each method can solve per frame',
    words: [...robot.words, 'crowd'],
    preset: null,
    address: formatCrowdAddress({ ...DEFAULT_CROWD, method: 'dls' }, '#preset=ur5e'),
  };
  return [...all, crowd];
}

function failureCards(catalogue: DescribedCatalogue): GalleryCard[] {
  return catalogue.methods.flatMap((row) =>
    row.failures.flatMap((cardScene, i) => {
      const read = parseScenarioDocument(cardSceneDocument(cardScene), catalogue);
      if (!read.ok) return [];
      const { title } = cardScene;
      return [
        makeCard(
          `${row.id} ${i}`,
          'failures',
          read.value,
          title,
          comparisonText(row, read.value),
          catalogue,
        ),
      ];
    }),
  );
}

function comparisonText({ name }: DescribedMethod, { methods }: Scenario): string {
  const otherLabels = methods.slice(1).map(({ label }) => label);
  return otherLabels.length === 0 ? name : `${name}, compared with ${otherLabels.join(' and ')}`;
}

function makeCard(
  id: string,
  shelf: ShelfId,
  scenario: Scenario,
  name: string,
  line: string,
  { methods }: DescribedCatalogue,
): GalleryCard {
  const used = methods.filter((row) => scenario.methods.some((panel) => panel.id === row.id));
  const words = [
    scenario.note,
    ...used.flatMap((row) => [row.name, row.fullName]),
    ...findGalleryTopicWords(id),
    GALLERY_SHELVES.find((each) => each.id === shelf)?.name ?? '',
  ];
  return { id, shelf, name, line, words, scenario, preset: null };
}

/** Returns the size of a card's scene as text, for example `25 joints · 4 targets`. */
export function sceneSizeText({ scenario }: GalleryCard): string {
  const joints = resolveScenario(scenario).tree.joints.filter(isIndependentJoint).length;
  const poses = scenario.targets.every(({ orientation }) => orientation !== null);
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;
  return `${count(joints, 'joint')} · ${count(scenario.targets.length, poses ? 'pose' : 'target')}`;
}

/** Opens the scene or page of a card. `methods`: the scene gets the current methods. */
export function openGalleryCard(page: Page, card: GalleryCard, methods = false): void {
  const { preset, scenario, address } = card;
  if (address) page.scope.services.address.follow(address);
  else if (preset && !methods) page.doc.loadPreset(preset);
  else page.doc.openScene(scenario, { methods });
}

export interface GalleryCardPictureData {
  readonly sketch: SceneSketch;
  readonly run: ThumbnailRun;
}

const pictures = new WeakMap<Scenario, GalleryCardPictureData>();

/** Returns the picture of a card, computed by running the card's scene once. */
export function computeGalleryCardPicture(
  engine: Engine,
  { scenario, shelf }: GalleryCard,
): GalleryCardPictureData {
  const cached = pictures.get(scenario);
  if (cached) return cached;
  const scene = resolveScenario(scenario);
  const made = drawRunSketch(engine, scene, shelf === 'failures' ? 'first' : 'best');
  const { slot, angles, lastGoals: goals } = made;
  const picture = { sketch: made, run: { scene, slot, angles, goals } };
  pictures.set(scenario, picture);
  return picture;
}

export const hasGalleryCardPicture = ({ scenario }: GalleryCard): boolean => pictures.has(scenario);
