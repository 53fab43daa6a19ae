/**
 * The module and the native build agree: the angles of every method after ten updates on these presets
 * are checked against the same file. Other tests check whether the numbers are right.
 * After a change of the computation, run this test once with IKLAB_UPDATE=1 to write the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makePresetTestScene, testEngine } from './testEngine.ts';

const file = new URL('../../../../wasm/tests/data/agreement.json', import.meta.url);
const presets = ['y', 'double-y', 'human-arm', 'spatial-8', 'arm-6'];
const UPDATES = 10;
const TOLERANCE = 1e-10; // Rad or m; rounding grows with every update.

interface Entry {
  readonly preset: string;
  readonly method: string;
  readonly angles: readonly number[];
}

async function run(): Promise<Entry[]> {
  const engine = await testEngine();
  return presets.flatMap((preset) =>
    engine.catalogue.methods.map(({ id: method }) => {
      const run = { mode: 'track', timeStep: 0.005 };
      const scene = makePresetTestScene(preset, engine, { run, methods: [{ id: method }] });
      const lab = engine.open(scene);
      for (let update = 0; update < UPDATES; update += 1) lab.advance();
      const angles = Array.from(lab.angles(0));
      lab.close();
      return { preset, method, angles };
    }),
  );
}

test('the module reproduces the joint values that the native build is checked against', async () => {
  const made = await run();
  if (process.env.IKLAB_UPDATE) {
    const lines = made.map((entry) => JSON.stringify(entry)).join(',\n');
    writeFileSync(file, `[\n${lines}\n]\n`);
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Entry[];
  expect(made.map(({ preset, method }) => `${preset} ${method}`)).toEqual(
    kept.map(({ preset, method }) => `${preset} ${method}`),
  );
  made.forEach(({ preset, method, angles }, i) => {
    angles.forEach((angle, joint) => {
      const off = Math.abs(angle - (kept[i]?.angles[joint] ?? Number.NaN));
      expect(off, `${preset}, ${method}, joint ${joint}`).toBeLessThan(TOLERANCE);
    });
  });
});
