/** What the build and the tests stand on, and how to get what is missing. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, SetupError, which } from './tools.mjs';

const includeRoots = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];
const hasHeader = (...paths) =>
  includeRoots.some((folder) => paths.some((path) => existsSync(join(folder, path))));
const cmakeTold = (name) =>
  [`${name}_DIR`, `${name}_ROOT`, 'CMAKE_PREFIX_PATH'].some((variable) => process.env[variable]);

/** Each: the Debian package, whether it is there, and what to get elsewhere. */
const needs = {
  emscripten: {
    found: () => which('emcc'),
    elsewhere: 'Emscripten (emsdk, https://emscripten.org; emcc on PATH)',
  },
  'libeigen3-dev': {
    found: () => hasHeader('eigen3/Eigen/Core', 'Eigen/Core') || cmakeTold('Eigen3'),
    elsewhere: 'Eigen 3.4 (https://eigen.tuxfamily.org, or set Eigen3_DIR)',
  },
  cmake: { found: () => which('cmake'), elsewhere: 'CMake 3.22 or newer (https://cmake.org)' },
  make: { found: () => which('make'), elsewhere: 'make' },
  'g++': { found: () => which('g++', 'c++'), elsewhere: 'a C++20 compiler (g++)' },
  'libgtest-dev': {
    found: () => hasHeader('gtest/gtest.h') || cmakeTold('GTest'),
    elsewhere: 'GoogleTest (https://github.com/google/googletest, or set GTest_DIR)',
  },
  'nlohmann-json3-dev': {
    found: () => hasHeader('nlohmann/json.hpp') || cmakeTold('nlohmann_json'),
    elsewhere: 'nlohmann-json (https://json.nlohmann.me, or set nlohmann_json_DIR)',
  },
  chromium: { found: () => chromium(), elsewhere: 'Chromium (or set IKLAB_CHROMIUM to its path)' },
};

export const forModule = ['emscripten', 'libeigen3-dev', 'cmake', 'make'];
export const forNative = ['g++', 'libeigen3-dev', 'nlohmann-json3-dev', 'cmake', 'make'];
export const forNativeTests = [...forNative, 'libgtest-dev'];
export const forPage = ['chromium'];

export const chromium = () =>
  process.env.IKLAB_CHROMIUM || which('chromium', 'chromium-browser', 'google-chrome');

/** Sees to it that these programs and libraries are there, and what npm installs. */
export async function provide(...wanted) {
  checkNode();
  const missing = () => [...new Set(wanted.flat())].filter((name) => !needs[name].found());
  if (missing().length > 0) await installDebian(missing());
  if (missing().length > 0) throw new SetupError(advice(missing()));
  if (!modulesMatchLock()) await installModules();
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new SetupError(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  }
}

async function installDebian(missing) {
  const become = existsSync('/etc/debian_version') && which('apt-get') ? rights() : null;
  if (!become) throw new SetupError(advice(missing));
  const aptGet = (...args) => {
    const [command, ...rest] = [...become, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
    return run(command, [...rest, ...args]);
  };
  console.log(`Installing ${missing.join(', ')}`);
  try {
    await aptGet('update');
    await aptGet('install', '-y', '--no-install-recommends', ...missing);
  } catch (error) {
    throw new SetupError(`${error.message}\n${advice(missing)}`);
  }
}

/** The words that let a command change the system; null where nothing does. */
function rights() {
  if (process.getuid?.() === 0) return [];
  if (!which('sudo')) return null;
  return process.stdin.isTTY ? ['sudo'] : ['sudo', '-n'];
}

function advice(missing) {
  const elsewhere = missing.map((name) => needs[name].elsewhere).join(', ');
  const debian = `sudo apt-get install ${missing.join(' ')}`;
  return `Missing: ${elsewhere}. On Debian or Ubuntu: ${debian}`;
}

const lockPath = (name) => join(root, name);

/** True if node_modules holds what the lock file asks for; optional packages may be absent. */
export function modulesMatchLock() {
  const there = lockPath('node_modules/.package-lock.json');
  if (!existsSync(there)) return false;
  const have = JSON.parse(readFileSync(there, 'utf8')).packages;
  const want = JSON.parse(readFileSync(lockPath('package-lock.json'), 'utf8')).packages;
  return Object.entries(want).every(([path, wanted]) => {
    if (path === '') return true;
    const got = have[path];
    if (!got) return wanted.optional === true;
    return got.version === wanted.version && existsSync(lockPath(path));
  });
}

async function installModules() {
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
  try {
    await run(command, [...first, 'ci', '--no-audit', '--no-fund']);
  } catch (error) {
    throw new SetupError(`${error.message}: the packages in package-lock.json are needed`);
  }
}
