/** Random calls of the command line: each prints a result or an error, and exits with 0, 1 or 2. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from '@iklab/core/engine';
import { config } from '../../package.json';
import { corruptDocument } from './hostile.ts';
import { checkVisitorText, type FuzzFindings } from './judge.ts';
import { type FuzzKind, makeFuzzKind, pickFuzzDocument } from './kinds.ts';
import type { Random } from './random.ts';

const MAX_TIME = 30_000; // ms

const COMMANDS = ['run', 'link', 'open', 'hash', 'methods', 'presets', 'runs', '', '--', '-'];
const OPTIONS = ['--updates', '--format', '--method', '--full', '--help', '-h', '--version', '--x'];
const VALUES = ['5', '0', '-1', '1e3', 'x', '', '99999999999999999999', 'table', 'json', 'jsonl'];
const MORE_VALUES = [
  'csv',
  'dls',
  'sdls-clamped',
  '__proto__',
  '\u202e',
  '#preset=y',
  '#s=1.',
  '%',
];

const launcher = fileURLToPath(new URL('../cli/iklab.mjs', import.meta.url));

/** Returns the arguments of Node that start the built command line with `args`. */
export const getCliLaunchArguments = (...args: readonly string[]): string[] => [
  ...config.nodeFlags,
  launcher,
  ...args,
];

interface ExitResult {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export type CliRunner = (args: readonly string[], input: string) => Promise<ExitResult>;

/** Runs the built command line in a separate process. */
export function runBuiltCli(args: readonly string[], input: string): Promise<ExitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, getCliLaunchArguments(...args), { timeout: MAX_TIME });
    const output = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.out = (output.out + text).slice(-1000);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.err += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ ...output, status }));
    child.stdin.on('error', () => undefined); // a program that rejects its input early closes it
    child.stdin.end(input);
  });
}

/** Returns random arguments; `run` usually gets a limit of updates, because it could take long. */
function drawArguments(random: Random, files: readonly string[]): string[] {
  const command = random.pick(COMMANDS);
  const words = random.list(0, 4, () =>
    random.pick([
      random.pick(files),
      random.pick(OPTIONS),
      random.pick([...VALUES, ...MORE_VALUES]),
    ]),
  );
  const bounded = command === 'run' && !words.includes('--updates') ? ['--updates', '5'] : [];
  return [command, random.pick(files), ...words, ...bounded].filter(() => !random.chance(0.05));
}

function checkExit({ status, out, err }: ExitResult): FuzzFindings {
  if (status === null) return [`did not end in ${MAX_TIME / 1000} s, or was killed`];
  const found = err.split('\n').flatMap((line) => [...checkVisitorText(line)]);
  if (![0, 1, 2].includes(status)) found.push(`exit status ${status}`);
  if (status > 0 && err === '') found.push(`exit status ${status} without a message`);
  if (status === 0 && out === '') found.push('exit status 0 and nothing printed');
  if (/^\s+at .*:\d+|node:internal/m.test(err)) found.push(`a stack trace: ${err.slice(0, 400)}`);
  return found;
}

/**
 * Returns the fuzz kind of random calls of the command line; `close` removes the files that the
 * calls name.
 */
export function makeCliFuzzKind(
  engine: Engine,
  call: CliRunner = runBuiltCli,
): { kind: FuzzKind; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'iklab-fuzz-'));
  const pathTo = (name: string) => join(folder, name);
  const kind = makeFuzzKind(
    'command',
    2,
    (random) => checkCommand(random, engine, pathTo, call),
    2 * MAX_TIME,
  );
  return { kind, close: () => rmSync(folder, { recursive: true }) };
}

async function checkCommand(
  random: Random,
  engine: Engine,
  pathTo: (name: string) => string,
  call: CliRunner,
): Promise<FuzzFindings> {
  const good = JSON.stringify(pickFuzzDocument(random, engine));
  const bad = corruptDocument(random, pickFuzzDocument(random, engine));
  writeFileSync(pathTo('good.json'), good);
  writeFileSync(pathTo('bad.json'), bad);
  const files = [
    pathTo('good.json'),
    pathTo('good.json'),
    pathTo('bad.json'),
    pathTo('none.json'),
    pathTo('.'),
    '-',
  ];
  const args = drawArguments(random, files);
  const result = await call(args, random.pick([good, bad, '', '\u0000', '{']));
  return checkExit(result).map((finding) => `${finding}: iklab ${JSON.stringify(args)}`);
}
