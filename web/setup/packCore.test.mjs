/** The package @iklab/core as installed elsewhere, under plain Node. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { replayHash } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { packIklab } from './packCore.mjs';
import { NODE_FLAGS, root } from './tools.mjs';

const LIBRARIES = ['valibot', '@preact/signals', '@preact/signals-core', 'preact'];

/** Creates an empty folder with the package and its libraries installed. */
async function elsewhere() {
  const folder = mkdtempSync(join(tmpdir(), 'iklab-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await packIklab(join(folder, 'node_modules/@iklab/core'));
  for (const name of LIBRARIES) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  return folder;
}

test('a program under plain Node solves with the package, bit for bit as here', async () => {
  const folder = await elsewhere();
  copyFileSync(join(root, 'web/setup/coreProgram.mjs'), join(folder, 'solve.mjs'));
  const output = execFileSync(process.execPath, [...NODE_FLAGS, 'solve.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const [ran, faults] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const engine = await testEngine();
  const scene = makeTestScene({ iklab: 1, preset: 'double-y', methods: [{ id: 'sdls' }] }, engine);
  expect(ran).toEqual({ frame: 100, hash: replayHash(engine, scene) });
  expect(faults).toEqual([expect.objectContaining({ path: 'methods[0].id' })]);
  const made = readdirSync(join(folder, 'node_modules/@iklab/core'), { recursive: true });
  expect(made.filter((path) => /\.test\.|\/test[A-Z]/.test(path))).toEqual([]);
}, 60_000);
