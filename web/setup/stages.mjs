/** The checks a change must pass. Each gives a few words on what it saw, or throws. */
import { join } from 'node:path';
import { checkAdding } from './adding.mjs';
import { checkSizes } from './budgets.mjs';
import { buildCli, buildPage } from './build.mjs';
import { checkCells } from './checked.mjs';
import { cmakeBuild } from './cmake.mjs';
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
  forPageTests,
  forUnit,
} from './needs.mjs';
import { checkPackage } from './package.mjs';
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
  unit: { needs: forUnit, later: true, after: ['module', 'page'], run: () => vitest('unit') },
  adding: { needs: forModule, after: ['module'], run: checkAdding },
  cells: { needs: forModule, after: ['module'], run: checkCells },
  package: { needs: forClangTests, run: checkPackage },
  docs: { needs: forDocs, later: true, run: () => buildDocs() },
  sizes: { after: ['page'], run: checkSizes },
  e2e: {
    needs: forPageTests,
    later: true,
    after: ['module', 'page'],
    alone: true,
    run: () => vitest('e2e', { IKLAB_CHROMIUM: chromium(), IKLAB_FIREFOX: firefox() }),
  },
};

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

async function vitest(project, env = {}) {
  const words = [...BRIEFLY, installed('vitest'), 'run', '--project', project];
  const output = await run(process.execPath, words, { quiet, env: { NO_COLOR: '1', ...env } });
  return output.match(/Tests +(.*)/)?.[1].replace(/ \(\d+\)$/, '');
}
