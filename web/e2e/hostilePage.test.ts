// @module-tag full
import { readFile } from 'node:fs/promises';
import { loadEngine } from '@iklab/core/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFuzz } from '../fuzz/cases.ts';
import { makePageFuzzKind } from './hostilePage.ts';
import { openTestSite, type TestSite } from './pageTools.ts';

const LINKS = 40;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ blind: true });
});
afterAll(() => site?.close());

test(`${LINKS} hostile links opened in one page cause no failure (seed 1)`, async () => {
  const wasm = await readFile(new URL('../packages/core/engine/build/iklab.wasm', import.meta.url));
  const kind = await makePageFuzzKind(site, await loadEngine({ wasmBinary: wasm }));
  const [tally] = await runFuzz([kind], { seed: 1, enough: ({ cases }) => cases >= LINKS });
  expect(tally?.found).toEqual([]);
});
