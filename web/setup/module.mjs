/**
 * Builds the solver module and generated files. In web/packages/core/engine/build: iklab.{js,wasm},
 * iklab-light.{js,wasm} without the formula reader, version.js, cards.js (method cards), shelf.js
 * (example formulas). Also engine/protocol.ts.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cmakeBuild } from './cmake.mjs';
import { forModule, provide } from './needs.mjs';
import { protocolText } from './protocolText.mjs';
import { asProgram, root } from './tools.mjs';

/** Returns the hash that names the built module. */
export async function buildModule({ top = root, ...options } = {}) {
  const module = { name: 'module', compiler: 'emcc', target: 'iklab', top };
  const folder = await cmakeBuild({ ...module, ...options });
  const wasm = readFileSync(join(folder, 'iklab.wasm'));
  const build = createHash('sha256').update(wasm).digest('hex').slice(0, 8);
  const out = join(top, 'web/packages/core/engine/build');
  mkdirSync(out, { recursive: true });
  put(join(out, 'iklab.wasm'), wasm);
  put(join(out, 'iklab.js'), readFileSync(join(folder, 'iklab.js')));
  // An unoptimised build only makes the full module.
  const light = existsSync(join(folder, 'iklab-light.wasm')) ? 'iklab-light' : 'iklab';
  for (const ending of ['js', 'wasm'])
    put(join(out, `iklab-light.${ending}`), readFileSync(join(folder, `${light}.${ending}`)));
  put(join(out, 'cards.js'), Buffer.from(cardsText(join(top, 'wasm/src/iklab/ik/methods'))));
  put(join(out, 'shelf.js'), Buffer.from(shelfText(join(top, 'wasm/src/iklab/formula/shelf'))));
  put(join(out, 'version.js'), Buffer.from(`export const build = '${build}';\n`));
  const { protocolOf } = await import(
    pathToFileURL(join(top, 'web/packages/core/engine/protocolOf.mjs')).href
  );
  put(
    join(top, 'web/packages/core/engine/protocol.ts'),
    Buffer.from(protocolText(await protocolOf(wasm))),
  );
  return build;
}

function cardsText(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.json'));
  const cards = files.filter((path) => dirname(path) !== '.').sort();
  return [
    `export const observables = ${read(join(folder, 'observables.json'))};`,
    `export const papers = ${read(join(folder, 'papers.json'))};`,
    `export const cards = {\n${cards.map((path) => `'${path}': ${read(join(folder, path))}`).join(',\n')}\n};`,
    '',
  ].join('\n');
}

function shelfText(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ik'));
  const texts = names.sort().map((name) => [basename(name, '.ik'), read(join(folder, name))]);
  return `export const texts = ${JSON.stringify(Object.fromEntries(texts), null, 2)};\n`;
}

const read = (path) => readFileSync(path, 'utf8').trim();

// Unchanged files keep their modification time, so that a running page does not reload.
function put(file, bytes) {
  if (!existsSync(file) || !readFileSync(file).equals(bytes)) writeFileSync(file, bytes);
}

asProgram(import.meta.url, async () => {
  await provide(forModule);
  console.log(`Module ${await buildModule()}`);
});
