/** Reports of `iklab solver-check` for a wrong solver and for programs that do not speak the protocol. */
import { fileURLToPath } from 'node:url';
import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { runCommandLine } from '../testCalls.ts';
import { checkSolverProgram, type SolverCheckResult } from './solverCheckCommand.ts';

const engine = await testEngine();
const home = fileURLToPath(new URL('../solvers/home.sh', import.meta.url));
const faulty = fileURLToPath(new URL('./faultySolver.mjs', import.meta.url));

async function checkLines(words: readonly string[]): Promise<SolverCheckResult[]> {
  const lines: SolverCheckResult[] = [];
  await checkSolverProgram(words, engine, (line) => lines.push(line));
  return lines;
}

test('a solver that always claims its start as solution passes the protocol tests only', async () => {
  const lines = await checkLines([home]);
  const wrong = lines.filter((line) => line.wrong !== null).map(({ test: what }) => what);
  expect(wrong).toEqual([
    'a target within reach',
    'three problems in one message, in order',
    'unknown keys',
    'a target that is already reached',
    'a target out of reach',
    'a start on the upper limits',
    'an invalid start: must be refused or unsolved',
    'a problem after the invalid start',
    'a target without orientation: a problem',
    'four effectors of one tree: a problem',
  ]);
  expect(lines).toHaveLength(18);
});

test.each([
  [
    [process.execPath, faulty, 'fails'],
    'ended with status 7; end of its standard error:\nno licence',
  ],
  [[process.execPath, faulty, 'greets'], 'wrote "Welcome!" instead of {"ready": true}'],
  [['./there-is-none'], 'no executable program "./there-is-none"'],
])('reports why a program is never ready: %j', async (words, wrong) => {
  expect(await checkLines(words)).toEqual([{ test: 'robot description, ready line', wrong }]);
});

test('shows the end of the standard error when a test after the ready line fails', async () => {
  const lines = await checkLines([process.execPath, faulty, 'complains']);
  expect(lines.find(({ test: what }) => what === 'a target within reach')?.wrong).toBe(
    'ended with status 3; end of its standard error:\nsingular matrix',
  );
});

test('a solver may refuse a robot with a reason, without failing', async () => {
  const [line, ...others] = await checkLines([process.execPath, faulty, 'refuses-robot']);
  expect(line).toMatchObject({ wrong: null, note: 'refused: two hinges are too many' });
  expect(others).toEqual([]);
});

test('prints one line per test, and exits with status 1 if any fails', async () => {
  const { status, out, err } = await runCommandLine(['solver-check', `'${home}'`]);
  expect(status).toBe(1);
  expect(out).toMatch(
    /^ok {5}robot description, ready line \(stays at home, after \d+\.\d\d s\)\n/,
  );
  expect(out).toContain('\nWRONG  a target out of reach: claims to have solved it\n');
  expect(err).toBe('solver-check: 10 of 18 tests failed\n');
});
