/** The scenario in a link, written: the shortest text that stands for it. */
import { MAX_LINK_BYTES } from './bounds.ts';
import type { Catalogue } from './catalogue.ts';
import { MAX_LINK_TEXT, MOST_FRAMES } from './decodeLink.ts';
import { topDefaults } from './defaults.ts';
import type { LinkSettings } from './linkSettings.ts';
import { pack } from './packing.ts';
import { parse } from './parse.ts';
import { knownScenarioIds, scenarioPreset } from './presets.ts';
import './robotShelf.ts';
import type { Scenario } from './types.ts';
import { CURRENT, versionDefaults } from './versions.ts';
import { compactDocument, deepEqual, type PlainObject, shortestDocument } from './write.ts';

type Write = (scenario: Scenario, catalogue: Catalogue) => PlainObject;
// which of these packs best is not to be told from their lengths
const writers: readonly Write[] = [compactDocument, shortestDocument];

/** No link can hold the scenario; the message says how long it would be. */
export class LinkFault extends Error {}

/** The shortest fragment that stands for the scenario. Throws a LinkFault beyond MAX_LINK_BYTES. */
export async function encodeLink(scenario: Scenario, catalogue: Catalogue): Promise<string> {
  const documents = writers.flatMap((write) => {
    const document = write(scenario, catalogue);
    return [document, ...relatives(document, scenario, write, catalogue)];
  });
  // presets that share their tree make many a text twice
  const texts = new Set(
    documents.map((each) => JSON.stringify({ ...each, build: catalogue.build })),
  );
  const packed = await Promise.all([...texts].map(pack));
  const shortest = packed.reduce((best, text) => (text.length < best.length ? text : best));
  return checkedFragment(`#s=1.${shortest}`);
}

/** A fragment as it is, if it can be opened again; else throws a LinkFault. */
export function checkedFragment(fragment: string): string {
  const { length } = fragment;
  if (length <= MAX_LINK_BYTES) return fragment;
  throw new LinkFault(`must be at most ${MAX_LINK_TEXT}, would have ${length}`);
}

/** What follows the scenario in a link, so that it opens at this moment; '' for nothing said. */
export function settingsText(
  { layout, play, frame, hidden }: LinkSettings,
  { methods }: Scenario,
): string {
  const panels = methods.flatMap(({ slot }, i) => (hidden?.includes(slot) ? [i + 1] : []));
  return [
    layout === null ? '' : `&layout=${layout}`,
    play === null ? '' : `&play=${play ? 1 : 0}`,
    frame === null ? '' : `&frame=${Math.min(frame, MOST_FRAMES)}`,
    panels.length === 0 ? '' : `&hidden=${panels.join(',')}`,
  ].join('');
}

/** The document said as a change of each preset that shares a part of it. */
function relatives(
  document: PlainObject,
  scenario: Scenario,
  write: Write,
  catalogue: Catalogue,
): PlainObject[] {
  return presetScenarios(catalogue).flatMap(([id, preset]) => {
    const shared =
      deepEqual(preset.tree, scenario.tree) || deepEqual(preset.targets, scenario.targets);
    if (!shared) return [];
    const own = changes(document, write(preset, catalogue));
    const relative = { iklab: CURRENT, preset: id, ...own };
    // a default that hangs on the tree may be another in the preset
    const read = parse(relative, catalogue);
    return read.ok && deepEqual(read.value, scenario) ? [relative] : [];
  });
}

const presetsOf = new WeakMap<Catalogue, [string, Scenario][]>();

function presetScenarios(catalogue: Catalogue): [string, Scenario][] {
  const known = presetsOf.get(catalogue);
  if (known) return known;
  const made = knownScenarioIds().flatMap((id): [string, Scenario][] => {
    const preset = parse(scenarioPreset(id)?.document, catalogue);
    return preset.ok ? [[id, preset.value]] : [];
  });
  presetsOf.set(catalogue, made);
  return made;
}

function changes(document: PlainObject, base: PlainObject): PlainObject {
  const { limitPolicy } = versionDefaults[CURRENT];
  // what a top-level key stands for where a document has none
  const absent: PlainObject = { ...topDefaults, limitPolicy, run: {}, view: {} };
  const keys = new Set([...Object.keys(document), ...Object.keys(base)]);
  const changed = [...keys].filter((key) => !deepEqual(document[key], base[key]));
  return Object.fromEntries(changed.map((key) => [key, document[key] ?? absent[key]]));
}
