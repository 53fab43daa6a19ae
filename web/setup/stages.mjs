/** The stages of the tests: requirements, dependencies and commands. */
import { join } from 'node:path';
import { cmakeBuild } from './cmake.mjs';
import { gtest } from './gtest.mjs';
import { failedFilesOf, lastFailures } from './lastFailures.mjs';
import { clangFormat, cppFiles } from './layout.mjs';
import {
  clang,
  forClangTests,
  forCppFormat,
  forDocs,
  forFirefox,
  forModule,
  forNotebook,
  forPackage,
  forPage,
  forPageTests,
  forSolvers,
  forUnit,
} from './needs.mjs';
import { installed, NODE_FLAGS, root, run } from './tools.mjs';

const quiet = true;
const PACKAGES = ['wasm/src/**', 'wasm/include/**', 'CMakeLists.txt'];

/**
 * Stages run in separate processes (runStage.mjs). A stage returns a few words on what was checked,
 * or throws.
 * `needs`: Debian packages. `later`: the packages may be installed while other stages run.
 * `after`: stages that must pass first. Naming a stage also runs the stages in `after`.
 * `cores`: number of cores that the stage uses, 1 by default. A build counts as one core, because
 * another stage can use the core that is idle at the end. Browser tests use both cores.
 * `seconds`: measured processor time, only for the order.
 * `requiredBy`: globs of files whose change requires the stage. Such a stage is in the second tier:
 * `npm run test:all` runs it, `npm test` does not.
 */
export const stages = {
  module: { needs: forModule, seconds: 140, run: buildTheModule },
  imports: { seconds: 2, run: from('./imports.mjs', 'checkImports') },
  lint: { seconds: 20, run: checkLint },
  types: { seconds: 25, run: checkTypes },
  cformat: { needs: forCppFormat, later: true, seconds: 4, run: checkCppFormat },
  clang: { needs: forClangTests, seconds: 250, run: clangTests },
  page: { after: ['module'], seconds: 15, run: buildWeb },
  library: {
    needs: forPackage,
    seconds: 200,
    run: from('./package.mjs', 'buildLibrary'),
  },
  unit: { after: ['page'], seconds: 240, run: () => vitest('unit', 'first') },
  package: { after: ['library'], seconds: 40, run: from('./package.mjs', 'checkPackage') },
  python: {
    after: ['library', 'page', 'npm'],
    seconds: 20,
    run: from('./pythonPackage.mjs', 'checkPython'),
  },
  npm: { after: ['page'], seconds: 25, run: from('./checkNpm.mjs', 'checkNpm') },
  sizes: { after: ['page'], seconds: 3, run: from('./budgets.mjs', 'checkSizes') },
  docs: { needs: forDocs, later: true, seconds: 3, run: from('./docs.mjs', 'buildDocs') },
  e2e: {
    needs: forPageTests,
    later: true,
    after: ['page'],
    cores: 2,
    seconds: 500,
    run: () => vitest('e2e', 'first'),
  },

  adding: {
    after: ['module'],
    seconds: 40,
    run: from('./adding.mjs', 'checkAdding'),
    requiredBy: [
      'docs/adding.md',
      'web/setup/adding.mjs',
      'web/setup/additions.mjs',
      'web/setup/layout.mjs',
      'wasm/src/iklab/ik/methods/methods.def',
      'wasm/src/iklab/ik/{registry,card,protocol}*',
      'wasm/bindings/**',
      'web/packages/core/engine/**',
      'web/packages/core/format/words/choiceTexts.ts',
      'web/packages/core/scenario/jsonSchema.ts',
    ],
  },
  native: {
    after: ['clang', 'library'],
    seconds: 70,
    run: gccTests,
    requiredBy: ['wasm/**', 'CMakeLists.txt'],
  },
  cells: {
    after: ['module'],
    seconds: 20,
    run: from('./checkedModule.mjs', 'checkCells'),
    requiredBy: ['wasm/src/iklab/lab/**', 'wasm/bindings/**', 'web/packages/core/engine/**'],
  },
  clangRelease: {
    needs: forPackage,
    seconds: 180,
    run: from('./package.mjs', 'checkPackageByClang'),
    requiredBy: [...PACKAGES, 'wasm/examples/**', 'wasm/bench/**'],
  },
  solvers: {
    needs: forSolvers,
    later: true,
    after: ['library', 'page'],
    seconds: 40,
    run: from('./offeredSolvers.mjs', 'checkSolvers'),
    requiredBy: [...PACKAGES, 'web/cli/**', 'docs/referee.md', 'web/packages/study/**'],
  },
  code: {
    after: ['package', 'python', 'npm'],
    seconds: 120,
    run: from('./codeRuns.mjs', 'checkCode'),
    requiredBy: [...PACKAGES, 'web/packages/run/code/**', 'wasm/python/**', 'web/npm/**'],
  },
  answers: {
    after: ['package', 'python', 'npm'],
    seconds: 40,
    run: from('./compareAnswers.mjs', 'checkAnswers'),
    requiredBy: [
      ...PACKAGES,
      'wasm/python/**',
      'wasm/tests/answers/**',
      'web/cli/**',
      'web/npm/**',
      'web/packages/{iklab,study}/**',
    ],
  },
  notebook: {
    needs: forNotebook,
    later: true,
    after: ['python'],
    seconds: 45,
    run: from('./pythonPackage.mjs', 'checkNotebook'),
    requiredBy: ['wasm/python/**', 'docs/notebook.md', 'web/packages/element/**', ...PACKAGES],
  },
  npmBrowser: {
    needs: forPage,
    later: true,
    after: ['npm'],
    seconds: 35,
    run: from('./checkNpm.mjs', 'checkNpmInBrowser'),
    requiredBy: ['web/npm/**', 'web/packages/element/**', 'web/setup/npm*'],
  },
  unitMore: {
    needs: forUnit,
    later: true,
    after: ['unit'],
    seconds: 250,
    run: () => vitest('unit', 'second'),
    requiredBy: ['wasm/**', 'web/packages/**', 'web/cli/**', 'web/fuzz/**', 'web/npm/**'],
  },
  e2eMore: {
    needs: forFirefox,
    later: true,
    after: ['e2e'],
    cores: 2,
    seconds: 900,
    run: () => vitest('e2e', 'second'),
    requiredBy: [
      'web/app/**',
      'web/e2e/**',
      'web/offline/**',
      'web/packages/**',
      'web/*.{ts,css,html}',
    ],
  },
};

