/**
 * Checks whether the tests of the first tier detect the change of one token: `node
 * web/tools/mutants.mjs KIND`. A seed selects changes of the product's code, so that nobody can
 * choose easy changes.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cmakeBuild } from '../setup/cmake.mjs';
import { gtest } from '../setup/gtest.mjs';
import { linkModules, sources } from '../setup/layout.mjs';
import { chromium, clang } from '../setup/needs.mjs';
import { asProgram, root, run, SetupError } from '../setup/tools.mjs';

const HELP = `usage: node web/tools/mutants.mjs KIND [--count N] [--seed N] [--given FILE] [--from N] [--only N] [--list]
Breaks one token at a time in a copy of the checkout, and runs the tests of the first tier.
  KIND     cpp: the solver, by the native tests; logic: packages without a page, by the unit tests;
           page: the page and its picture, by the unit tests, then by the browser tests
  --count  number of breaks (default 20)
  --seed   random seed of the breaks (default 1)
  --given  a file of breaks from --list; their lines may have moved since
  --from   begin with the break of this number
  --only   only the break with this number
  --list   print the breaks as JSON and run nothing
A break that no test detects is listed as NOT DETECTED: decide whether it changes the product's behaviour.`;

const FOLDERS = {
  cpp: ['wasm/src/iklab'],
  logic: [
    'web/packages/core',
    'web/packages/run',
    'web/packages/study',
    'web/packages/robots',
    'web/packages/logs',
  ],
  page: ['web/app', 'web/packages/scene'],
};
const ENDINGS = { cpp: ['.cpp', '.hpp'], logic: ['.ts'], page: ['.ts', '.tsx'] };
const NO_PRODUCT = /\.test\.tsx?$|\/test[A-Z]\w*\.tsx?$|\/testing\b|\.d\.ts$|engine\/protocol\.ts$/;

const SWAPS = [
  [/ (<=) /g, '<'],
  [/ (<) /g, '<='],
  [/ (>=) /g, '>'],
  [/ (>) /g, '>='],
  [/ (\+) /g, '-'],
  [/ (-) /g, '+'],
  [/ (\*) /g, '/'],
  [/ (&&) /g, '||'],
  [/ (\|\|) /g, '&&'],
  [/ (===) /g, '!=='],
  [/ (!==) /g, '==='],
  [/ (==) /g, '!='],
  [/ (!=) /g, '=='],
  [/\b(true)\b/g, 'false'],
  [/\b(false)\b/g, 'true'],
  [/\b(min)\(/g, 'max'],
  [/\b(max)\(/g, 'min'],
];
/** Lines without computations: comments, imports, types, templates. */
const NO_CODE =
  /^\s*(\/\/|\*|\/\*|#|import |export (type|interface|\*)|type |interface |template|using )/;
const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`|\/\/.*$/g;

/** Returns all possible changes in a file: line, column, token and replacement. */
function breaksOf(file) {
  const found = [];
  for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
    const code = NO_CODE.test(line) ? '' : line.replace(QUOTED, (text) => ' '.repeat(text.length));
    for (const [pattern, to] of SWAPS)
      for (const match of code.matchAll(pattern)) {
        const indent = line.length - line.trimStart().length;
        const column = match.index + match[0].indexOf(match[1]) - indent;
        found.push({ file, line: line.trimStart(), column, from: match[1], to });
      }
  }
  return found;
}

/** Returns Lehmer's generator of numbers between 0 and 1. */
function random(seed) {
  let state = (seed * 48271) % 2147483647;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Selects `count` changes, each of a random token in a different file. */
export function drawn(kind, count, seed) {
  const next = random(seed);
  const draw = (list) => list.splice(Math.floor(next() * list.length), 1)[0];
  const files = FOLDERS[kind]
    .flatMap((folder) => sources(folder, ...ENDINGS[kind]))
    .filter((file) => !NO_PRODUCT.test(file));
  const found = [];
  while (found.length < count && files.length > 0) {
    const breaks = breaksOf(draw(files));
    if (breaks.length > 0) found.push(draw(breaks));
  }
  return found;
}

/** Copies the files that git tracks or would add, the installed packages and the built module. */
async function copied() {
  const folder = mkdtempSync(join(tmpdir(), 'iklab-mutants-'));
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = await run('git', words, { quiet: true });
  const built = ['web/packages/core/engine/build', 'web/cli/build'];
  for (const path of [...listed.split('\0').filter(Boolean), ...built]) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  linkModules(folder);
  return folder;
}

const LIMIT = 20; // Minutes: a break may make a loop endless, which counts as detected.

/** Uses absolute paths, because Vitest resolves relative paths below `web`. */
const vitest = (top, words) =>
  run(join(top, 'node_modules/.bin/vitest'), [...words, '--tags-filter', '!full', '--bail', '1'], {
    ...{ cwd: top, quiet: true, limit: LIMIT },
    env: { NO_COLOR: '1', IKLAB_CHROMIUM: chromium() },
  });

const native = (name, type) => async (top) => {
  const target = 'iklab_tests';
  const options = { IKLAB_TESTS: 'ON', CMAKE_BUILD_TYPE: type, IKLAB_TOGETHER: '0' };
  const build = { name, compiler: clang(), target, options, top, quiet: true };
  await gtest(join(await cmakeBuild(build), target), LIMIT);
};

/** Unit tests in a file's folder, then all tests that import the file. */
const units = [
  (top, file) =>
    vitest(top, [
      ...['run', '--project', 'unit', '--passWithNoTests'],
      `${join(top, dirname(file))}/`,
    ]),
  (top, file) => vitest(top, ['related', '--run', '--project', 'unit', join(top, file)]),
];

/** Tests that may detect a change, fastest first. Each rejects if a test fails. */
const TESTS = {
  cpp: [native('quick', 'Release'), native('mutants', 'Test')],
  logic: units,
  page: [
    ...units,
    async (top) => {
      const build = `import('${join(top, 'web/setup/build.mjs')}').then((m) => m.buildPage())`;
      await run(process.execPath, ['-e', build], { cwd: top, quiet: true });
      await vitest(top, ['run', '--project', 'e2e']);
    },
  ],
};

/** Returns the first line of the first failure, or null if all tests pass. */
async function failure(kind, top, file) {
  for (const tests of TESTS[kind])
    try {
      await tests(top, file);
    } catch (error) {
      const lines = error.output?.split('\n') ?? [];
      return (
        lines.find((line) => /^\s*FAIL\b|FAILED {2}\]|error: /.test(line))?.trim() ?? error.message
      );
    }
  return null;
}

/** Checks that the tests pass without a mutant. Failing tests would seem to detect every mutant. */
async function control(kind, top, { file }) {
  const first = await failure(kind, top, file);
  if (first) throw new SetupError(`the tests fail without a break: ${first}`);
}

async function broken(kind, top, { file, line, column, from, to }) {
  const path = join(top, file);
  const text = readFileSync(path, 'utf8');
  const start = text.indexOf(`${line}\n`);
  if (start < 0) throw new SetupError(`${file} no longer has the line '${line}'`);
  const at = start + column;
  writeFileSync(path, text.slice(0, at) + to + text.slice(at + from.length));
  try {
    return await failure(kind, top, file);
  } finally {
    writeFileSync(path, text);
  }
}

asProgram(import.meta.url, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      given: { type: 'string' },
      from: { type: 'string', default: '1' },
      only: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [kind] = positionals;
  if (values.help || !FOLDERS[kind]) {
    console.log(HELP);
    if (!values.help)
      throw new SetupError(`KIND must be one of ${Object.keys(FOLDERS).join(', ')}`);
    return;
  }
  const all = values.given
    ? JSON.parse(readFileSync(values.given, 'utf8'))
    : drawn(kind, Number(values.count), Number(values.seed));
  const name = (each, i) => `${i + 1} ${each.file}: ${each.from} -> ${each.to} in  ${each.line}`;
  if (values.list) {
    console.log(JSON.stringify(all, null, 2));
    return;
  }
  const top = await copied();
  try {
    const first = Number(values.only ?? values.from);
    const chosen = [...all.entries()].slice(first - 1, values.only ? first : undefined);
    if (chosen[0]) await control(kind, top, chosen[0][1]);
    let seen = 0;
    for (const [i, each] of chosen) {
      const answer = await broken(kind, top, each);
      if (answer) seen += 1;
      console.log(`${name(each, i)}\n    ${answer ?? 'NOT DETECTED'}`);
    }
    console.log(`${seen} of ${chosen.length} breaks detected`);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
});
