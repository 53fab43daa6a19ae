import { MAX_LINK_BYTES } from '../checks/bounds.ts';
import { documentDefaults } from '../defaults.ts';
import type { Catalogue } from '../methods/catalogue.ts';
import { parseScenarioDocument } from '../parse.ts';
import { loadedScenarioPresetIds, scenarioPreset } from '../presets/presets.ts';
import { MAX_LINK_FRAMES, MAX_LINK_SIZE_TEXT } from './decodeLink.ts';
import type { LinkSettings } from './linkSettings.ts';
import { packLinkText } from './packing.ts';
import '../presets/robotShelf.ts';
import type { Scenario } from '../types.ts';
import { CURRENT_DOCUMENT_VERSION, versionDefaults } from '../versions.ts';
import { compactDocument, deepEqual, type PlainObject, shortestDocument } from '../write.ts';

type DocumentWriter = (scenario: Scenario, catalogue: Catalogue) => PlainObject;
// Their lengths do not predict which packs best, so both are packed.
const writers: readonly DocumentWriter[] = [compactDocument, shortestDocument];

/** Reports that a link is too long to be opened; the message states its length. */
export class LinkTooLongError extends Error {}

/** Returns the shortest fragment for the scenario. Throws a LinkTooLongError beyond MAX_LINK_BYTES. */
export async function encodeLink(scenario: Scenario, catalogue: Catalogue): Promise<string> {
  const documents = writers.flatMap((write) => {
    const document = write(scenario, catalogue);
    return [document, ...presetChanges(document, scenario, write, catalogue)];
  });
  // Presets that share a tree often give the same text.
  const texts = new Set(
    documents.map((each) => JSON.stringify({ ...each, build: catalogue.build })),
  );
  const packed = await Promise.all([...texts].map(packLinkText));
  const shortest = packed.reduce((best, text) => (text.length < best.length ? text : best));
  return checkFragmentLength(`#s=1.${shortest}`);
}

/** Returns the fragment unchanged; throws a LinkTooLongError beyond `MAX_LINK_BYTES`. */
export function checkFragmentLength(fragment: string): string {
  const { length } = fragment;
  if (length <= MAX_LINK_BYTES) return fragment;
  throw new LinkTooLongError(`must be at most ${MAX_LINK_SIZE_TEXT}, would have ${length}`);
}

export function linkSettingsText(
  { layout, play, frame, hidden }: LinkSettings,
  { methods }: Scenario,
): string {
  const panels = methods.flatMap(({ slot }, i) => (hidden?.includes(slot) ? [i + 1] : []));
  return [
    layout === null ? '' : `&layout=${layout}`,
    play === null ? '' : `&play=${play ? 1 : 0}`,
    frame === null ? '' : `&frame=${Math.min(frame, MAX_LINK_FRAMES)}`,
    panels.length === 0 ? '' : `&hidden=${panels.join(',')}`,
  ].join('');
}

function presetChanges(
  document: PlainObject,
  scenario: Scenario,
  write: DocumentWriter,
  catalogue: Catalogue,
): PlainObject[] {
  return presetScenarios(catalogue).flatMap(([id, preset]) => {
    const shared =
      deepEqual(preset.tree, scenario.tree) || deepEqual(preset.targets, scenario.targets);
    if (!shared) return [];
    const difference = changedEntries(document, write(preset, catalogue));
    const relative = { iklab: CURRENT_DOCUMENT_VERSION, preset: id, ...difference };
    // A default that depends on the tree may be different in the preset.
    const read = parseScenarioDocument(relative, catalogue);
    return read.ok && deepEqual(read.value, scenario) ? [relative] : [];
  });
}

const presetCache = new WeakMap<Catalogue, [string, Scenario][]>();

function presetScenarios(catalogue: Catalogue): [string, Scenario][] {
  const cached = presetCache.get(catalogue);
  if (cached) return cached;
  const made = loadedScenarioPresetIds().flatMap((id): [string, Scenario][] => {
    const preset = parseScenarioDocument(scenarioPreset(id)?.document, catalogue);
    return preset.ok ? [[id, preset.value]] : [];
  });
  presetCache.set(catalogue, made);
  return made;
}

function changedEntries(document: PlainObject, base: PlainObject): PlainObject {
  const { limitPolicy } = versionDefaults[CURRENT_DOCUMENT_VERSION];
  // Values of top-level keys that a document leaves out.
  const absent: PlainObject = { ...documentDefaults, limitPolicy, run: {}, view: {} };
  const keys = new Set([...Object.keys(document), ...Object.keys(base)]);
  const changed = [...keys].filter((key) => !deepEqual(document[key], base[key]));
  return Object.fromEntries(changed.map((key) => [key, document[key] ?? absent[key]]));
}