/**
 * Returns a function that imports and runs a check. The check may need packages that are installed
 * later.
 */
function from(file, name) {
  return async () => (await import(file))[name]();
}

async function buildTheModule() {
  const { buildModule } = await import('./module.mjs');
  return `build ${await buildModule({ quiet })}`;
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

// Emscripten 3.1.6 is based on clang 14, which lacks parts of C++20 that g++ accepts. It is also
// faster with sanitizers.
async function clangTests() {
  const target = 'iklab_tests';
  return `${await gtest(join(await clangBuild(target), target))} tests`;
}

/** Runs clang's tests with the library built by g++. Both must have the same ABI. */
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
    IKLAB_TESTED_LIBRARY: join(root, 'wasm/build/release-g++'),
  };
  return cmakeBuild({ name: 'clang', compiler: clang(), target, options, quiet });
}

/**
 * Checks types. Layers that are independent of the page must also compile without the DOM library.
 */
async function checkTypes() {
  const { checkProject } = await import('./typescript.mjs');
  for (const project of ['web', 'web/tsconfig.rooms.json']) await checkProject(project);
}

async function buildWeb() {
  const { buildCli, buildPage } = await import('./build.mjs');
  await buildPage({ quiet });
  await buildCli({ quiet });
}

// Most test code runs briefly: optimising it and collecting garbage often costs more than it gains.
const BRIEFLY = [
  '--interrupt-budget=400000',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--single-threaded-gc',
];

/** Runs the Vitest tests of a project in a tier, or only the files that failed last time. */
async function vitest(project, tier) {
  const stage = tier === 'first' ? project : `${project}More`;
  const only = process.env.IKLAB_ONLY_FAILED ? lastFailures().filesOf(stage) : [];
  const words = [...BRIEFLY, ...NODE_FLAGS, installed('vitest'), 'run', '--project', project];
  const env = {
    NO_COLOR: '1',
    IKLAB_FAILED_FILES: failedFilesOf(stage),
  };
  let files = 0;
  const progress = (chunk) => {
    files += chunk.match(/^ [✓❯×]/gm)?.length ?? 0;
    return `${files} files`;
  };
  const filter = `--tags-filter=${tier === 'first' ? '!full' : 'full'}`;
  const output = await run(process.execPath, [...words, filter, ...only], {
    ...{ quiet, env, progress, answers: true },
  });
  return output.match(/Tests +(.*)/)?.[1].replace(/ \(\d+\)$/, '');
}
