/** Builds the solver module: web/engine/build/iklab.{js,wasm} and version.js. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cmakeBuild } from './cmake.mjs';
import { forModule, provide } from './needs.mjs';
import { asProgram, root } from './tools.mjs';

const outFolder = join(root, 'web/engine/build');

export async function buildModule({ quiet = false } = {}) {
  const folder = await cmakeBuild({ name: 'module', compiler: 'emcc', target: 'iklab', quiet });
  const wasm = readFileSync(join(folder, 'iklab.wasm'));
  const build = createHash('sha256').update(wasm).digest('hex').slice(0, 8);
  mkdirSync(outFolder, { recursive: true });
  put('iklab.wasm', wasm);
  put('iklab.js', readFileSync(join(folder, 'iklab.js')));
  put('version.js', Buffer.from(`export const build = '${build}';\n`));
  return build;
}

// an unchanged file keeps its time, so that a running page does not reload
function put(name, bytes) {
  const file = join(outFolder, name);
  if (!existsSync(file) || !readFileSync(file).equals(bytes)) writeFileSync(file, bytes);
}

asProgram(import.meta.url, async () => {
  await provide(forModule);
  console.log(`Module ${await buildModule()}`);
});
