/** Presets without a file, as Python stores them: with mechanisms and constants written out. */
import { expect, test } from 'vitest';
import { parse } from '../scenario/parse.ts';
import { knownScenarioIds, scenarioPreset } from '../scenario/presets.ts';
import { resolve } from '../scenario/resolve.ts';
import { shelfRobots } from '../scenario/robotShelf.ts';
import { fullDocument } from '../scenario/write.ts';
import { testEngine } from './testEngine.ts';

const { catalogue } = await testEngine();
const FILE = '../../../../wasm/python/iklab/scenes.json';

/** Keeps missing stop rules missing, because a study of version 2 has other defaults. */
function sceneOf(id: string): object {
  const document = scenarioPreset(id)?.document as { readonly run?: object };
  const read = parse(document, catalogue);
  if (!read.ok) throw new Error(`the preset ${id} is at fault`);
  const { view: _, ...full } = fullDocument(read.value);
  const { tree, start } = resolve(read.value);
  return { ...full, iklab: 1, tree, start, run: document.run ?? {} };
}

test('are up to date: write them by vitest -u', async () => {
  const files = shelfRobots.map(({ id }) => id); // Python has their files.
  const ids = knownScenarioIds().filter((id) => !files.includes(id));
  const lines = ids.map((id) => `${JSON.stringify(id)}: ${JSON.stringify(sceneOf(id))}`);
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot(FILE);
});
