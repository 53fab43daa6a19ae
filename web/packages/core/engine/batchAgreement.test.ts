/**
 * The module and the native build sample and solve the same problems: both are checked against the same
 * file. After a change of the samples, run this test once with IKLAB_UPDATE=1 to write the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toBatchSettings } from './batchSpec.ts';
import { BATCH_ROW_LENGTH, type BatchSampling, openProblemBatch } from './problemBatch.ts';
import { BATCH, BATCH_SETTING, type BatchSettingField } from './protocol.ts';
import { makePresetTestScene, testEngine } from './testEngine.ts';

const file = new URL('../../../../wasm/tests/data/batch.json', import.meta.url);
const INDEX = 5;
const SEED = 2 ** 53 - 1;

const samplings: readonly BatchSampling[] = [
  { kind: 'reachable', start: 'random' },
  { kind: 'singular', start: 'near', spread: 0.5 },
  { kind: 'box', low: [-0.5, -0.5, 0], high: [0.5, 0.5, 0.5], anyTurn: true, start: 'middle' },
  { kind: 'plane', origin: [-0.3, -0.6, 0.2], u: [0.6, 0, 0], v: [0, 0, 0.3], columns: 4, rows: 3 },
  {
    kind: 'start-plane',
    joints: ['elbow', 'shoulder-pan'],
    low: [-1, -1],
    high: [1, 1],
    columns: 4,
    rows: 3,
  },
];

const engine = await testEngine();
const scene = makePresetTestScene('arm-6', engine, {
  methods: [{ id: 'sdls' }],
  run: { mode: 'converge', maxUpdates: 200, restarts: { most: 2, every: 80 } },
});

function entryOf(sampling: BatchSampling) {
  const spec = { sampling, seed: SEED };
  const settings = Object.keys(BATCH_SETTING).map(() => 0);
  for (const [name, value] of Object.entries(toBatchSettings(spec, scene)))
    settings[BATCH_SETTING[name as BatchSettingField]] = value;
  const batch = openProblemBatch(engine, scene, spec);
  const row = batch.solve(scene.scenario.methods[0] as never, INDEX, 1);
  const { start, targets, seed } = batch.draw(INDEX);
  batch.delete();
  const [goal] = targets.map(({ position, orientation }) => [...position, ...orientation]);
  const [solved, updates, restarts] = [row[BATCH.solved], row[BATCH.updates], row[BATCH.restarts]];
  expect(row.length).toBe(BATCH_ROW_LENGTH);
  return { settings, index: INDEX, start, goal, seed, solved, updates, restarts };
}

test('the module reproduces the batch rows that the native build is checked against', () => {
  const made = samplings.map(entryOf);
  if (process.env.IKLAB_UPDATE)
    writeFileSync(file, `[\n${made.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as typeof made;
  const near = (numbers: readonly number[] = []) => numbers.map((x) => expect.closeTo(x, 12));
  expect(made).toEqual(
    kept.map((entry) => ({ ...entry, start: near(entry.start), goal: near(entry.goal) })),
  );
});
