// @module-tag full
import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { runCommandLine } from '../cli/testCalls.ts';
import { runFuzz } from './cases.ts';
import { type CliRunner, makeCliFuzzKind, runBuiltCli } from './commandLine.ts';

const CALLS = 30;
// Every sixth call is a new process: that takes ten times as long and finds little more.
const EACH = 6;

test(`${CALLS} calls of the command line have no findings (seed 1)`, async () => {
  let made = 0;
  const call: CliRunner = (args, input) =>
    (made++ % EACH === 0 ? runBuiltCli : runCommandLine)(args, input);
  const { kind, close } = makeCliFuzzKind(await testEngine(), call);
  const [tally] = await runFuzz([kind], { seed: 1, enough: ({ cases }) => cases >= CALLS });
  close();
  expect(tally?.found).toEqual([]);
}, 240_000); // a new process may have to wait for compilers
