/**
 * Builds the library as in the README: a Release build by g++ for several stages. Installs the
 * library, and uses it outside the checkout with examples and a consumer.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cmakeBuild } from './cmake.mjs';
import { clang, python } from './needs.mjs';
import { root, run, SetupError, which } from './tools.mjs';

const quiet = true;
const gcc = () => which('g++', 'c++');

export const RELEASE = join(root, 'wasm/build/release-g++');

export async function buildLibrary() {
  await buildRelease('release-g++', gcc(), {
    IKLAB_PYTHON: 'ON',
    Python_EXECUTABLE: which(python()) ?? python(),
    IKLAB_PYTHON_PAGE: join(root, 'web/dist'), // If it is built.
  });
  await checkWideLanes(RELEASE);
  return 'Release by g++, with the Python module';
}

/**
 * Checks that the sources of wide lanes use wide registers, but not in functions that the linker
 * may share with other sources, which run on every processor.
 */
async function checkWideLanes(built) {
  if (process.arch !== 'x64') return;
  for (const [source, register, own] of [
    ['lanes_four', '%ymm', /Dv4_[dl]|makeFourLanes/],
    ['lanes_eight', '%zmm', /Dv8_[dl]|makeEightLanes/],
  ]) {
    const object = join(built, `CMakeFiles/iklab_ik.dir/wasm/src/iklab/ik/${source}.cpp.o`);
    const listing = await run('objdump', ['-d', '--no-show-raw-insn', object], { quiet });
    const functions = listing.split(/^[0-9a-f]+ <(?=.*>:$)/m).slice(1);
    const shared = functions.filter((text) => !own.test(text.slice(0, text.indexOf('>:'))));
    const wrong = shared.find((text) => /:\tv\w+ /.test(text));
    if (wrong)
      throw new SetupError(`${source}.cpp: ${wrong.split('>:')[0]} needs a newer processor`);
    if (!listing.includes(register))
      throw new SetupError(`${source}.cpp: no instruction uses ${register}`);
  }
}

function buildRelease(name, compiler, more = {}) {
  const options = { IKLAB_WERROR: 'ON', IKLAB_BENCH: 'ON', ...more };
  return cmakeBuild({ name, compiler, target: 'all', options, quiet });
}

export async function checkPackage() {
  await checkInstalled(gcc(), RELEASE);
  return 'seven examples and a consumer by g++';
}

export async function checkPackageByClang() {
  const built = await buildRelease('release-clang', clang());
  await checkWideLanes(built);
  await checkInstalled(clang(), built);
  return 'Release, seven examples and a consumer by clang';
}

async function checkInstalled(compiler, built) {
  const outside = mkdtempSync(join(tmpdir(), 'iklab-package-'));
  try {
    const prefix = join(outside, 'installed');
    await run('cmake', ['--install', built, '--prefix', prefix], { quiet });
    await checkBench(join(built, 'iklab_bench'), join(outside, 'requests.jsonl'));
    await checkExamples(compiler, prefix);
    await checkConsumer(compiler, prefix);
  } finally {
    rmSync(outside, { recursive: true });
  }
}

async function checkBench(program, file) {
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
  const batch = { ...request, rows: 50, run: { tolerance: 1e-3, orientationTolerance: 1 } };
  const requests = [request, { ...request, alone: true }, batch, { ...batch, by: '2' }];
  writeFileSync(file, requests.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const output = await run('sh', ['-c', '"$0" < "$1"', program, file], { quiet });
  const [lab, alone, rows, lanes] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const isSame = lab.sum === alone.sum && rows.updates === lanes.updates;
  if (!(lab.us > 0 && isSame && rows.solved >= 0.5 && lanes.rate > 0))
    throw new SetupError(`unexpected output of the benchmark: ${output}`);
}

async function checkExamples(compiler, prefix) {
  const pinocchio = `-Dpinocchio_DIR=${join(root, 'wasm/tests/pinocchio')}`;
  const folder = await buildProject('wasm/examples', compiler, prefix, pinocchio);
  const robot = join(root, 'wasm/examples/arm.urdf');
  for (const [name, ...words] of [['solve'], ['five_axes'], ['from_pinocchio'], ['urdf', robot]]) {
    const solved = await run(join(folder, name), words, { quiet });
    if (!/^reached after \d+ updates/.test(solved))
      throw new SetupError(`unexpected output of ${name}: ${solved}`);
  }
  for (const name of ['own_method', 'formula', 'solutions'])
    await run(join(folder, name), [], { quiet });
  const compared = await run(join(folder, 'compare'), [], { quiet });
  const reached = compared.match(/ reached /g)?.length;
  if (reached !== compared.trim().split('\n').length - 1)
    throw new SetupError(`a method of compare does not reach:\n${compared}`);
}

/**
 * Checks the installed library with a shared library that has headers of equal names and includes
 * each public header separately.
 */
async function checkConsumer(compiler, prefix) {
  const headers = `-DIKLAB_DOORS=${join(root, 'wasm/include/iklab')}`;
  await buildProject('wasm/tests/consumer', compiler, prefix, headers);
}

async function buildProject(project, compiler, prefix, ...defines) {
  const folder = `${prefix}-${project.split('/').at(-1)}`;
  const from = join(root, project);
  const words = ['-S', from, '-B', folder, `-DCMAKE_PREFIX_PATH=${prefix}`, ...defines];
  await run('cmake', words, { quiet, env: { CXX: compiler } });
  await run('cmake', ['--build', folder, '-j', '2'], { quiet });
  return folder;
}
