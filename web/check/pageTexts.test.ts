/**
 * Words that no text of the page may contain, because plainer ones exist. `linkTree.ts` is not checked: its
 * sentences are those of the C++ URDF reader.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FORBIDDEN =
  /\b(anew|hither|to and fro|forth and back|foretold|is due|hangs on|is dear|may be concluded)\b/i;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = [
  'web/app',
  ...['logs', 'robots', 'scene', 'study', 'core/scenario'].map((name) => `web/packages/${name}`),
  'wasm/src/iklab/ik/methods',
];

const sources = (folder: string): string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|json)$/.test(path) && !/test[A-Z]|\.test\.|linkTree/.test(path))
    .map((path) => `${folder}/${path}`);

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

test('finds a forbidden word in a text, and none in a comment', () => {
  expect(withoutComments("say('It is due.'); // made anew")).toMatch(FORBIDDEN);
  expect(withoutComments('/** Made\n * anew. */ // it hangs on a link')).not.toMatch(FORBIDDEN);
});

test('no text of the page has a forbidden word', () => {
  const files = FOLDERS.flatMap(sources);
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const text = withoutComments(readFileSync(`${ROOT}${file}`, 'utf8'));
    return [...text.matchAll(new RegExp(FORBIDDEN, 'gi'))].map(([word]) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});
