/** A fixed number of cases of every kind, from one seed; `npm run fuzz` runs for some minutes. */

import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { runFuzz } from './cases.ts';
import { type FuzzKind, listModuleFuzzKinds } from './kinds.ts';

const CASES: Readonly<Record<string, number>> = {
  documents: 200,
  scenes: 300,
  hostile: 1500,
  text: 600,
  links: 600,
  robots: 60,
  meshes: 40,
  studies: 150,
  words: 20,
};

const kinds = listModuleFuzzKinds(await testEngine());

test('every kind has its number of cases', () => {
  expect(kinds.map(({ name }) => name)).toEqual(Object.keys(CASES));
});

const nothingFound = (share: number) => async (kind: FuzzKind) => {
  const enough = ({ cases }: { cases: number }) => cases >= share * (CASES[kind.name] ?? 0);
  const [tally] = await runFuzz([kind], { seed: 1, enough });
  expect(tally?.found).toEqual([]);
};

test.each(kinds)('$name: the first cases have no findings (seed 1)', nothingFound(0.2));
test.each(kinds)('$name: all cases have no findings (seed 1)', { tags: 'full' }, nothingFound(1));
