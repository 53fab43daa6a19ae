/**
 * Builds the solver library and its benchmark as the README says, in a Release build, installs it, and
 * builds the examples against it, outside the checkout: what who installs it has, and nothing else.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cmakeBuild } from './cmake.mjs';
import { clang, python } from './needs.mjs';
import { root, run, SetupError, which } from './tools.mjs';

const quiet = true;

export async function checkPackage() {
  for (const compiler of [which('g++', 'c++'), clang()]) await checkInstalled(compiler);
  return 'Release, six examples and a consumer by g++ and clang';
}

async function checkInstalled(compiler) {
  const name = `release-${compiler.split('/').at(-1)}`;
  const forPython = {
    IKLAB_PYTHON: 'ON',
    Python_EXECUTABLE: which(python()) ?? python(),
    IKLAB_PYTHON_PAGE: join(root, 'web/dist'), // as far as it is built
  };
  const own = compiler === clang() ? {} : forPython; // checked by pythonPackage.mjs
  const options = { IKLAB_WERROR: 'ON', IKLAB_BENCH: 'ON', ...own };
  const built = await cmakeBuild({ name, compiler, target: 'all', options, quiet });
  const outside = mkdtempSync(join(tmpdir(), 'iklab-package-'));
  try {
    const prefix = join(outside, 'installed');
    await run('cmake', ['--install', built, '--prefix', prefix], { quiet });
    checkBench(join(built, 'iklab_bench'));
    await checkExamples(compiler, prefix);
    await checkConsumer(compiler, prefix);
  } finally {
    rmSync(outside, { recursive: true });
  }
}

/** The benchmark's program answers, natively: an update in a lab and alone to the same sum, and rows. */
function checkBench(program) {
  const axes = [
    [0, 0, 1],
    [0, 1, 0],
    [0, 1, 0],
  ];
  const joints = axes.map((axis, i) => ({
    id: `j${i}`,
    ...(i > 0 && { parent: `j${i - 1}`, xyz: [0.4, 0, 0] }),
    axis,
    limits: [-3, 3],
  }));
  const effectors = [{ id: 'tip', parent: 'j2', xyz: [0.4, 0, 0] }];
  const targets = [{ effector: 'tip', position: [0.5, 0.3, 0.2] }];
  const row = [0, 0, 0.4, 1, 0, null, null, 1, 0, 0, 0, 0, 0, 0, 0];
  const request = {
    tree: { joints, effectors },
    targets,
    start: [0.1, 0.2, 0.3],
    timeStep: 0.01,
    row,
  };
  const run = {
    tolerance: 1e-3,
    orientationTolerance: 1,
    maxUpdates: 500,
    restarts: { most: 20, every: 100 },
  };
  const requests = [request, { ...request, alone: true }, { ...request, rows: 50, run }];
  const input = requests.map((each) => `${JSON.stringify(each)}\n`).join('');
  const said = execFileSync(program, { input, encoding: 'utf8' });
  const [lab, alone, rows] = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (!(lab.us > 0 && lab.sum === alone.sum && rows.solved >= 0.5))
    throw new SetupError(`the benchmark says: ${said}`);
}

async function checkExamples(compiler, prefix) {
  const folder = await built('wasm/examples', compiler, prefix);
  const robot = join(root, 'wasm/examples/arm.urdf');
  for (const [name, ...words] of [['solve'], ['five_axes'], ['urdf', robot]]) {
    const solved = await run(join(folder, name), words, { quiet });
    if (!/^reached after \d+ updates/.test(solved)) throw new SetupError(`${name} says: ${solved}`);
  }
  for (const name of ['own_method', 'formula']) await run(join(folder, name), [], { quiet });
  const compared = await run(join(folder, 'compare'), [], { quiet });
  const reached = compared.match(/ reached /g)?.length;
  if (reached !== compared.trim().split('\n').length - 1)
    throw new SetupError(`a method of compare does not reach:\n${compared}`);
}

/** A program with headers named as ours, which is a shared object; and every door by itself. */
async function checkConsumer(compiler, prefix) {
  const doors = `-DIKLAB_DOORS=${join(root, 'wasm/include/iklab')}`;
  await built('wasm/tests/consumer', compiler, prefix, doors);
}

async function built(project, compiler, prefix, ...defines) {
  const folder = `${prefix}-${project.split('/').at(-1)}`;
  const from = join(root, project);
  const words = ['-S', from, '-B', folder, `-DCMAKE_PREFIX_PATH=${prefix}`, ...defines];
  await run('cmake', words, { quiet, env: { CXX: compiler } });
  await run('cmake', ['--build', folder, '-j', '2'], { quiet });
  return folder;
}
