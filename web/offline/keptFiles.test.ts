import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { cacheName, cachesOf, fileAsked, hashOf } from './keptFiles.ts';

const SCOPE = 'https://iklab.example/1/';
const FILES = { 'index.html': 'a', 'assets/index-B1.js': 'b' };
const asked = (path: string, { method = 'GET', mode = 'cors', cache = 'default' } = {}) =>
  fileAsked({ url: new URL(path, SCOPE).href, method, mode, cache }, SCOPE, FILES);

test('the page is what its folder opens, whatever its query and fragment', () => {
  const mode = 'navigate';
  for (const path of ['', 'index.html', '?test=1', 'index.html?embed=1#s=1.q', '#preset=y'])
    expect(asked(path, { mode }), path).toBe('index.html');
});

test('a file of the page answers by its path', () => {
  expect(asked('assets/index-B1.js')).toBe('assets/index-B1.js');
  expect(asked('assets/index-B1.js?a#b')).toBe('assets/index-B1.js');
});

test('all else is for the network', () => {
  for (const path of ['', 'assets/index-B2.js', 'other.html', '/index.html', '/2/index.html'])
    expect(asked(path), path).toBe(null);
  for (const path of ['toString', '__proto__', 'assets/'])
    expect(asked(path, { mode: 'navigate' }), path).toBe(null);
  expect(asked('index.html', { method: 'POST', mode: 'navigate' })).toBe(null);
  expect(asked('index.html', { cache: 'no-store' })).toBe(null);
  expect(asked('https://other.example/1/index.html', { mode: 'navigate' })).toBe(null);
});

test('the caches of one folder are not those of another within it', () => {
  const name = cacheName(`${SCOPE}beta/`, { version: 'v', files: {} });
  expect(name.startsWith(cachesOf(`${SCOPE}beta/`))).toBe(true);
  expect(name.startsWith(cachesOf(SCOPE))).toBe(false);
});

test('a hash is that of the bytes', async () => {
  const bytes = new Uint8Array([0, 1, 255, 128]);
  const wanted = createHash('sha256').update(bytes).digest('base64');
  expect(await hashOf(bytes.buffer)).toBe(wanted);
});
