/** Reads links: `#s=1....`, or `#preset=...&methods=...`, which is written by hand. */
import { MAX_LINK_BYTES } from '../checks/bounds.ts';
import { refusedResult } from '../checks/faults.ts';
import { isRecord } from '../checks/shapes.ts';
import { listWords, quoteInOneLine } from '../checks/words.ts';
import type { Catalogue } from '../methods/catalogue.ts';
import { parseHoldingFormulas } from '../methods/heldFormula.ts';
import { parseScenarioDocument } from '../parse.ts';
import { defaultLinkPresetId, scenarioPreset } from '../presets/presets.ts';
import type { Result, Scenario } from '../types.ts';
import { CURRENT_DOCUMENT_VERSION } from '../versions.ts';
import { type LinkSettings, PANE_LAYOUTS } from './linkSettings.ts';
import { PackingFault, unpackLinkText } from './packing.ts';

export const MAX_LINK_FRAMES = 999_999;
export const MAX_LINK_SIZE_TEXT = `32 KiB (${MAX_LINK_BYTES} characters)`;

export interface DecodedLink {
  readonly scenario: Scenario;
  readonly build: string | null;
  readonly settings: LinkSettings;
  readonly document: unknown;
}

/**
 * Reads the scenario and settings of a link: a URL, or its fragment with or without '#'. Never
 * throws. `hold`: keeps faulty formulas without running them.
 */
export async function decodeLink(
  text: string,
  catalogue: Catalogue,
  { hold = false } = {},
): Promise<Result<DecodedLink>> {
  const trimmed = text.trim();
  const start = trimmed.indexOf('#');
  const { length } = trimmed.slice(Math.max(0, start));
  if (length > MAX_LINK_BYTES)
    return refuseLink(`must be at most ${MAX_LINK_SIZE_TEXT}; got ${length}`);
  if (start < 0 && trimmed.includes('://')) return refuseEmpty();
  const fragment = trimmed.slice(start + 1);
  const entries = readEntries(fragment);
  if (!entries.ok) return entries;
  const settings = readSettings(entries.value);
  if (!settings.ok) return settings;
  const document = entries.value.has('s')
    ? await readPacked(entries.value)
    : readPlain(entries.value);
  if (!document.ok) return document;
  const preset = isRecord(document.value) ? document.value.preset : undefined;
  // Loaded on demand, so that the page starts faster.
  if (typeof preset === 'string' && !scenarioPreset(preset))
    await import('../presets/robotShelf.ts');
  const scenario = (hold ? parseHoldingFormulas : parseScenarioDocument)(document.value, catalogue);
  if (!scenario.ok) return scenario;
  const hidden = readHidden(entries.value.get('hidden'), scenario.value);
  if (!hidden.ok) return hidden;
  const build = isRecord(document.value) ? document.value.build : null;
  return {
    ok: true,
    value: {
      scenario: scenario.value,
      build: typeof build === 'string' ? build : null,
      settings: { ...settings.value, hidden: hidden.value },
      document: document.value,
    },
  };
}

const refuseLink = (reason: string) => refusedResult(reason, 'link');
const refuseEmpty = () => refuseLink('holds no scenario: it has nothing after #');

type Entries = ReadonlyMap<string, string>;
const knownKeys = ['s', 'preset', 'methods', 'layout', 'play', 'frame', 'hidden'];

function readEntries(fragment: string): Result<Entries> {
  const entries = new Map<string, string>();
  if (fragment === '') return refuseEmpty();
  for (const part of fragment.split('&')) {
    const split = part.indexOf('=');
    const key = split < 0 ? part : part.slice(0, split);
    if (!knownKeys.includes(key)) {
      return refuseLink(`unknown key ${quoteInOneLine(key)}; known: ${listWords(knownKeys)}`);
    }
    if (split < 0) return refuseLink(`${key} needs a value: ${key}=…`);
    if (entries.has(key)) return refuseLink(`has ${key} twice`);
    const value = decodeText(part.slice(split + 1));
    if (value === null) return refuseLink(`${key} has a % that is no escape`);
    entries.set(key, value);
  }
  return { ok: true, value: entries };
}

function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function readSettings(entries: Entries): Result<LinkSettings> {
  const [layout, play, frame] = ['layout', 'play', 'frame'].map((key) => entries.get(key));
  const layoutName = PANE_LAYOUTS.find((name) => name === layout) ?? null;
  if (layout !== undefined && layoutName === null) {
    return refuseLink(
      `layout must be one of ${listWords(PANE_LAYOUTS)}; got ${quoteInOneLine(layout)}`,
    );
  }
  if (play !== undefined && play !== '0' && play !== '1') {
    return refuseLink(`play must be 0 or 1; got ${quoteInOneLine(play)}`);
  }
  if (frame !== undefined && !/^\d{1,6}$/.test(frame)) {
    return refuseLink(
      `frame must be a whole number from 0 to 999999; got ${quoteInOneLine(frame)}`,
    );
  }
  return {
    ok: true,
    value: {
      layout: layoutName,
      play: play === undefined ? null : play === '1',
      frame: frame === undefined ? null : Number(frame),
      hidden: null,
    },
  };
}

function readHidden(text: string | undefined, { methods }: Scenario): Result<number[] | null> {
  if (text === undefined) return { ok: true, value: null };
  const numbers = text.split(',');
  const validNumbers = methods.map((_, i) => String(i + 1));
  const invalidNumber = numbers.find((number) => !validNumbers.includes(number));
  if (invalidNumber !== undefined)
    return refuseLink(
      `hidden must be numbers of panels from 1 to ${methods.length}; got ${quoteInOneLine(text)}`,
    );
  const slots = methods.flatMap(({ slot }, i) => (numbers.includes(String(i + 1)) ? [slot] : []));
  if (slots.length === methods.length)
    return refuseLink('hidden must leave a panel to see; got them all');
  return { ok: true, value: slots };
}

async function readPacked(entries: Entries): Promise<Result<unknown>> {
  if (entries.has('preset') || entries.has('methods')) {
    return refuseLink('must have either s, or preset and methods; got both');
  }
  const [, version, packed] = /^([^.]*)\.?(.*)$/s.exec(entries.get('s') ?? '') ?? [];
  if (version !== '1') {
    return refuseLink(
      `must begin with s=1., the version of the link; got s=${quoteInOneLine(version ?? '')}`,
    );
  }
  try {
    const { readJson } = await import('../text.ts'); // Loaded on demand.
    const read = readJson(await unpackLinkText(packed ?? ''));
    return read.ok ? read : { ok: false, faults: read.faults.map((f) => ({ ...f, path: 'link' })) };
  } catch (error) {
    if (error instanceof PackingFault) return refuseLink(error.message);
    throw error;
  }
}

function readPlain(entries: Entries): Result<unknown> {
  const preset = entries.get('preset') ?? defaultLinkPresetId;
  const methods = entries.get('methods');
  if (!entries.has('preset') && methods === undefined) {
    return refuseLink('holds no scenario: it needs s, preset or methods');
  }
  const document = { iklab: CURRENT_DOCUMENT_VERSION, preset };
  if (methods === undefined) return { ok: true, value: document };
  return {
    ok: true,
    value: { ...document, methods: methods.split(',').map((id) => ({ id: id.trim() })) },
  };
}
