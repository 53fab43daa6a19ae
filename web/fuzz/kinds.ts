/** The kinds of fuzz cases. The name of a kind and a seed reproduce a case. */
import { type Engine, replayHash } from '@iklab/core/engine';
import {
  type PlainObject,
  type Result,
  resolveScenario,
  type Scenario,
} from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { decodeLink } from '@iklab/core/scenario/link';
import { encodeLink } from '@iklab/core/scenario/link/encodeLink';
import { parse } from '@iklab/core/scenario/parse';
import { scenarioPreset, scenarioPresetIds } from '@iklab/core/scenario/presets';
import { parseText, readJson } from '@iklab/core/scenario/text';
import { drawDocument } from './documents.ts';
import { corruptDocument, corruptText } from './hostile.ts';
import {
  checkDocument,
  checkFaults,
  checkLink,
  checkWriting,
  collectFindings,
  type Findings,
} from './judge.ts';
import { makeHostileLink } from './links.ts';
import { checkMesh, checkRobot, checkStudy } from './outsideFiles.ts';
import { Random } from './random.ts';
import { checkRun } from './runs.ts';
import { checkSentences } from './wordsKind.ts';

export interface FuzzKind {
  readonly name: string;
  /** Share of this kind in the fuzzing time, relative to the shares of the other kinds. */
  readonly share: number;
  check(seed: number): Promise<Findings>;
}

const DOCUMENT_SIZE = { joints: 10, panels: 3, updates: 40 };
const NOT_OBJECT = 'must be an object; got ';
const MAX_RUN_TIME = 20_000; // ms
const MAX_FILE_TIME = 15_000; // ms, on a busy core

/** Returns the document of a preset, or a random valid document. */
export function pickDocument(random: Random, engine: Engine, wild = false): PlainObject {
  const id = random.chance(0.15) ? random.pick(scenarioPresetIds) : null;
  const preset = id && scenarioPreset(id)?.document;
  return preset
    ? { ...preset }
    : drawDocument(random, engine.catalogue, { ...DOCUMENT_SIZE, wild });
}

function parseScenario(document: unknown, { catalogue }: Engine): Scenario {
  const read = parse(document, catalogue);
  if (!read.ok) throw new Error(`a valid document is rejected: ${faultsText(read.faults)}`);
  return read.value;
}

async function checkDocumentCase(random: Random, engine: Engine): Promise<Findings> {
  const scenario = parseScenario(pickDocument(random, engine, random.chance(0.5)), engine);
  const { catalogue } = engine;
  return [...checkWriting(scenario, catalogue), ...(await checkLink(scenario, catalogue))];
}

function checkSceneCase(random: Random, engine: Engine): Findings {
  const document = drawDocument(random, engine.catalogue, {
    ...DOCUMENT_SIZE,
    wild: random.chance(0.4),
  });
  const scene = resolveScenario(parseScenario(document, engine));
  const found = checkRun(engine, scene, random, 30);
  if (!random.chance(0.1)) return found;
  const [one, other] = [replayHash(engine, scene), replayHash(engine, scene)];
  return one === other ? found : [...found, `two replays differ: ${one}, ${other}`];
}

function checkAccepted(read: Result<Scenario>, random: Random, engine: Engine): Findings {
  if (!read.ok) return [];
  const written = checkWriting(read.value, engine.catalogue);
  return [...written, ...checkRun(engine, resolveScenario(read.value), random, 3)];
}

function checkHostileCase(random: Random, engine: Engine): Findings {
  const text = corruptDocument(random, pickDocument(random, engine));
  const read = parseText(text, engine.catalogue);
  const json = readJson(text);
  const value = json.ok ? json.value : null;
  return [...checkDocument(value, read), ...checkAccepted(read, random, engine)];
}

function checkTextCase(random: Random, engine: Engine): Findings {
  const space = random.pick([0, 0, 2]);
  const text = corruptText(random, JSON.stringify(pickDocument(random, engine), null, space));
  const read = parseText(text, engine.catalogue);
  const json = readJson(text);
  if (!json.ok) return read.ok ? ['invalid JSON is accepted'] : checkFaults(read.faults, true);
  return [...checkDocument(json.value, read), ...checkAccepted(read, random, engine)];
}

async function checkLinkCase(random: Random, engine: Engine): Promise<Findings> {
  const { catalogue } = engine;
  const document = pickDocument(random, engine);
  const validLink = await encodeLink(parseScenario(document, engine), catalogue);
  const read = await decodeLink(makeHostileLink(random, document, validLink), catalogue);
  // The packed value may not be an object; its fault then has no path.
  if (!read.ok) return checkFaults(read.faults, read.faults[0]?.reason.startsWith(NOT_OBJECT));
  return checkLink(read.value.scenario, catalogue);
}

/** Returns a kind whose cases are made from seeds. `longest`: milliseconds that a case may take. */
export const makeKind = (
  name: string,
  share: number,
  make: (random: Random) => Findings | Promise<Findings>,
  longest?: number,
): FuzzKind => ({
  name,
  share,
  check: (seed) => collectFindings(() => make(new Random(seed)), longest),
});

/** Returns the kinds that need only the module, no process and no page. */
export const listKinds = (engine: Engine): FuzzKind[] => [
  makeKind('documents', 1, (random) => checkDocumentCase(random, engine)),
  makeKind('scenes', 3, (random) => checkSceneCase(random, engine), MAX_RUN_TIME),
  makeKind('hostile', 2, (random) => checkHostileCase(random, engine), MAX_RUN_TIME),
  makeKind('text', 1, (random) => checkTextCase(random, engine), MAX_RUN_TIME),
  makeKind('links', 2, (random) => checkLinkCase(random, engine)),
  makeKind('robots', 2, (random) => checkRobot(random, engine), MAX_FILE_TIME),
  makeKind('meshes', 2, checkMesh, MAX_FILE_TIME),
  makeKind(
    'studies',
    1,
    (random) => checkStudy(random, pickDocument(random, engine), engine),
    MAX_FILE_TIME,
  ),
  makeKind('words', 2, (random) => checkSentences(random, engine), MAX_RUN_TIME),
];
