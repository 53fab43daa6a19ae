/** Random calls of the command line: each prints a result or an error, and exits with 0, 1 or 2. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from 'iklab/engine';
import { config } from '../../package.json';
import { spoiltDocument } from './hostile.ts';
import { type Findings, wordFindings } from './judge.ts';
import { type CaseKind, seeded, someDocument } from './kinds.ts';
import type { Random } from './random.ts';

const LONGEST = 30_000; // ms

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

/** The words after Node that start the built command line. */
export const launchWords = (...args: readonly string[]): string[] => [
  ...config.nodeFlags,
  launcher,
  ...args,
];

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export type Call = (args: readonly string[], input: string) => Promise<Ended>;

/** Runs the built program in a separate process. */
export function launched(args: readonly string[], input: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, launchWords(...args), { timeout: LONGEST });
    const ended = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      ended.out = (ended.out + text).slice(-1000);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      ended.err += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ ...ended, status }));
    child.stdin.on('error', () => undefined); // a program that rejects its input early closes it
    child.stdin.end(input);
  });
}

/** Returns random arguments; `run` usually gets a limit of updates, because it could take long. */
function anyCall(random: Random, files: readonly string[]): string[] {
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

function endedFindings({ status, out, err }: Ended): Findings {
  if (status === null) return [`did not end in ${LONGEST / 1000} s, or was killed`];
  const found = err.split('\n').flatMap((line) => [...wordFindings(line)]);
  if (![0, 1, 2].includes(status)) found.push(`exit status ${status}`);
  if (status > 0 && err === '') found.push(`exit status ${status} without a message`);
  if (status === 0 && out === '') found.push('exit status 0 and nothing printed');
  if (/^\s+at .*:\d+|node:internal/m.test(err)) found.push(`a stack trace: ${err.slice(0, 400)}`);
  return found;
}

/** Returns the kind of such calls; `close` removes the files that they name. */
export function commandKind(
  engine: Engine,
  call: Call = launched,
): { kind: CaseKind; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'iklab-fuzz-'));
  const at = (name: string) => join(folder, name);
  const kind = seeded(
    'command',
    2,
    (random) => commandFindings(random, engine, at, call),
    2 * LONGEST,
  );
  return { kind, close: () => rmSync(folder, { recursive: true }) };
}

async function commandFindings(
  random: Random,
  engine: Engine,
  at: (name: string) => string,
  call: Call,
): Promise<Findings> {
  const good = JSON.stringify(someDocument(random, engine));
  const bad = spoiltDocument(random, someDocument(random, engine));
  writeFileSync(at('good.json'), good);
  writeFileSync(at('bad.json'), bad);
  const files = [at('good.json'), at('good.json'), at('bad.json'), at('none.json'), at('.'), '-'];
  const args = anyCall(random, files);
  const ended = await call(args, random.pick([good, bad, '', '\u0000', '{']));
  return endedFindings(ended).map((what) => `${what}: iklab ${JSON.stringify(args)}`);
}
