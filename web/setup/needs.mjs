/** Programs and libraries for the build and tests, and how to get missing ones. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import './node.cjs';
import { clangFormat } from './layout.mjs';
import { installDebian, installModules, mayInstall, modulesMatchLock } from './packages.mjs';
import { SetupError, which } from './tools.mjs';

const includeRoots = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];
const hasHeader = (...paths) =>
  includeRoots.some((folder) => paths.some((path) => existsSync(join(folder, path))));
const hasCmakeHint = (name) =>
  [`${name}_DIR`, `${name}_ROOT`, 'CMAKE_PREFIX_PATH'].some((variable) => process.env[variable]);

export const clang = () => which('clang++-14', 'clang++');

/**
 * Returns whether GNU parallel is installed, for the script for clusters. Another program has the
 * same name.
 */
function hasGnuParallel() {
  if (!which('parallel')) return false;
  const { stdout } = spawnSync('parallel', ['--version'], { encoding: 'utf8' });
  return /^GNU parallel/.test(stdout ?? '');
}

const runsPython = (program, text) => spawnSync(program, ['-c', text]).status === 0;
const HAS_HEADERS = `import pathlib, sys, sysconfig
sys.exit(not pathlib.Path(sysconfig.get_paths()['include'], 'Python.h').exists())`;

/** Returns a Python with NumPy: from a version manager, else from the system. */
export const python = () =>
  ['python3', '/usr/bin/python3'].find((program) => runsPython(program, 'import numpy')) ?? null;

function hasSanitizers() {
  if (!clang()) return false;
  const words = ['-print-runtime-dir'];
  const folder = execFileSync(clang(), words, { encoding: 'utf8' }).trim();
  return existsSync(folder) && readdirSync(folder).some((file) => file.includes('_rt.asan'));
}

function hasFont(file) {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts'].filter(existsSync);
  const files = () => folders.flatMap((folder) => readdirSync(folder, { recursive: true }));
  return process.platform !== 'linux' || files().some((path) => basename(path) === file);
}

/** For each Debian package: a check of the installation, and advice for other systems. */
const needs = {
  emscripten: {
    found: () => which('emcc'),
    elsewhere: 'Emscripten (emsdk, https://emscripten.org; emcc on PATH)',
  },
  'libeigen3-dev': {
    found: () => hasHeader('eigen3/Eigen/Core', 'Eigen/Core') || hasCmakeHint('Eigen3'),
    elsewhere: 'Eigen 3.4 (https://eigen.tuxfamily.org, or set Eigen3_DIR)',
  },
  cmake: { found: () => which('cmake'), elsewhere: 'CMake 3.22 or newer (https://cmake.org)' },
  make: { found: () => which('make'), elsewhere: 'make' },
  'g++': { found: () => which('g++', 'c++'), elsewhere: 'a C++20 compiler (g++)' },
  'libgtest-dev': {
    found: () => hasHeader('gtest/gtest.h') || hasCmakeHint('GTest'),
    elsewhere: 'GoogleTest (https://github.com/google/googletest, or set GTest_DIR)',
  },
  'nlohmann-json3-dev': {
    found: () => hasHeader('nlohmann/json.hpp') || hasCmakeHint('nlohmann_json'),
    elsewhere: 'nlohmann-json (https://json.nlohmann.me, or set nlohmann_json_DIR)',
  },
  'clang-14': { found: clang, elsewhere: 'clang 14 or newer' },
  'libclang-rt-14-dev': { found: hasSanitizers, elsewhere: "clang's sanitizers (compiler-rt)" },
  'clang-format-14': {
    found: clangFormat,
    elsewhere: 'clang-format 14 (pip install clang-format==14.0.6)',
  },
  parallel: { found: hasGnuParallel, elsewhere: 'GNU parallel (https://gnu.org/s/parallel)' },
  'liborocos-kdl-dev': {
    found: () => hasHeader('kdl/chain.hpp') || hasCmakeHint('orocos_kdl'),
    elsewhere: 'Orocos KDL (https://github.com/orocos/orocos_kinematics_dynamics)',
  },
  'python3-numpy': {
    found: python,
    elsewhere: 'NumPy (pip install numpy)',
  },
  'python3-pandas': {
    found: () => python() && runsPython(python(), 'import pandas'),
    elsewhere: 'pandas (pip install pandas)',
  },
  'python3-traitlets': {
    found: () => python() && runsPython(python(), 'import traitlets'),
    elsewhere: 'traitlets (pip install traitlets)',
  },
  'jupyter-notebook': {
    found: () => python() && runsPython(python(), 'import ipykernel, notebook'),
    elsewhere: 'Jupyter Notebook 6 (pip install "notebook<7")',
  },
  'python3-dev': {
    found: () => python() && runsPython(python(), HAS_HEADERS),
    elsewhere: 'the headers of Python',
  },
  'python3-pip': {
    found: () => python() && runsPython(python(), 'import pip'),
    elsewhere: 'pip',
  },
  'pybind11-dev': {
    found: () => hasHeader('pybind11/pybind11.h') || hasCmakeHint('pybind11'),
    elsewhere: 'pybind11 (pip install pybind11, and set pybind11_DIR)',
  },
  doxygen: { found: () => which('doxygen'), elsewhere: 'Doxygen (https://doxygen.nl)' },
  'chromium-headless-shell': {
    found: () => chromium(),
    elsewhere: 'Chromium (or set IKLAB_CHROMIUM to its path)',
  },
  'firefox-esr': {
    found: () => firefox(),
    elsewhere: 'Firefox (or set IKLAB_FIREFOX to its path)',
  },
  'fonts-dejavu-core': {
    found: () => hasFont('DejaVuSans.ttf'),
    elsewhere: 'DejaVu fonts (https://dejavu-fonts.github.io)',
  },
  'fonts-liberation': {
    found: () => hasFont('LiberationSansNarrow-Regular.ttf'),
    elsewhere: 'Liberation Sans Narrow 1.07',
  },
};

