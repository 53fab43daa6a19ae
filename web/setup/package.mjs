/**
 * Installs the solver library and builds the examples against it, outside the checkout: what who
 * installs it has, and nothing else.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clang } from './needs.mjs';
import { root, run, SetupError, which } from './tools.mjs';

const quiet = true;

export async function checkPackage() {
  const outside = mkdtempSync(join(tmpdir(), 'iklab-package-'));
  try {
    const prefix = join(outside, 'installed');
    await run('cmake', ['--install', join(root, 'wasm/build/native'), '--prefix', prefix], {
      quiet,
    });
    for (const compiler of [which('g++', 'c++'), clang()]) await checkExamples(compiler, prefix);
    return 'two examples by g++ and clang';
  } finally {
    rmSync(outside, { recursive: true });
  }
}

async function checkExamples(compiler, prefix) {
  const folder = `${prefix}-${compiler.split('/').at(-1)}`;
  const from = join(root, 'wasm/examples');
  const words = ['-S', from, '-B', folder, `-DCMAKE_PREFIX_PATH=${prefix}`];
  await run('cmake', words, { quiet, env: { CXX: compiler } });
  await run('cmake', ['--build', folder, '-j', '2'], { quiet });
  const solved = await run(join(folder, 'solve'), [], { quiet });
  if (!/^reached after \d+ updates/.test(solved)) throw new SetupError(`solve says: ${solved}`);
  const compared = await run(join(folder, 'compare'), [], { quiet });
  const reached = compared.match(/ reached /g)?.length;
  if (reached !== compared.trim().split('\n').length - 1)
    throw new SetupError(`a method of compare does not reach:\n${compared}`);
}
