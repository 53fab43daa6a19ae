/**
 * Checks the external solvers of `iklab study --solver`. Builds the solvers with the installed
 * library, runs `iklab solver-check`, and compares the library's rows with the module's.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { python } from './needs.mjs';
import { root, run, runNode, SetupError } from './tools.mjs';

const quiet = true;
const folder = join(root, 'web/cli/solvers');
const launcher = join(root, 'web/cli/iklab.mjs');

export async function checkSolvers() {
  const outside = mkdtempSync(join(tmpdir(), 'iklab-solvers-'));
  try {
    const [prefix, built] = [join(outside, 'installed'), join(outside, 'built')];
    mkdirSync(built);
    const release = join(root, 'wasm/build/release-g++');
    await run('cmake', ['--install', release, '--prefix', prefix], { quiet });
    const options = [`-DCMAKE_PREFIX_PATH=${prefix}`, '-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror'];
    await run('cmake', ['-S', folder, '-B', built, ...options], { quiet });
    await run('cmake', ['--build', built], { quiet });
    const own = join(built, 'iklab-solver');
    const kdl = ['LMA', 'NR_JL', 'WDLS'].map((kind) => `${join(built, 'kdl')} ${kind}`);
    const example = join(outside, 'example.py');
    writeFileSync(example, exampleOf(readFileSync(join(root, 'docs/referee.md'), 'utf8')));
    const scripts = [example, join(folder, 'numpy_dls.py')].map((file) => `${python()} ${file}`);
    for (const command of [`${own} dls`, ...kdl, ...scripts])
      await iklab(['solver-check', command]);
    const difference = await compare(own, outside);
    return `six follow the protocol; this library differs by ${difference.toExponential(1)} from the module`;
  } finally {
    rmSync(outside, { recursive: true });
  }
}

function exampleOf(document) {
  const [, text] = /```python\n([\s\S]*?)```/.exec(document) ?? [];
  if (!text) throw new SetupError('docs/referee.md shows no adapter');
  return text;
}

const iklab = (words) => runNode([launcher, ...words], { quiet, stdout: true });

/**
 * Largest allowed difference of joint values, in radians or metres. Sines of library and module
 * differ in the last digits.
 */
const MOST_DIFFERENCE = 1e-9;

async function compare(own, outside) {
  const file = join(outside, 'study.json');
  const methods = [{ id: 'sdls' }, { id: 'dls', params: { lambda: 0.05 } }];
  const scenario = { preset: 'ur5e', methods };
  const sampling = { kind: 'reachable', start: 'random' };
  writeFileSync(file, JSON.stringify({ iklabStudy: 1, scenario, sampling, count: 60 }));
  const solvers = ['sdls', 'dls lambda=0.05'].map(
    (words) => `own ${words.split(' ')[0]}=${own} ${words}`,
  );
  const solverOptions = solvers.flatMap((each) => ['--solver', each]);
  const words = [
    'study',
    file,
    ...solverOptions,
    '--solver-time',
    '0',
    '--poses',
    '--format',
    'csv',
  ];
  const text = await iklab(words);
  const [head, ...lines] = text.trimEnd().split('\n');
  const names = head.split(',');
  const rows = lines.map((line) => line.split(','));
  const of = (row, name) => row[names.indexOf(name)];
  const ends = names.filter((name) => name.startsWith('end.'));
  let difference = 0;
  for (const [i, row] of rows.slice(0, 120).entries()) {
    const other = rows[i + 120];
    for (const name of ['index', 'solved', 'updates', 'evaluations'])
      if (of(row, name) !== of(other, name))
        throw new SetupError(
          `${of(row, 'label')} ${of(row, 'index')}: ${name} is ${of(other, name)}`,
        );
    if (!(Number(of(other, 'ourTime')) >= Number(of(other, 'ownTime'))))
      throw new SetupError(`${of(row, 'index')}: our clock shows less than its own`);
    for (const name of ends)
      difference = Math.max(difference, Math.abs(of(row, name) - of(other, name)));
  }
  if (difference <= MOST_DIFFERENCE && rows.length === 240) return difference;
  throw new SetupError(`the ends of ${rows.length} rows differ by ${difference} rad`);
}
