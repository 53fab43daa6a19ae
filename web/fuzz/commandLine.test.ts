import { expect, test } from 'vitest';
import { testEngine } from '../engine/testEngine.ts';
import { fuzz } from './cases.ts';
import { commandKind } from './commandLine.ts';

const CALLS = 30;

test(`${CALLS} calls of the command line: nothing found (seed 1)`, async () => {
  const { kind, close } = commandKind(await testEngine());
  const [tally] = await fuzz([kind], { seed: 1, enough: ({ cases }) => cases >= CALLS });
  close();
  expect(tally?.found).toEqual([]);
}, 240_000); // each call is a launch; beside compilers they wait for their turn
