/**
 * Builds the solver library and its benchmark as the README says, in a Release build, installs it, and
 * builds the examples against it, outside the checkout: what who installs it has, and nothing else.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cmakeBuild } from './cmake.mjs';
import { clang } from './needs.mjs';
import { root, run, SetupError, which } from './tools.mjs';

const quiet = true;

export async function checkPackage() {
  for (const compiler of [which('g++', 'c++'), clang()]) await checkInstalled(compiler);
  return 'Release, three examples by g++ and clang';
}

async function checkInstalled(compiler) {
  const name = `release-${compiler.split('/').at(-1)}`;
  const options = { IKLAB_WERROR: 'ON', IKLAB_BENCH: 'ON' };
  const built = await cmakeBuild({ name, compiler, target: 'all', options, quiet });
  const outside = mkdtempSync(join(tmpdir(), 'iklab-package-'));
  try {
    const prefix = join(outside, 'installed');
    await run('cmake', ['--install', built, '--prefix', prefix], { quiet });
    await checkExamples(compiler, prefix);
  } finally {
    rmSync(outside, { recursive: true });
  }
}

async function checkExamples(compiler, prefix) {
  const folder = `${prefix}-examples`;
  const from = join(root, 'wasm/examples');
  const words = ['-S', from, '-B', folder, `-DCMAKE_PREFIX_PATH=${prefix}`];
  await run('cmake', words, { quiet, env: { CXX: compiler } });
  await run('cmake', ['--build', folder, '-j', '2'], { quiet });
  for (const name of ['solve', 'five_axes']) {
    const solved = await run(join(folder, name), [], { quiet });
    if (!/^reached after \d+ updates/.test(solved)) throw new SetupError(`${name} says: ${solved}`);
  }
  const compared = await run(join(folder, 'compare'), [], { quiet });
  const reached = compared.match(/ reached /g)?.length;
  if (reached !== compared.trim().split('\n').length - 1)
    throw new SetupError(`a method of compare does not reach:\n${compared}`);
}
