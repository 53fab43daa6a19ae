/** The checks a change must pass. Each gives a few words on what it saw, or throws. */
import { checkAdding } from './adding.mjs';
import { checkSizes } from './budgets.mjs';
import { buildCli, buildPage } from './build.mjs';
import { cmakeBuild } from './cmake.mjs';
import { checkImports } from './imports.mjs';
import { clangFormat, cppFiles } from './layout.mjs';
import { buildModule } from './module.mjs';
import { chromium, forModule, forNativeTests, forPage } from './needs.mjs';
import { installed, jobs, run, which } from './tools.mjs';

const quiet = true;

/** Thrown by a check that this machine cannot make; the message is the reason. */
export class NotHere extends Error {}

/**
 * In the order they run. `needs`: programs and libraries, got before anything runs; `after`:
 * stages that must have passed, and are run too when this one is asked for.
 */
export const stages = {
  imports: { run: checkImports },
  lint: { run: checkLint },
  types: { run: checkTypes },
  cformat: { run: checkCppFormat },
  native: { needs: forNativeTests, run: gccTests },
  clang: { needs: forNativeTests, run: clangTests },
  module: { needs: forModule, run: async () => `build ${await buildModule({ quiet })}` },
  page: { after: ['module'], run: buildWeb },
  sizes: { after: ['page'], run: checkSizes },
  unit: { after: ['module', 'page'], run: () => vitest('unit') },
  adding: { needs: forModule, after: ['module'], run: checkAdding },
  e2e: {
    needs: forPage,
    after: ['module', 'page'],
    run: () => vitest('e2e', { IKLAB_CHROMIUM: chromium() }),
  },
};

async function checkLint() {
  const words = ['check', '--error-on-warnings', '--colors=off', '.'];
  const output = await run(installed('biome'), words, { quiet });
  return output.match(/Checked (\d+ files)/)?.[1];
}

async function checkCppFormat() {
  const program = clangFormat();
  if (!program) throw new NotHere('no clang-format 14 on this machine');
  const files = cppFiles();
  await run(program, ['--dry-run', '-Werror', ...files], { quiet });
  return `${files.length} files`;
}

const clang = () => which('clang++-14', 'clang++');
const sanitized = { IKLAB_SANITIZE: 'ON' };

function gccTests() {
  return nativeTests('native', which('g++', 'c++'), clang() ? {} : sanitized);
}

// clang 14 is what Emscripten 3.1.6 is made of: it lacks parts of C++20 that g++ accepts. It is also
// the faster of the two with sanitizers.
async function clangTests() {
  const compiler = clang();
  if (!compiler) throw new NotHere('no clang++ on this machine');
  return nativeTests('clang', compiler, sanitized);
}

async function nativeTests(name, compiler, options) {
  const folder = await cmakeBuild({
    name,
    compiler,
    target: 'iklab_tests',
    options: { IKLAB_TESTS: 'ON', CMAKE_BUILD_TYPE: 'Test', ...options },
    quiet,
  });
  const words = ['--test-dir', folder, '--output-on-failure', '--no-tests=error'];
  const env = { UBSAN_OPTIONS: 'print_stacktrace=1' };
  const output = await run('ctest', [...words, '-j', String(jobs)], { quiet, env });
  return `${output.match(/out of (\d+)/)?.[1]} tests`;
}

async function checkTypes() {
  await run(installed('tsc'), ['--noEmit', '-p', 'web'], { quiet });
}

async function buildWeb() {
  await buildPage({ quiet });
  await buildCli({ quiet });
}

async function vitest(project, env = {}) {
  const words = ['run', '--project', project];
  const output = await run(installed('vitest'), words, { quiet, env: { NO_COLOR: '1', ...env } });
  const late = output.match(/\(retry x\d+\)/g)?.length;
  const passed = output.match(/Tests +(.*)/)?.[1].replace(/ \(\d+\)$/, '');
  return late ? `${passed}, ${late} of them at the second try` : passed;
}
