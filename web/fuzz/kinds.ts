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
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset, scenarioPresetIds } from '@iklab/core/scenario/presets';
import { parseDocumentText, readJson } from '@iklab/core/scenario/text';
import { makeRandomDocument } from './documents.ts';
import { corruptDocument, corruptText } from './hostile.ts';
import {
  checkDocumentFaults,
  checkInputFaults,
  checkScenarioLink,
  checkScenarioWriting,
  collectFindings,
  type FuzzFindings,
} from './judge.ts';
import { makeHostileLink } from './links.ts';
import { checkHostileMesh, checkHostileRobot, checkRandomStudy } from './outsideFiles.ts';
import { Random } from './random.ts';
import { checkRun } from './runs.ts';
import { checkShownSentences } from './wordsKind.ts';

export interface FuzzKind {
  readonly name: string;
  /** Share of this kind in the fuzzing time, relative to the shares of the other kinds. */
  readonly share: number;
  check(seed: number): Promise<FuzzFindings>;
}

const DOCUMENT_SIZE = { joints: 10, panels: 3, updates: 40 };
const NOT_OBJECT = 'must be an object; got ';
const MAX_RUN_TIME = 20_000; // ms
const MAX_FILE_TIME = 15_000; // ms, on a busy core

/** Returns the document of a preset, or a random valid document. */
export function pickFuzzDocument(random: Random, engine: Engine, wild = false): PlainObject {
  const id = random.chance(0.15) ? random.pick(scenarioPresetIds) : null;
  const preset = id && scenarioPreset(id)?.document;
  return preset
    ? { ...preset }
    : makeRandomDocument(random, engine.catalogue, { ...DOCUMENT_SIZE, wild });
}

function parseScenario(document: unknown, { catalogue }: Engine): Scenario {
  const read = parseScenarioDocument(document, catalogue);
  if (!read.ok) throw new Error(`a valid document is rejected: ${faultsText(read.faults)}`);
  return read.value;
}

async function checkDocumentCase(random: Random, engine: Engine): Promise<FuzzFindings> {
  const scenario = parseScenario(pickFuzzDocument(random, engine, random.chance(0.5)), engine);
  const { catalogue } = engine;
  return [
    ...checkScenarioWriting(scenario, catalogue),
    ...(await checkScenarioLink(scenario, catalogue)),
  ];
}

function checkSceneCase(random: Random, engine: Engine): FuzzFindings {
  const document = makeRandomDocument(random, engine.catalogue, {
    ...DOCUMENT_SIZE,
    wild: random.chance(0.4),
  });
  const scene = resolveScenario(parseScenario(document, engine));
  const found = checkRun(engine, scene, random, 30);
  if (!random.chance(0.1)) return found;
  const [one, other] = [replayHash(engine, scene), replayHash(engine, scene)];
  return one === other ? found : [...found, `two replays differ: ${one}, ${other}`];
}

function checkAccepted(read: Result<Scenario>, random: Random, engine: Engine): FuzzFindings {
  if (!read.ok) return [];
  const written = checkScenarioWriting(read.value, engine.catalogue);
  return [...written, ...checkRun(engine, resolveScenario(read.value), random, 3)];
}

function checkHostileCase(random: Random, engine: Engine): FuzzFindings {
  const text = corruptDocument(random, pickFuzzDocument(random, engine));
  const read = parseDocumentText(text, engine.catalogue);
  const json = readJson(text);
  const value = json.ok ? json.value : null;
  return [...checkDocumentFaults(value, read), ...checkAccepted(read, random, engine)];
}

function checkTextCase(random: Random, engine: Engine): FuzzFindings {
  const space = random.pick([0, 0, 2]);
  const text = corruptText(random, JSON.stringify(pickFuzzDocument(random, engine), null, space));
  const read = parseDocumentText(text, engine.catalogue);
  const json = readJson(text);
  if (!json.ok) return read.ok ? ['invalid JSON is accepted'] : checkInputFaults(read.faults, true);
  return [...checkDocumentFaults(json.value, read), ...checkAccepted(read, random, engine)];
}

async function checkLinkCase(random: Random, engine: Engine): Promise<FuzzFindings> {
  const { catalogue } = engine;
  const document = pickFuzzDocument(random, engine);
  const validLink = await encodeLink(parseScenario(document, engine), catalogue);
  const read = await decodeLink(makeHostileLink(random, document, validLink), catalogue);
  // The packed value may not be an object; its fault then has no path.
  if (!read.ok) return checkInputFaults(read.faults, read.faults[0]?.reason.startsWith(NOT_OBJECT));
  return checkScenarioLink(read.value.scenario, catalogue);
}

/** Returns a kind whose cases are made from seeds. `longest`: milliseconds that a case may take. */
export const makeFuzzKind = (
  name: string,
  share: number,
  make: (random: Random) => FuzzFindings | Promise<FuzzFindings>,
  longest?: number,
): FuzzKind => ({
  name,
  share,
  check: (seed) => collectFindings(() => make(new Random(seed)), longest),
});

/** Returns the kinds that need only the module, no process and no page. */
export const listModuleFuzzKinds = (engine: Engine): FuzzKind[] => [
  makeFuzzKind('documents', 1, (random) => checkDocumentCase(random, engine)),
  makeFuzzKind('scenes', 3, (random) => checkSceneCase(random, engine), MAX_RUN_TIME),
  makeFuzzKind('hostile', 2, (random) => checkHostileCase(random, engine), MAX_RUN_TIME),
  makeFuzzKind('text', 1, (random) => checkTextCase(random, engine), MAX_RUN_TIME),
  makeFuzzKind('links', 2, (random) => checkLinkCase(random, engine)),
  makeFuzzKind('robots', 2, (random) => checkHostileRobot(random, engine), MAX_FILE_TIME),
  makeFuzzKind('meshes', 2, checkHostileMesh, MAX_FILE_TIME),
  makeFuzzKind(
    'studies',
    1,
    (random) => checkRandomStudy(random, pickFuzzDocument(random, engine), engine),
    MAX_FILE_TIME,
  ),
  makeFuzzKind('words', 2, (random) => checkShownSentences(random, engine), MAX_RUN_TIME),
];
