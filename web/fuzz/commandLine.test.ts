// @module-tag full
import { testEngine } from 'iklab/engine/testing';
import { expect, test } from 'vitest';
import { runCommandLine } from '../cli/testCalls.ts';
import { fuzz } from './cases.ts';
import { type Call, commandKind, launched } from './commandLine.ts';

const CALLS = 30;
// Every sixth call is a new process: that takes ten times as long and finds little more.
const EACH = 6;

test(`${CALLS} calls of the command line have no findings (seed 1)`, async () => {
  let made = 0;
  const call: Call = (args, input) =>
    (made++ % EACH === 0 ? launched : runCommandLine)(args, input);
  const { kind, close } = commandKind(await testEngine(), call);
  const [tally] = await fuzz([kind], { seed: 1, enough: ({ cases }) => cases >= CALLS });
  close();
  expect(tally?.found).toEqual([]);
}, 240_000); // a new process may have to wait for compilers
