/**
 * Links the module again from the same objects with bounds checks of every memory access. Fills all
 * buffers of a lab with invalid values.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cmakeBuild } from './cmake.mjs';
import { asProgram, SetupError } from './tools.mjs';
import { withModule } from './typescript.mjs';

const MOST = 20; // Findings that are printed.

export async function checkCells() {
  const build = { name: 'module', compiler: 'emcc', target: 'iklab_checked', quiet: true };
  const glue = await load(await cmakeBuild(build));
  const found = await withModule('fuzz/cells.ts', ({ checkCells }) => checkCells(glue));
  if (found.length > 0)
    throw new SetupError(`${found.length} findings\n${found.slice(0, MOST).join('\n')}`);
  return '';
}

async function load(folder) {
  // Globals that this glue code expects in Node.
  Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: folder });
  const { default: create } = await import(pathToFileURL(join(folder, 'iklab_checked.mjs')).href);
  const wasmBinary = readFileSync(join(folder, 'iklab_checked.wasm'));
  return create({ wasmBinary, print: () => {}, printErr: () => {} });
}

asProgram(import.meta.url, async () => console.log(await checkCells()));
