import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptList, sealPage } from './sealedPage.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iklab-'));
  mkdirSync(join(folder, 'assets'));
  const unopened = ['sw.js', 'ik-lab.js', 'THIRD-PARTY.md', 'assets/social-X.png'];
  for (const name of ['index.html', 'assets/a.js', ...unopened]) put(name, `/* ${name} */\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name, text) => writeFileSync(join(folder, name), text);
const script = () => readFileSync(join(folder, 'sw.js'), 'utf8');

test('lists only the files that the page loads, each with its hash', () => {
  const hash = createHash('sha256').update('/* assets/a.js */\n').digest('base64');
  const { files } = keptList(folder);
  expect(Object.keys(files)).toEqual(['assets/a.js', 'index.html']);
  expect(files['assets/a.js']).toBe(hash);
});

test('the version depends only on the contents of these files', () => {
  const { version } = sealPage(folder);
  expect(version).toMatch(/^[0-9a-f]{12}$/);
  put('ik-lab.js', 'other');
  expect(sealPage(folder).version).toBe(version);
  put('assets/a.js', 'other');
  expect(sealPage(folder).version).not.toBe(version);
});

test('writing the list again replaces it at the start of the service worker', () => {
  sealPage(folder);
  const once = script();
  const list = sealPage(folder);
  expect(script()).toBe(once);
  expect(once.endsWith('\n/* sw.js */\n')).toBe(true);
  expect(new Function(`${once}; return KEPT;`)()).toEqual(list);
});

test('rejects a folder without index.html', () => {
  rmSync(join(folder, 'index.html'));
  expect(() => sealPage(folder)).toThrow('has no index.html');
});
