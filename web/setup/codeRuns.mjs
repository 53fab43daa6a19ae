/**
 * Checks "Copy as code": writes scenes in every supported language, runs the programs with the
 * installed packages, and compares the results with the module's.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { python } from './needs.mjs';
import { installNpm } from './npmPackage.mjs';
import { asProgram, root, run, runNode, SetupError, which } from './tools.mjs';
import { withModule } from './typescript.mjs';

const quiet = true;
/** Largest allowed difference of joint values from the module's, radians or metres. */
const MOST_APART = 1e-9;

const RUNS = {
  python: runPython,
  numpy: runPython,
  cpp: runCpp,
  javascript: runScripts,
  command: runCommands,
  json: readData,
};

export async function checkCode() {
  const scenes = await withModule('packages/run/code/testPrograms.ts', (module) =>
    module.scenePrograms(),
  );
  const outside = mkdtempSync(join(tmpdir(), 'iklab-code-'));
  try {
    installNpm(outside);
    const summaries = [];
    for (const [row, runAll] of Object.entries(RUNS)) {
      const programs = programsOf(scenes, row);
      if (programs.length === 0) continue;
      const folder = join(outside, row);
      for (const { name, file, text } of programs) {
        mkdirSync(join(folder, name), { recursive: true });
        writeFileSync(join(folder, name, file), text);
      }
      const results = await runAll(folder, programs, outside);
      summaries.push(
        `${row} ${programs.length}, ${compare(row, programs, results).toExponential(0)}`,
      );
    }
    return `${scenes.length} scenes, programs and largest difference: ${summaries.join('; ')}`;
  } finally {
    rmSync(outside, { recursive: true });
  }
}

const programsOf = (scenes, row) =>
  scenes.flatMap(({ scene, updates, programs }, i) =>
    programs
      .filter((program) => program.row === row && program.text !== null)
      .map(({ file, text }) => ({ scene, updates, file, text, name: `scene${i}` })),
  );

/** Languages whose programs print every update, not only the last. */
const PRINT_EVERY_UPDATE = new Set(['numpy', 'json']);

/**
 * Compares the poses printed by programs of one language with the module's poses. Returns the
 * largest difference. `results`: the poses of each program.
 */
function compare(row, programs, results) {
  let most = 0;
  for (const [i, { scene, updates }] of programs.entries()) {
    const poses = results[i];
    const whole = PRINT_EVERY_UPDATE.has(row) || poses.length !== 1;
    const expected = whole ? updates : updates.slice(-1);
    const difference = largestDifference(expected, poses);
    if (!(difference <= MOST_APART))
      throw new SetupError(
        `${row}, ${scene}: ${difference} from the module's run, ${poses.length} poses`,
      );
    most = Math.max(most, difference);
  }
  return most;
}

function largestDifference(expected, poses) {
  if (poses.length !== expected.length) return Number.NaN;
  const off = expected.flatMap((pose, k) =>
    pose.length === poses[k].length ? pose.map((x, c) => Math.abs(x - poses[k][c])) : [Number.NaN],
  );
  return off.reduce((most, each) => (each <= most ? most : each), 0);
}

const ALL_PYTHON = `
import contextlib, io, json, runpy, sys
for path in sys.argv[1:]:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        runpy.run_path(path, run_name="__main__")
    print(json.dumps(output.getvalue()))
`;

async function runPython(folder, programs, outside) {
  const prefix = join(outside, 'python-package');
  const built = join(root, 'wasm/build/release-g++');
  await run('cmake', ['--install', built, '--component', 'python', '--prefix', prefix], { quiet });
  const [version] = readdirSync(join(prefix, 'lib'));
  const env = {
    PYTHONPATH: join(prefix, 'lib', version, 'site-packages'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const files = programs.map(({ name, file }) => join(folder, name, file));
  const output = await run(python(), ['-W', 'error', '-c', ALL_PYTHON, ...files], { quiet, env });
  return lines(output).map((line) => poses(JSON.parse(line)));
}

const lines = (text) => text.trim().split('\n');

/**
 * Returns the poses in an output: the lines that are lists of numbers. An executed name would print
 * a line with SPOKEN.
 */
function poses(output) {
  if (/^SPOKEN/m.test(output)) throw new SetupError(`a name was run: ${output}`);
  const arrays = lines(output).filter((line) => /^\[.*\]$/.test(line));
  return arrays.map((line) => JSON.parse(line));
}

const ALL_SCRIPTS = `
for (const path of process.argv.slice(1)) {
  const lines = [];
  const { log } = console;
  console.log = (...words) => lines.push(words.join(' '));
  await import(path);
  console.log = log;
  log(JSON.stringify(lines.join('\\n')));
}
`;

async function runScripts(folder, programs) {
  const files = programs.map(({ name, file }) => join(folder, name, file));
  const words = ['--input-type=module', '-e', ALL_SCRIPTS, ...files];
  const output = await runNode(words, { quiet, cwd: folder });
  return lines(output).map((line) => poses(JSON.parse(line)));
}

async function runCommands(folder, programs, outside) {
  const env = { PATH: `${join(outside, 'node_modules/.bin')}:${process.env.PATH}` };
  const results = [];
  for (const { name, file } of programs) {
    const line = await run('bash', [file], { quiet, env, cwd: join(folder, name) });
    results.push([JSON.parse(line).angles]);
  }
  return results;
}

async function runCpp(folder, programs, outside) {
  const prefix = join(outside, 'library');
  await run('cmake', ['--install', join(root, 'wasm/build/release-g++'), '--prefix', prefix], {
    quiet,
  });
  writeFileSync(join(folder, 'CMakeLists.txt'), cppProject(programs));
  const build = join(folder, 'build');
  const words = ['-S', folder, '-B', build, `-DCMAKE_PREFIX_PATH=${prefix}`];
  await run('cmake', words, { quiet, env: { CXX: which('g++', 'c++') } });
  await run('cmake', ['--build', build, '-j', '2'], { quiet });
  const results = [];
  for (const { name } of programs) {
    const output = await run(join(build, name), [], { quiet });
    const numbers = lines(output).flatMap((line) => /^([+-]\S+) /.exec(line)?.[1] ?? []);
    results.push([numbers.map(Number)]);
  }
  return results;
}

const cppProject = (programs) => `cmake_minimum_required(VERSION 3.22)
project(all LANGUAGES CXX)
find_package(iklab REQUIRED)
set(CMAKE_CXX_FLAGS "-O0 -Wall -Werror")
add_library(headers STATIC headers.cpp)
file(WRITE \${CMAKE_SOURCE_DIR}/headers.cpp "")
target_link_libraries(headers PUBLIC iklab::lab iklab::formula)
target_precompile_headers(headers PUBLIC <iklab/lab.hpp> <iklab/solver.hpp> <iklab/formula.hpp> <iklab/workspace.hpp>)
${programs
  .map(
    ({ name, file }) => `add_executable(${name} ${name}/${file})
target_link_libraries(${name} PRIVATE iklab::lab iklab::formula)
target_precompile_headers(${name} REUSE_FROM headers)`,
  )
  .join('\n')}
`;

function readData(_folder, programs) {
  return programs.map(({ text }) => JSON.parse(text).updates.map(({ joints }) => joints));
}

asProgram(import.meta.url, async () => console.log(await checkCode()));
