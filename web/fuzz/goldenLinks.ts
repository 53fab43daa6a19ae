/**
 * Golden links: what every preset's link of each released build was, and what it meant: the whole
 * document with its mechanism written out, packed.
 */
import { type Engine, loadEngine, replayHash } from 'iklab/engine';
import {
  encodeLink,
  fullDocument,
  type PlainObject,
  pack,
  parse,
  resolve,
  type Scenario,
  scenarioPreset,
  scenarioPresetIds,
  unpack,
} from 'iklab/scenario';

export { loadEngine };

export interface GoldenLink {
  readonly preset: string;
  readonly link: string;
  /** Replay hash. */
  readonly hash: string;
  readonly meaning: string;
}

export interface GoldenBuild {
  readonly build: string;
  readonly links: readonly GoldenLink[];
}

/** All that a run hangs on. */
export function meaningOf(scenario: Scenario): PlainObject {
  const { tree, start } = resolve(scenario);
  return { ...fullDocument(scenario), run: { ...scenario.run }, tree, start };
}

export const readMeaning = async (packed: string): Promise<PlainObject> =>
  JSON.parse(await unpack(packed));

/** Those of this build. */
export async function goldenBuild(engine: Engine): Promise<GoldenBuild> {
  const { catalogue } = engine;
  const links = scenarioPresetIds.map(async (preset): Promise<GoldenLink> => {
    const parsed = parse(scenarioPreset(preset)?.document, catalogue);
    if (!parsed.ok) throw new Error(`${preset} is refused`);
    const scenario = parsed.value;
    const link = await encodeLink(scenario, catalogue);
    const hash = replayHash(engine, resolve(scenario));
    return { preset, link, hash, meaning: await pack(JSON.stringify(meaningOf(scenario))) };
  });
  return { build: catalogue.build, links: await Promise.all(links) };
}
