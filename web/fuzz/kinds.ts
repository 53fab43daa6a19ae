/** The kinds of fuzz cases. The name of a kind and a seed reproduce a case. */
import { type Engine, replayHash } from 'iklab/engine';
import {
  decodeLink,
  encodeLink,
  faultsText,
  type PlainObject,
  parse,
  parseText,
  type Result,
  readJson,
  resolve,
  type Scenario,
  scenarioPreset,
  scenarioPresetIds,
} from 'iklab/scenario';
import { anyDocument } from './documents.ts';
import { damagedText, spoiltDocument } from './hostile.ts';
import {
  documentFindings,
  type Findings,
  faultFindings,
  guarded,
  linkFindings,
  writingFindings,
} from './judge.ts';
import { hostileLink } from './links.ts';
import { meshFindings, robotFindings, studyFindings } from './outsideFiles.ts';
import { Random } from './random.ts';
import { runFindings } from './runs.ts';
import { wordFindings } from './wordsKind.ts';

export interface CaseKind {
  readonly name: string;
  /** Share of the time, relative to the other kinds. */
  readonly share: number;
  findings(seed: number): Promise<Findings>;
}

const SIZE = { joints: 10, panels: 3, updates: 40 };
const NO_OBJECT = 'must be an object; got ';
const LONGEST_RUN = 20_000; // ms
const LONGEST_FILE = 15_000; // ms, on a busy core

/** Returns the document of a preset, or a random valid document. */
export function someDocument(random: Random, engine: Engine, wild = false): PlainObject {
  const id = random.chance(0.15) ? random.pick(scenarioPresetIds) : null;
  const preset = id && scenarioPreset(id)?.document;
  return preset ? { ...preset } : anyDocument(random, engine.catalogue, { ...SIZE, wild });
}

function scenarioOf(document: unknown, { catalogue }: Engine): Scenario {
  const read = parse(document, catalogue);
  if (!read.ok) throw new Error(`a valid document is rejected: ${faultsText(read.faults)}`);
  return read.value;
}

async function documentKind(random: Random, engine: Engine): Promise<Findings> {
  const scenario = scenarioOf(someDocument(random, engine, random.chance(0.5)), engine);
  const { catalogue } = engine;
  return [...writingFindings(scenario, catalogue), ...(await linkFindings(scenario, catalogue))];
}

function sceneKind(random: Random, engine: Engine): Findings {
  const document = anyDocument(random, engine.catalogue, { ...SIZE, wild: random.chance(0.4) });
  const scene = resolve(scenarioOf(document, engine));
  const found = runFindings(engine, scene, random, 30);
  if (!random.chance(0.1)) return found;
  const [one, other] = [replayHash(engine, scene), replayHash(engine, scene)];
  return one === other ? found : [...found, `two replays differ: ${one}, ${other}`];
}

/** Checks that an accepted document can be written and run. */
function acceptedFindings(read: Result<Scenario>, random: Random, engine: Engine): Findings {
  if (!read.ok) return [];
  const written = writingFindings(read.value, engine.catalogue);
  return [...written, ...runFindings(engine, resolve(read.value), random, 3)];
}

function hostileKind(random: Random, engine: Engine): Findings {
  const text = spoiltDocument(random, someDocument(random, engine));
  const read = parseText(text, engine.catalogue);
  const json = readJson(text);
  const value = json.ok ? json.value : null;
  return [...documentFindings(value, read), ...acceptedFindings(read, random, engine)];
}

function textKind(random: Random, engine: Engine): Findings {
  const space = random.pick([0, 0, 2]);
  const text = damagedText(random, JSON.stringify(someDocument(random, engine), null, space));
  const read = parseText(text, engine.catalogue);
  const json = readJson(text);
  if (!json.ok) return read.ok ? ['invalid JSON is accepted'] : faultFindings(read.faults, true);
  return [...documentFindings(json.value, read), ...acceptedFindings(read, random, engine)];
}

async function linkKind(random: Random, engine: Engine): Promise<Findings> {
  const { catalogue } = engine;
  const document = someDocument(random, engine);
  const own = await encodeLink(scenarioOf(document, engine), catalogue);
  const read = await decodeLink(hostileLink(random, document, own), catalogue);
  // The packed value may not be an object; its fault then has no path.
  if (!read.ok) return faultFindings(read.faults, read.faults[0]?.reason.startsWith(NO_OBJECT));
  return linkFindings(read.value.scenario, catalogue);
}

/** Returns a kind whose cases are made from seeds. `longest`: milliseconds that a case may take. */
export const seeded = (
  name: string,
  share: number,
  make: (random: Random) => Findings | Promise<Findings>,
  longest?: number,
): CaseKind => ({
  name,
  share,
  findings: (seed) => guarded(() => make(new Random(seed)), longest),
});

/** Returns the kinds that need only the module, no process and no page. */
export const kindsOf = (engine: Engine): CaseKind[] => [
  seeded('documents', 1, (random) => documentKind(random, engine)),
  seeded('scenes', 3, (random) => sceneKind(random, engine), LONGEST_RUN),
  seeded('hostile', 2, (random) => hostileKind(random, engine), LONGEST_RUN),
  seeded('text', 1, (random) => textKind(random, engine), LONGEST_RUN),
  seeded('links', 2, (random) => linkKind(random, engine)),
  seeded('robots', 2, (random) => robotFindings(random, engine), LONGEST_FILE),
  seeded('meshes', 2, meshFindings, LONGEST_FILE),
  seeded(
    'studies',
    1,
    (random) => studyFindings(random, someDocument(random, engine), engine),
    LONGEST_FILE,
  ),
  seeded('words', 2, (random) => wordFindings(random, engine), LONGEST_RUN),
];
