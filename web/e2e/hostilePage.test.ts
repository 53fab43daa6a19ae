import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadEngine } from '../engine/engine.ts';
import { fuzz } from '../fuzz/cases.ts';
import { pageKind } from './hostilePage.ts';
import { openSite, type Site } from './pageTools.ts';

const LINKS = 40;

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

test(`${LINKS} hostile links, one after another in one page: nothing found (seed 1)`, async () => {
  const wasm = await readFile(new URL('../engine/build/iklab.wasm', import.meta.url));
  const kind = await pageKind(site, await loadEngine({ wasmBinary: wasm }));
  const [tally] = await fuzz([kind], { seed: 1, enough: ({ cases }) => cases >= LINKS });
  expect(tally?.found).toEqual([]);
});
