import { expect, test } from 'vitest';
import {
  checkBrowserFeatures,
  checkContentSecurityPolicy,
  checkFramingHeaders,
  checkServedFiles,
  type ServedFile,
} from './hostFindings.ts';

const WANTED = { 'index.html': 'a', 'assets/index.js': 'b', 'iklab.wasm': 'c' };
const fileOf = (path: string, more: Partial<ServedFile> = {}): ServedFile => ({
  path,
  status: 200,
  type:
    { html: 'text/html; charset=utf-8', js: 'text/javascript' }[path.split('.')[1] ?? ''] ??
    'application/wasm',
  hash: (WANTED as Record<string, string>)[path] ?? '',
  packed: true,
  ...more,
});
const files = (change: Readonly<Record<string, Partial<ServedFile>>> = {}) =>
  checkServedFiles(
    Object.keys(WANTED).map((path) => fileOf(path, change[path])),
    WANTED,
  );
const lacks = (policy: string) =>
  checkContentSecurityPolicy(policy, 'https://iklab.example')
    .filter(({ sign }) => sign === 'lacking')
    .map(({ text }) => text.replace(/.*: (.*)\.$/, '$1'));

test('returns one sentence if all files are correct', () => {
  expect(files()).toEqual([{ sign: 'good', text: 'All 3 files are present and intact.' }]);
});

test('names files that are missing, changed, of a wrong type or uncompressed', () => {
  expect(files({ 'index.html': { status: 404 } })[0]).toEqual({
    sign: 'lacking',
    text: 'One file missing: index.html. Upload the folder again.',
  });
  expect(files({ 'index.html': { hash: 'x' } })[0]?.text).toContain(
    'One file different from this build: index.html.',
  );
  expect(files({ 'assets/index.js': { type: 'text/plain' } })).toContainEqual({
    sign: 'lacking',
    text: '.js is served as text/plain: browsers do not run it. Expected text/javascript.',
  });
  const [, wasm] = files({ 'iklab.wasm': { type: '' } });
  expect(wasm).toMatchObject({
    sign: 'note',
    text: expect.stringContaining('served as an unknown type'),
  });
  const unpacked = { packed: false };
  expect(files({ 'assets/index.js': unpacked, 'iklab.wasm': unpacked })[1]?.sign).toBe('note');
});

test('names five of many missing files, and the number of the others', () => {
  const many = Array.from({ length: 9 }, (_, i) => fileOf(`assets/${i}.js`, { status: 0 }));
  const [found] = checkServedFiles(many, {});
  expect(found?.text).toBe(
    '9 files missing: assets/0.js, assets/1.js, assets/2.js, assets/3.js, assets/4.js and 4 more. Upload the folder again.',
  );
});

test('reads a content security policy as browsers do, with fallbacks and several policies', () => {
  const whole = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:";
  expect(lacks(whole)).toEqual([]);
  expect(checkContentSecurityPolicy(null, '')).toEqual([]);
  expect(lacks("default-src 'self' 'unsafe-eval' data:")).toEqual([]);
  expect(lacks("frame-ancestors 'none'")).toEqual([]);
  expect(lacks(whole.replaceAll("'self'", 'https://iklab.example'))).toEqual([]);
  expect(lacks("default-src 'self' data:")).toEqual(["script-src must include 'wasm-unsafe-eval'"]);
  expect(lacks(`${whole}; worker-src 'none'; STYLE-SRC x`)).toEqual([
    "worker-src must include 'self'",
    "style-src must include 'self'",
  ]);
  // Each of several policies must allow it.
  expect(lacks(`${whole}, script-src 'self'`)).toEqual([
    "script-src must include 'wasm-unsafe-eval'",
  ]);
});

test('reports which pages may embed a run', () => {
  const open = new Headers({ 'Access-Control-Allow-Origin': '*' });
  const texts = (page: Record<string, string>, element = open) =>
    checkFramingHeaders(new Headers(page), element).map(({ text }) => text);
  expect(texts({})).toEqual(['Pages of other hosts may embed a run.']);
  expect(texts({ 'X-Frame-Options': 'DENY' })).toEqual([
    'Other pages cannot embed a run: X-Frame-Options is DENY.',
  ]);
  expect(texts({ 'Content-Security-Policy': "frame-ancestors 'none'" })[0]).toContain('No page');
  expect(texts({ 'Content-Security-Policy': 'frame-ancestors https://a.example' })).toEqual([
    'Only these pages may embed a run: https://a.example (frame-ancestors).',
  ]);
  const policy = { 'X-Frame-Options': 'DENY', 'Content-Security-Policy': 'frame-ancestors *' };
  expect(texts(policy)).toEqual(['Pages of other hosts may embed a run.']); // frame-ancestors overrides X-Frame-Options
  expect(texts({}, new Headers())[0]).toContain('ik-lab.js');
});

test('reports missing browser features as errors or notes', () => {
  const all = { secure: true, keeps: true, isStored: false, wasm: true, simd: true, webgl: true };
  const signs = (more = {}) => checkBrowserFeatures({ ...all, ...more }).map(({ sign }) => sign);
  expect(signs()).toEqual(['good', 'good', 'good']);
  expect(signs({ webgl: false })).toEqual(['lacking', 'good', 'good']);
  expect(signs({ simd: false })).toEqual(['good', 'lacking', 'good']);
  expect(signs({ secure: false })).toEqual(['good', 'good', 'note']);
  expect(signs({ keeps: false })).toEqual(['good', 'good', 'note']);
});
