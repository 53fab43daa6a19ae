/** Replay hashes are equal in Node with either of its compilers, in Chromium and in Firefox. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadEngine } from '@iklab/core/engine';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { scenarioPreset, scenarioPresetIds } from '@iklab/core/scenario/presets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRandomDocument } from '../fuzz/documents.ts';
import { Random } from '../fuzz/random.ts';
import { makeRandomTree, RANDOM_TREE_FORMS } from '../fuzz/randomTrees.ts';
import { JsEngineBundle } from './engines.ts';
import { secondTierTest } from './tiers.ts';

const RANDOM_SCENES = 300;
const SEED = 20261122;
const wasm = fileURLToPath(new URL('../packages/core/engine/build/iklab.wasm', import.meta.url));

let engines: JsEngineBundle;
let documents: unknown[];
let inNode: unknown;

/** A scene with target clamps whose default distance depends on the links. */
function defaultClamps(random: Random) {
  const tree = makeRandomTree(random, random.pick(['mixed', 'revolute', 'points']), 6);
  const tip = { effector: 'tip', position: [0.5, 0.4, 0.1] };
  const motion = { kind: 'sine', amplitude: [1, 1, 0], period: [2, 3, 1] };
  const methods = [
    { id: 'dls', targetClamp: { mode: 'adaptive' } },
    { id: 'sdls', targetClamp: { mode: 'fixed' } },
  ];
  return { iklab: 1, tree, targets: [{ ...tip, motion }], methods };
}

/** Random scenes that use every way to write a mechanism in turn. */
function randomScenes(catalogue: Catalogue): unknown[] {
  return Array.from({ length: RANDOM_SCENES }, (_, i) => {
    const random = new Random(SEED + i);
    const way = RANDOM_TREE_FORMS[i % (RANDOM_TREE_FORMS.length + 1)];
    if (!way) return defaultClamps(random);
    return makeRandomDocument(random, catalogue, {
      treeForm: way,
      joints: 8,
      panels: 2,
      updates: 40,
    });
  });
}

beforeAll(async () => {
  const { catalogue } = await loadEngine({ wasmBinary: await readFile(wasm) });
  const presets = scenarioPresetIds.map((id) => scenarioPreset(id)?.document);
  documents = [...presets, ...randomScenes(catalogue)];
  engines = await JsEngineBundle.of('fuzz/hashes.ts', 'computeHashes', documents);
  inNode = await engines.node();
});
afterAll(() => engines?.close());

test(`${RANDOM_SCENES} random scenes and all presets have a hash, and most hashes differ`, () => {
  expect(inNode).toHaveLength(documents.length);
  for (const hash of inNode as string[]) expect(hash).toMatch(/^[0-9a-f]{16}$/);
  const kinds = new Set(inNode as string[]);
  expect(kinds.size).toBeGreaterThan(0.9 * documents.length); // the scenes differ
});

secondTierTest.each(['--liftoff-only', '--no-liftoff'])(
  'hashes in Node with %s equal those of Node',
  async (flag) => {
    expect(await engines.node(flag)).toEqual(inNode);
  },
);

test('hashes in Chromium equal those of Node', async () => {
  expect(await engines.chromium()).toEqual(inNode);
});

secondTierTest('hashes in Firefox equal those of Node', async () => {
  expect(await engines.firefox()).toEqual(inNode);
});
