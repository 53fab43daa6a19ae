import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  computeFileHash,
  findRequestedFile,
  getCachePrefix,
  makeCacheName,
} from './cachedFiles.ts';

const SCOPE = 'https://iklab.example/1/';
const FILES = { 'index.html': 'a', 'assets/index-B1.js': 'b' };
const asked = (path: string, { method = 'GET', mode = 'cors', cache = 'default' } = {}) =>
  findRequestedFile({ url: new URL(path, SCOPE).href, method, mode, cache }, SCOPE, FILES);

test('a navigation to the folder gets index.html, whatever its query and fragment', () => {
  const mode = 'navigate';
  for (const path of ['', 'index.html', '?test=1', 'index.html?embed=1#s=1.q', '#preset=y'])
    expect(asked(path, { mode }), path).toBe('index.html');
});

test('a request for a stored file gets it by path, ignoring query and fragment', () => {
  expect(asked('assets/index-B1.js')).toBe('assets/index-B1.js');
  expect(asked('assets/index-B1.js?a#b')).toBe('assets/index-B1.js');
});

test('other files, methods, hosts and no-store requests go to the network', () => {
  for (const path of ['', 'assets/index-B2.js', 'other.html', '/index.html', '/2/index.html'])
    expect(asked(path), path).toBe(null);
  for (const path of ['toString', '__proto__', 'assets/'])
    expect(asked(path, { mode: 'navigate' }), path).toBe(null);
  expect(asked('index.html', { method: 'POST', mode: 'navigate' })).toBe(null);
  expect(asked('index.html', { cache: 'no-store' })).toBe(null);
  expect(asked('https://other.example/1/index.html', { mode: 'navigate' })).toBe(null);
});

test('a folder does not own the caches of a folder inside it', () => {
  const name = makeCacheName(`${SCOPE}beta/`, { version: 'v', files: {} });
  expect(name.startsWith(getCachePrefix(`${SCOPE}beta/`))).toBe(true);
  expect(name.startsWith(getCachePrefix(SCOPE))).toBe(false);
});

test('hashOf returns the SHA-256 of the bytes in base64', async () => {
  const bytes = new Uint8Array([0, 1, 255, 128]);
  const wanted = createHash('sha256').update(bytes).digest('base64');
  expect(await computeFileHash(bytes.buffer)).toBe(wanted);
});
