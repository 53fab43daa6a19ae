/** `npm run golden`: saves this build's link of every preset for tests of later builds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { forModule, provide } from './needs.mjs';
import { asProgram, root } from './tools.mjs';
import { withModule } from './typescript.mjs';

const help = `npm run golden

Adds web/fuzz/golden/BUILD.json: of every preset the link, the replay hash and the meaning. npm test
opens them with every later build. Run it for each release.`;

async function keep() {
  const wasmBinary = readFileSync(join(root, 'web/packages/core/engine/build/iklab.wasm'));
  await withModule('fuzz/goldenLinks.ts', async ({ makeGoldenBuild, loadEngine }) => {
    const golden = await makeGoldenBuild(await loadEngine({ wasmBinary }));
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
