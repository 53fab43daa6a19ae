/** The presets without a file of their own, written out in full for Python. */
import { expect, test } from 'vitest';
import { parseScenarioDocument } from '../scenario/parse.ts';
import { loadedScenarioPresetIds, scenarioPreset } from '../scenario/presets/presets.ts';
import { knownRobotPresets } from '../scenario/presets/robotShelf.ts';
import { resolveScenario } from '../scenario/resolveScenario.ts';
import { fullDocument } from '../scenario/write.ts';
import { testEngine } from './testEngine.ts';

const { catalogue } = await testEngine();
const FILE = '../../../../wasm/python/iklab/scenes.json';

/** Returns the full document, but without default stop rules: those of a version 2 study differ. */
function sceneOf(id: string): object {
  const document = scenarioPreset(id)?.document as { readonly run?: object };
  const read = parseScenarioDocument(document, catalogue);
  if (!read.ok) throw new Error(`the preset ${id} is at fault`);
  const { view: _, ...full } = fullDocument(read.value);
  const { tree, start } = resolveScenario(read.value);
  return { ...full, iklab: 1, tree, start, run: document.run ?? {} };
}

test('scenes.json of the Python package is up to date (vitest -u writes it)', async () => {
  const files = knownRobotPresets.map(({ id }) => id); // the Python package has their files
  const ids = loadedScenarioPresetIds().filter((id) => !files.includes(id));
  const lines = ids.map((id) => `${JSON.stringify(id)}: ${JSON.stringify(sceneOf(id))}`);
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot(FILE);
});
