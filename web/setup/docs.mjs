/** `npm run docs`: the documentation of the solver library; a warning is a failure. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { forDocs, provide } from './needs.mjs';
import { asProgram, root, run } from './tools.mjs';

const folder = 'wasm/build/docs';

export async function buildDocs({ quiet = true } = {}) {
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  await run('doxygen', ['wasm/docs/Doxyfile'], { quiet });
}

asProgram(import.meta.url, async () => {
  await provide(forDocs);
  await buildDocs({ quiet: false });
  console.log(`Docs of the solver library: ${folder}/html/index.html`);
});
