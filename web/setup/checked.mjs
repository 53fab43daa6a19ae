/**
 * The module linked once more, from the same objects, so that every load and store looks where it
 * goes; in it every cell of a lab's buffers is filled with what it must not hold.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cmakeBuild } from './cmake.mjs';
import { asProgram, SetupError } from './tools.mjs';
import { withModule } from './typescript.mjs';

const MOST = 20; // findings that are shown

export async function checkCells() {
  const build = { name: 'module', compiler: 'emcc', target: 'iklab_checked', quiet: true };
  const glue = await load(await cmakeBuild(build));
  const found = await withModule('fuzz/cells.ts', ({ cellFindings }) => cellFindings(glue));
  if (found.length > 0)
    throw new SetupError(`${found.length} findings\n${found.slice(0, MOST).join('\n')}`);
  return '';
}

async function load(folder) {
  // what this glue looks for in Node
  Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: folder });
  const { default: create } = await import(pathToFileURL(join(folder, 'iklab_checked.mjs')).href);
  const wasmBinary = readFileSync(join(folder, 'iklab_checked.wasm'));
  return create({ wasmBinary, print: () => {}, printErr: () => {} });
}

asProgram(import.meta.url, async () => console.log(await checkCells()));
