/** `npm run golden`: keeps every preset's link of this build, so that all later ones still open it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { forModule, provide } from './needs.mjs';
import { asProgram, root } from './tools.mjs';
import { withModule } from './typescript.mjs';

const help = `npm run golden

Adds web/fuzz/golden/BUILD.json: of every preset the link, the replay hash and the meaning. npm test
opens them with every later build. Run it for each release.`;

/** Of the module as it was built. */
async function keep() {
  const wasmBinary = readFileSync(join(root, 'web/packages/iklab/engine/build/iklab.wasm'));
  await withModule('fuzz/goldenLinks.ts', async ({ goldenBuild, loadEngine }) => {
    const golden = await goldenBuild(await loadEngine({ wasmBinary }));
    const path = `web/fuzz/golden/${golden.build}.json`;
    writeFileSync(join(root, path), `${JSON.stringify(golden, null, 2)}\n`);
    console.log(`${path}: ${golden.links.length} links`);
  });
}

asProgram(import.meta.url, async ([word]) => {
  if (word !== undefined) return console.log(help);
  await provide(forModule);
  await buildAll();
  await keep();
});
