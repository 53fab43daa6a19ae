/**
 * `npm run fuzz`: runs random and hostile scenes, documents, links, calls and visits for a given
 * time. Prints the number of cases and every finding. Runs in a watched child process: an endless
 * case is a finding too.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from './build.mjs';
import { chromium, forModule, forPageTests, provide } from './needs.mjs';
import { asProgram, NODE_FLAGS, root, SetupError } from './tools.mjs';
import { withModule } from './typescript.mjs';

const HUNG = 120_000; // Milliseconds without a finished case.

const help = `npm run fuzz -- [MINUTES] [--seed N] [--kind NAME] [--case N]

Tests random and hostile scenes, documents, texts, links, calls of the command line, and links in one
open page, for MINUTES (default 1). Prints the number of cases and the slowest case per kind, and every
finding with the seed that reproduces it. The exit status is 1 if there is a finding.

  --seed N      random seed; by default a new one each time
  --kind NAME   only this kind: documents, scenes, hostile, text, links, robots, meshes,
                studies, words, command, page
  --case N      repeat one case of that kind`;

const options = {
  seed: { type: 'string' },
  kind: { type: 'string' },
  case: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  child: { type: 'boolean' },
};

const whole = (text, name) => {
  if (text === undefined || /^\d{1,10}$/.test(text)) return text && Number(text);
  throw new SetupError(`--${name} must be a whole number; got ${JSON.stringify(text)}`);
};

function read(words) {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const [minutes = '1', more] = positionals;
  if (!(Number(minutes) > 0) || more !== undefined)
    throw new SetupError(`MINUTES must be one number above 0; got ${JSON.stringify(positionals)}`);
  return {
    minutes: Number(minutes),
    seed: whole(values.seed, 'seed') ?? Math.floor(Math.random() * 2 ** 32),
    kind: values.kind,
    only: whole(values.case, 'case'),
    child: values.child,
    help: values.help,
  };
}

function watched(words) {
  return new Promise((resolve) => {
    const child = fork(join(root, 'web/setup/fuzz.mjs'), [...words, '--child'], {
      cwd: root,
      execArgv: [...process.execArgv, ...NODE_FLAGS],
    });
    let last = null;
    const hung = () => {
      console.log(
        `No case finished for ${HUNG / 1000} s: npm run fuzz -- --kind ${last?.name} --case ${last?.seed}`,
      );
      child.kill('SIGKILL');
    };
    let timer = setTimeout(hung, HUNG);
    child.on('message', (message) => {
      last = message;
      clearTimeout(timer);
      timer = setTimeout(hung, HUNG);
    });
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve(status ?? 1);
    });
  });
}

async function runChild(call) {
  const report = (name, seed) => process.send?.({ name, seed });
  const clean = await withModule('e2e/fuzzAll.ts', ({ fuzzAll }) => fuzzAll({ ...call, report }));
  if (!clean) process.exitCode = 1;
  process.disconnect?.();
}

async function main(words) {
  const call = read(words);
  if (call.help) return console.log(help);
  if (call.child) return runChild(call);
  await provide([...forModule, ...forPageTests]);
  process.env.IKLAB_CHROMIUM = chromium();
  await buildAll();
  process.exitCode = await watched([...words, '--seed', String(call.seed)]);
}

asProgram(import.meta.url, (words) =>
  main(words).catch((error) => {
    throw error.code?.startsWith('ERR_PARSE_ARGS')
      ? new SetupError(`${error.message}\n\n${help}`)
      : error;
  }),
);
