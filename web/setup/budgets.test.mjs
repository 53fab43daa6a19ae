import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkPackageSizes, excesses, measured } from './budgets.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iklab-'));
  mkdirSync(join(folder, 'assets'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name, text) => writeFileSync(join(folder, name), text);
/** A comment that gzip can only shrink to 6 of 8 bits. */
const noise = (bytes) => `//${randomBytes((bytes * 3) / 4).toString('base64')}\n`;

/**
 * A page whose script imports a second one statically and a third one dynamically. Embedded runs
 * import the second one and a fourth one with a style sheet.
 */
function page(sizes = {}) {
  const { first = 100, shared = 100, lazy = 100, css = 100, wasm = 100 } = sizes;
  const { embed = 100, embedCss = 100 } = sizes;
  put(
    'index.html',
    '<script type="module" crossorigin src="./assets/a.js"></script>' +
      '<link rel="stylesheet" crossorigin href="./assets/a.css"><link rel="icon" href="./i.svg">',
  );
  put('assets/a.js', `import{b}from"./b.js";const c=()=>import("./c.js");${noise(first)}`);
  put('assets/b.js', `export const b=1;${noise(shared)}`);
  put('assets/c.js', noise(lazy));
  put('assets/startEmbed-AbC-_012.js', 'import{b}from"./b.js";import{d}from"./d-AbC-_012.js";');
  put('assets/d-AbC-_012.js', `export const d=()=>import("./c.js");${noise(embed)}`);
  put('assets/d-0123456_.css', noise(embedCss));
  put('assets/a.css', noise(css));
  put('assets/m.wasm', randomBytes(wasm));
  return measured(folder);
}

/** Budgets of these tests only, independent of those of the checks. */
const BUDGETS = { first: 225, css: 15, moving: 380, embed: 390, lazy: 100, wasm: 150 };
const KB = 4 / 3; // noise for 1 KB after gzip, approximately

test('accepts a page within its budgets', () => {
  const sizes = page();
  expect(sizes.map(({ kind, file }) => [kind, file])).toEqual([
    ['first', 'index.html'],
    ['css', 'index.html'],
    ['moving', 'index.html'],
    ['embed', 'index.html'],
    ['lazy', 'assets/c.js'],
    ['lazy', 'assets/d-AbC-_012.js'],
    ['lazy', 'assets/startEmbed-AbC-_012.js'],
    ['wasm', 'assets/m.wasm'],
  ]);
  expect(excesses(sizes, BUDGETS)).toEqual([]);
});

test.each([
  ['scripts of the HTML file', { first: 226_000 * KB }, /^index\.html: scripts .* 22[67]\.\d KB/],
  ['imported scripts', { shared: 226_000 * KB }, /^index\.html: scripts .* 22[67]\.\d KB/],
  ['styles', { css: 16_000 * KB }, /^index\.html: styles .* 16\.\d KB .* 15 is allowed/],
  ['a script loaded later', { lazy: 101_000 * KB }, /^assets\/c\.js: .* 101\.\d KB/],
  ['the module', { wasm: 151_000 }, /^assets\/m\.wasm: the module, 151\.\d KB .* 150 is allowed/],
])('rejects a page if this is too large: %s', (_, sizes, said) => {
  const faults = excesses(page(sizes), BUDGETS);
  expect(faults).toEqual([expect.stringMatching(said)]);
});

test('rejects a page whose files until the first moving frame are too large together', () => {
  const sizes = page({ first: 220_000 * KB, css: 14_000 * KB, wasm: 149_000 });
  expect(excesses(sizes, BUDGETS)).toEqual([
    expect.stringMatching(/^index\.html: all files .* moving frame, 38[34]\.\d KB/),
  ]);
});

test.each([
  ['scripts', { embed: 81_000 * KB }],
  ['styles', { embedCss: 81_000 * KB }],
])('rejects a page whose embedded runs import too large %s', (_, more) => {
  const sizes = page({ first: 200_000 * KB, wasm: 110_000, ...more });
  expect(excesses(sizes, BUDGETS)).toEqual([
    expect.stringMatching(
      /^index\.html: all files .* embedded run, 39[123]\.\d KB .* 390 is allowed/,
    ),
  ]);
});

test('a script that embedded runs share with the first load counts once', () => {
  const sizes = page({ shared: 50_000 * KB, lazy: 90_000 });
  const size = (wanted) => sizes.find(({ kind }) => kind === wanted).size;
  expect(size('embed') - size('moving')).toBeLessThan(1);
});

test('rejects a page without a script of embedded runs', () => {
  page();
  rmSync(join(folder, 'assets/startEmbed-AbC-_012.js'));
  expect(() => measured(folder)).toThrow('no script startEmbed');
});

test('a script loaded later and the full module do not count for the first load', () => {
  put('assets/iklab-B1.wasm', randomBytes(90_000));
  const sizes = page({ lazy: 90_000 });
  const size = (wanted) => sizes.find(({ kind }) => kind === wanted).size;
  expect(size('first')).toBeLessThan(1);
  expect(size('moving')).toBeLessThan(1);
  expect(size('whole')).toBeGreaterThan(89);
});

test('rejects a page with a missing script', () => {
  page();
  rmSync(join(folder, 'assets/b.js'));
  expect(() => measured(folder)).toThrow('the page asks for assets/b.js');
});

test('lists the sizes of a package, and rejects every size above its budget', () => {
  const budgets = { unpacked: 1600, packed: 600, page: 460 };
  const sizes = { unpacked: 1599.6, packed: 600, page: 1 };
  expect(checkPackageSizes(sizes, budgets)).toBe(
    '1600 of 1600 KB unpacked, 600 of 600 KB as it is fetched, ' +
      '1 of 460 KB after gzip for a page that reads a robot and solves',
  );
  const heavy = () => checkPackageSizes({ ...sizes, packed: 601, page: 470.4 }, budgets);
  expect(heavy).toThrow(/^the package: 601 of 600 KB as it is fetched\nthe package: 470 of 460 KB/);
  expect(() => checkPackageSizes({ unpacked: 1, packed: Number.NaN }, budgets)).toThrow(
    'NaN of 600 KB',
  );
});
