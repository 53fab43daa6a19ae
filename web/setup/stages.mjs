/** The checks a change must pass. Each gives a few words on what it saw, or throws. */
import { join } from 'node:path';
import { checkAdding } from './adding.mjs';
import { checkSizes } from './budgets.mjs';
import { buildCli, buildPage } from './build.mjs';
import { checkCells } from './checked.mjs';
import { cmakeBuild } from './cmake.mjs';
import { checkCode } from './codeRuns.mjs';
import { buildDocs } from './docs.mjs';
import { gtest } from './gtest.mjs';
import { checkImports } from './imports.mjs';
import { clangFormat, cppFiles } from './layout.mjs';
import { buildModule } from './module.mjs';
import {
  chromium,
  clang,
  firefox,
  forClangTests,
  forCppFormat,
  forDocs,
  forModule,
  forNative,
  forPackage,
  forPage,
  forPageTests,
  forPython,
  forSolvers,
  forUnit,
} from './needs.mjs';
import { checkSolvers } from './offeredSolvers.mjs';
import { checkPackage } from './package.mjs';
import { checkPythonPackage } from './pythonPackage.mjs';
import { installed, root, run, which } from './tools.mjs';
import { checkProject } from './typescript.mjs';

const quiet = true;

/**
 * In the order they begin, two side by side: what others wait for, then what takes longest, so that
 * both lanes end together. `needs`: programs and libraries; a stage without runs while they are got;
 * `after`: stages that must have passed, and are run too when this one is asked for; `later`: what it
 * needs may be got while others run; `alone`: takes all cores itself, and shall not be slowed down.
 */
export const stages = {
  module: { needs: forModule, run: async () => `build ${await buildModule({ quiet })}` },
  imports: { run: checkImports },
  lint: { run: checkLint },
  types: { run: checkTypes },
  cformat: { needs: forCppFormat, later: true, run: checkCppFormat },
  clang: { needs: forClangTests, run: clangTests },
  page: { after: ['module'], run: buildWeb },
  library: { needs: forNative, run: gccLibrary },
  native: { after: ['clang', 'library'], run: gccTests },
  unit: { needs: forUnit, later: true, after: ['module', 'page'], run: () => vitest('unit', 20) },
  adding: { needs: forModule, after: ['module'], run: checkAdding },
  cells: { needs: forModule, after: ['module'], run: checkCells },
  package: { needs: forPackage, run: checkPackage },
  python: { needs: forPython, later: true, after: ['package', 'page'], run: checkPythonPackage },
  code: { after: ['package', 'python', 'npm'], run: checkCode },
  solvers: { needs: forSolvers, later: true, after: ['package', 'page'], run: checkSolvers },
  docs: { needs: forDocs, later: true, run: () => buildDocs() },
  sizes: { after: ['page'], run: checkSizes },
  npm: { needs: forPage, later: true, after: ['page'], run: checkNpmPackage },
  e2e: {
    needs: forPageTests,
    later: true,
    after: ['module', 'page'],
    alone: true,
    run: () => vitest('e2e', 45, { IKLAB_CHROMIUM: chromium(), IKLAB_FIREFOX: firefox() }),
  },
};

/** It is made of packages that are not there before the first install. */
async function checkNpmPackage() {
  const { checkNpm } = await import('./checkNpm.mjs');
  return checkNpm();
}

async function checkLint() {
  const words = ['check', '--error-on-warnings', '--colors=off', '.'];
  const output = await run(installed('biome'), words, { quiet });
  return output.match(/Checked (\d+ files)/)?.[1];
}

async function checkCppFormat() {
  const files = cppFiles();
  await run(clangFormat(), ['--dry-run', '-Werror', ...files], { quiet });
  return `${files.length} files`;
}

// clang 14 is what Emscripten 3.1.6 is made of: it lacks parts of C++20 that g++ accepts. It is also
// the faster of the two with sanitizers.
async function clangTests() {
  const target = 'iklab_tests';
  return `${await gtest(join(await clangBuild(target), target))} tests`;
}

async function gccLibrary() {
  const options = {
    IKLAB_NO_MALLOC_CHECK: 'ON',
    CMAKE_BUILD_TYPE: 'Test',
    IKLAB_TOGETHER: '0',
    IKLAB_WERROR: 'ON',
  };
  const compiler = which('g++', 'c++');
  await cmakeBuild({ name: 'native', compiler, target: 'all', options, quiet });
  return 'by g++';
}

/** The library by g++ runs what clang has made of the tests: the same interface of binaries. */
async function gccTests() {
  const target = 'iklab_tests_there';
  return `${await gtest(join(await clangBuild(target), target))} tests`;
}

function clangBuild(target) {
  const options = {
    IKLAB_TESTS: 'ON',
    CMAKE_BUILD_TYPE: 'Test',
    IKLAB_SANITIZE: 'ON',
    IKLAB_TOGETHER: '0',
    IKLAB_WERROR: 'ON',
    IKLAB_TESTED_LIBRARY: join(root, 'wasm/build/native'),
  };
  return cmakeBuild({ name: 'clang', compiler: clang(), target, options, quiet });
}

/** The layers that know no page compile without the library of the DOM, too. */
async function checkTypes() {
  for (const project of ['web', 'web/tsconfig.rooms.json']) await checkProject(project);
}

async function buildWeb() {
  await buildPage({ quiet });
  await buildCli({ quiet });
}

// most code of the tests runs but briefly: to optimize it, and to clear up often, costs more than it
// gains; and the other core is busy
const BRIEFLY = [
  '--interrupt-budget=400000',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--single-threaded-gc',
];

/** `limit`: minutes, some three times what it takes. */
async function vitest(project, limit, env = {}) {
  const words = [...BRIEFLY, installed('vitest'), 'run', '--project', project];
  const told = { quiet, env: { NO_COLOR: '1', ...env }, limit };
  const output = await run(process.execPath, words, told);
  return output.match(/Tests +(.*)/)?.[1].replace(/ \(\d+\)$/, '');
}
