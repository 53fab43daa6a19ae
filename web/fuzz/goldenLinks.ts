/**
 * Golden links: the link of every preset in a released build, and its meaning, which is the packed
 * full document with the mechanism written out.
 */
import { type Engine, loadEngine, replayHash } from '@iklab/core/engine';
import {
  fullDocument,
  type PlainObject,
  resolveScenario,
  type Scenario,
} from '@iklab/core/scenario';
import { packLinkText, unpackLinkText } from '@iklab/core/scenario/link';
import { encodeLink } from '@iklab/core/scenario/link/encodeLink';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset, scenarioPresetIds } from '@iklab/core/scenario/presets';

export { loadEngine };

export interface GoldenLink {
  readonly preset: string;
  readonly link: string;
  readonly hash: string;
  readonly meaning: string;
}

export interface GoldenBuild {
  readonly build: string;
  readonly links: readonly GoldenLink[];
}

/**
 * Returns everything of a scenario on which its run depends: the full document with tree and start
 * pose.
 */
export function getRunInputs(scenario: Scenario): PlainObject {
  const { tree, start } = resolveScenario(scenario);
  return { ...fullDocument(scenario), run: { ...scenario.run }, tree, start };
}

export const unpackRunInputs = async (packed: string): Promise<PlainObject> =>
  JSON.parse(await unpackLinkText(packed));

export async function makeGoldenBuild(engine: Engine): Promise<GoldenBuild> {
  const { catalogue } = engine;
  const links = scenarioPresetIds.map(async (preset): Promise<GoldenLink> => {
    const parsed = parseScenarioDocument(scenarioPreset(preset)?.document, catalogue);
    if (!parsed.ok) throw new Error(`the preset ${preset} is rejected`);
    const scenario = parsed.value;
    const link = await encodeLink(scenario, catalogue);
    const hash = replayHash(engine, resolveScenario(scenario));
    return {
      preset,
      link,
      hash,
      meaning: await packLinkText(JSON.stringify(getRunInputs(scenario))),
    };
  });
  return { build: catalogue.build, links: await Promise.all(links) };
}
