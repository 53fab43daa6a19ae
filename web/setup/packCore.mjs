/** Packs @iklab/core for plain Node: compiled JavaScript, types, and the module. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asProgram, installed, root, run } from './tools.mjs';

const from = join(root, 'web/packages/core');

export async function packIklab(folder) {
  const words = ['-p', join(from, 'tsconfig.build.json'), '--outDir', folder];
  await run(installed('tsc'), words, { quiet: true });
  cpSync(join(from, 'engine/build'), join(folder, 'engine/build'), { recursive: true });
  const {
    private: _,
    devDependencies: __,
    exports,
    ...own
  } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const entryPoints = Object.entries(exports).filter(([entry]) => !entry.endsWith('/testing'));
  const manifest = {
    ...own,
    exports: Object.fromEntries(entryPoints.map(([entry, file]) => [entry, compiledFiles(file)])),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function compiledFiles(file) {
  if (!file.endsWith('.ts')) return file;
  const stem = file.slice(0, -3);
  return { types: `${stem}.d.ts`, default: `${stem}.js` };
}

asProgram(import.meta.url, async () => {
  const folder = join(from, 'dist');
  await packIklab(folder);
  console.log(`Made ${folder}`);
});
