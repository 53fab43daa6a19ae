/**
 * Lists the files of a built page that the service worker stores.
 * `node web/setup/sealedPage.mjs FOLDER` updates the list after files of a folder were changed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { asProgram, root, SetupError } from './tools.mjs';

const WORKER = 'sw.js';
const CHECKED = 'files.json';
const SETTINGS = 'iklab.json';
const NOT_KEPT = /^(sw\.js|ik-lab\.js|check\.\w+|THIRD-PARTY\.md|assets\/social-.*)$/;
const LIST = /^const KEPT = .*\n/;

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('base64');

function hashes(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  const files = paths.filter((path) => statSync(path).isFile()).sort();
  return files
    .map((path) => [relative(folder, path).split(sep).join('/'), sha256(readFileSync(path))])
    .filter(([path]) => path !== CHECKED && path !== SETTINGS);
}

/** `version` of the list identifies the contents of the files. */
export function keptList(folder) {
  const files = hashes(folder).filter(([path]) => !NOT_KEPT.test(path));
  if (!files.some(([path]) => path === 'index.html'))
    throw new SetupError(`${folder} is not a built page: it has no index.html`);
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  return { version, files: Object.fromEntries(files) };
}

/** Writes the lists for service worker and check page. Repeat after every change. */
export function sealPage(folder = join(root, 'web/dist')) {
  const script = join(folder, WORKER);
  const list = keptList(folder);
  const text = readFileSync(script, 'utf8').replace(LIST, '');
  writeFileSync(script, `const KEPT = ${JSON.stringify(list)};\n${text}`);
  const { version } = list;
  const all = { version, files: Object.fromEntries(hashes(folder)) };
  writeFileSync(join(folder, CHECKED), `${JSON.stringify(all, null, 1)}\n`);
  return list;
}

asProgram(import.meta.url, async () => {
  const { version, files } = sealPage(process.argv[2]);
  console.log(`Build ${version}: ${Object.keys(files).length} files`);
});