export const forModule = ['emscripten', 'libeigen3-dev', 'cmake', 'make'];
export const forNative = ['g++', 'libeigen3-dev', 'nlohmann-json3-dev', 'cmake', 'make'];
export const forNativeTests = [...forNative, 'libgtest-dev'];
export const forClangTests = [...forNativeTests, 'clang-14', 'libclang-rt-14-dev'];
export const forUnit = ['parallel'];
export const forPython = [
  'python3-numpy',
  'python3-pandas',
  'python3-traitlets',
  'python3-dev',
  'pybind11-dev',
];
export const forRelease = [...forModule, ...forPython, 'python3-pip'];
export const forPackage = [...forClangTests, ...forPython];
export const forNotebook = ['jupyter-notebook', 'chromium-headless-shell'];
export const forSolvers = [...forNative, 'liborocos-kdl-dev', 'python3-numpy'];
export const forDocs = ['doxygen'];
export const forCppFormat = ['clang-format-14'];
export const forPage = ['chromium-headless-shell'];
export const forPageTests = [...forPage, 'fonts-dejavu-core', 'fonts-liberation'];
export const forFirefox = [...forPageTests, 'firefox-esr'];

// The headless shell has the same engine without a window, and needs a fifth less processor time.
export const chromium = () =>
  process.env.IKLAB_CHROMIUM ||
  which('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome');
export const firefox = () => process.env.IKLAB_FIREFOX || which('firefox-esr', 'firefox');

/**
 * Installs missing programs, libraries and npm packages. `then`: describes the following work and
 * its full duration. `later`: packages to install during other work; the result's `rest` then
 * resolves.
 */
export async function provide(names, then, later = []) {
  const packages = await startInstall(names, then, later);
  await packages.first;
  return packages;
}

/**
 * Installs packages without waiting. `modules` resolves after the npm packages, `first` after the
 * npm packages and `names`, `rest` after all.
 */
export async function startInstall(names, then, later = []) {
  const now = missing(names);
  const others = missing(later).filter((name) => !now.includes(name));
  const all = [...now, ...others];
  const isOutdated = !modulesMatchLock();
  if (then && (all.length > 0 || isOutdated))
    console.log(`Installs missing packages, then ${then}`);
  if (all.length > 0 && !(await mayInstall())) throw new SetupError(advice(all));
  // In parallel, because most of apt-get's time is spent unpacking with a single process.
  const programs = install(now);
  const modules = isOutdated ? installModules() : Promise.resolve();
  const first = Promise.all([programs, modules]);
  const rest = programs.then(() => install(others, true));
  for (const each of [first, rest]) each.catch(() => undefined); // Reported where they are awaited.
  return { modules, first, rest };
}

const missing = (names) => [...new Set(names)].filter((name) => !needs[name].found());

async function install(names, meanwhile = false) {
  if (names.length === 0) return;
  await installDebian(names, meanwhile);
  const still = missing(names);
  if (still.length > 0) throw new SetupError(advice(still));
}

function advice(names) {
  const elsewhere = names.map((name) => needs[name].elsewhere).join(', ');
  const debian = `apt-get install --no-install-recommends ${names.join(' ')}`;
  return `Missing: ${elsewhere}. On Debian 12, run as root: ${debian}`;
}
