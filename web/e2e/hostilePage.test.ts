// @module-tag full
import { readFile } from 'node:fs/promises';
import { loadEngine } from '@iklab/core/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFuzz } from '../fuzz/cases.ts';
import { pageKind } from './hostilePage.ts';
import { openSite, type Site } from './pageTools.ts';

const LINKS = 40;

let site: Site;
beforeAll(async () => {
  site = await openSite({ blind: true });
});
afterAll(() => site?.close());

test(`${LINKS} hostile links opened in one page cause no failure (seed 1)`, async () => {
  const wasm = await readFile(new URL('../packages/core/engine/build/iklab.wasm', import.meta.url));
  const kind = await pageKind(site, await loadEngine({ wasmBinary: wasm }));
  const [tally] = await runFuzz([kind], { seed: 1, enough: ({ cases }) => cases >= LINKS });
  expect(tally?.found).toEqual([]);
});
