/** Checks the Python package as users have it, installed in an empty folder. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { python } from './needs.mjs';
import { comparePython } from './pythonComparison.mjs';
import { root, run, runNode, SetupError } from './tools.mjs';

const quiet = true;
const from = join(root, 'wasm/python');
const shelf = join(root, 'web/packages/core/scenario/presets/shelf');
const launcher = join(root, 'web/cli/iklab.mjs');

export function checkPython() {
  return installedIn(async (prefix) => {
    checkPage(prefix);
    const runPython = speaker(prefix);
    const tested = await runPython(
      ['-W', 'error', '-m', 'unittest', 'discover'],
      join(from, 'tests'),
    );
    const [, tests] = /^Ran (\d+) tests/m.exec(tested) ?? [];
    if (!(tests > 0)) throw new SetupError(`no test was run: ${tested}`);
    const output = await runPython(
      ['examples/reach.py', join(root, 'wasm/examples/arm.urdf')],
      from,
    );
    if (!/^reached after \d+ updates/.test(output))
      throw new SetupError(`unexpected output of reach.py: ${output}`);
    return `${tests} tests; ${await comparePython(runPython, prefix)}`;
  });
}

export function checkNotebook() {
  return installedIn(async (prefix) => {
    const runPython = speaker(prefix);
    await checkDocuments(runPython, join(prefix, 'documents'));
    const compared = await compare(runPython, join(prefix, 'runs'));
    const { inJupyter } = await import('./jupyter.mjs'); // Needs npm packages.
    const used = await inJupyter(packagesOf(prefix), join(prefix, 'notebook'));
    return `${used}; ${compared} from the module's`;
  });
}

async function installedIn(work) {
  const prefix = mkdtempSync(join(tmpdir(), 'iklab-python-'));
  try {
    const built = join(root, 'wasm/build/release-g++');
    await run('cmake', ['--install', built, '--component', 'python', '--prefix', prefix], {
      quiet,
    });
    return await work(prefix);
  } finally {
    rmSync(prefix, { recursive: true, maxRetries: 5 }); // A killed kernel may still be ending.
  }
}

function packagesOf(prefix) {
  const [version] = readdirSync(join(prefix, 'lib'));
  return join(prefix, 'lib', version, 'site-packages');
}

function checkPage(prefix) {
  for (const name of ['page/index.html', 'page/ik-lab.js', '_notebook.js', 'presets/ur5e.json'])
    if (!existsSync(join(packagesOf(prefix), 'iklab', name)))
      throw new SetupError(`iklab/${name} is not installed`);
}

async function checkDocuments(runPython, folder) {
  mkdirSync(folder);
  await runPython(['documents.py', folder], join(from, 'tests'));
  for (const name of readdirSync(folder)) {
    const lines = await iklab(['run', join(folder, name), '--format', 'jsonl']);
    const { stop } = JSON.parse(lines.trim().split('\n').at(-1));
    if (stop !== 'reached') throw new SetupError(`iklab run of ${name} stops: ${stop}`);
  }
}

function speaker(prefix) {
  const own = {
    PYTHONPATH: packagesOf(prefix),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  return (words, cwd, env = {}) => run(python(), words, { quiet, env: { ...own, ...env }, cwd });
}

const ROBOTS = ['ur5e', 'panda', 'kr6', 'iiwa-14', 'puma-560', 'kinova-gen3', 'scara', 'allegro'];
const MOST_PANELS = 8;
/**
 * Largest allowed differences of joint values, in radians or metres. Some of hundreds of rows are
 * sensitive to rounding.
 */
const MOST_DIFFERENCE = { runs: 1e-13, rows: 1e-9 };

const read = (name) => JSON.parse(readFileSync(join(shelf, `${name}.json`), 'utf8'));
const iklab = (words) => runNode([launcher, ...words], { quiet });

const study = () => ({
  iklabStudy: 1,
  scenario: {
    ...read('ur5e'),
    methods: [{ id: 'dls', params: { lambda: 0.05 } }, { id: 'sdls' }, { id: 'ccd' }],
  },
  sampling: { kind: 'reachable', start: 'random' },
  restarts: { most: 3 },
  count: 60,
});
const ROWS = 180;

async function compare(runPython, folder) {
  mkdirSync(folder);
  const scenes = ROBOTS.map((name) => [name, read(name)]);
  const all = await publishedMethods();
  for (let i = 0; i < all.length; i += MOST_PANELS)
    scenes.push([`methods-${i}`, { ...read('ur5e'), methods: all.slice(i, i + MOST_PANELS) }]);
  for (const [name, scene] of scenes) {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(scene));
    writeFileSync(`${file}l`, await iklab(['run', file, '--format', 'jsonl']));
  }
  const file = join(folder, 'study.json');
  writeFileSync(file, JSON.stringify(study()));
  for (const end of ['csv', 'npz'])
    await iklab(['study', file, '--out', join(folder, `study.${end}`), '--poses']);
  const output = await runPython(['agreement.py', folder], join(from, 'tests'));
  const [runs, runsDifference, lines, rowsDifference] = output
    .trim()
    .split('\n')
    .at(-1)
    .split(' ')
    .map(Number);
  const summary = `${runs} runs end ${runsDifference.toExponential(1)}, ${lines} rows ${rowsDifference.toExponential(1)}`;
  const enough = runs > all.length && lines === ROWS;
  if (enough && runsDifference <= MOST_DIFFERENCE.runs && rowsDifference <= MOST_DIFFERENCE.rows)
    return summary;
  throw new SetupError(`${summary} from the module's`);
}

/** Returns every method with the published constants, because only Python fits omitted values. */
async function publishedMethods() {
  const { methods } = JSON.parse(await iklab(['methods', '--format', 'json']));
  const own = (id) =>
    methods
      .find((method) => method.id === id)
      .params.flatMap((param) => [
        [param.key, param.default],
        ...(param.scale === 'method'
          ? own(param.default).map(([key, value]) => [`${param.key}.${key}`, value])
          : []),
      ]);
  return methods.map(({ id }) => ({ id, params: Object.fromEntries(own(id)) }));
}
