import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { madeShare } from './progress.mjs';
import { jobs, root, run, which } from './tools.mjs';

/**
 * Returns environment variables for Debian's emcc: the location of the JavaScript optimiser, and
 * the running Node. Called per build, because emcc may just have been installed.
 */
function emscriptenEnv() {
  const modules = '/usr/share/nodejs';
  if (!existsSync(join(modules, 'acorn'))) return {};
  const path = [modules, process.env.NODE_PATH].filter(Boolean).join(delimiter);
  return { NODE_PATH: path, EM_NODE_JS: process.execPath };
}

/**
 * Builds `target` in wasm/build/`name` of the checkout at `top`. `compiler`: a C++ compiler, or
 * 'emcc' for Emscripten. Returns the build folder.
 */
export async function cmakeBuild(build) {
  const { name, compiler, target, options = {}, top = root, quiet = false, watch } = build;
  const folder = join(top, 'wasm/build', name);
  const env = compiler === 'emcc' ? emscriptenEnv() : {};
  const stamp = JSON.stringify([top, await versionOf(compiler), options]);
  const stampFile = join(folder, 'configured.json');
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const defines = Object.entries(options).map(([key, value]) => `-D${key}=${value}`);
    const wrap = compiler === 'emcc' ? ['emcmake'] : [];
    const words = [...wrap, 'cmake', '-S', top, '-B', folder, ...defines];
    const chosen = compiler === 'emcc' ? env : { CXX: compiler };
    await run(words[0], words.slice(1), { quiet, env: chosen });
    writeFileSync(stampFile, stamp);
  }
  const words = ['--build', folder, '--target', target, '-j', String(jobs)];
  const progress = (chunk) => {
    const share = madeShare(chunk);
    return share > 0 ? `${Math.round(100 * share)} %` : undefined;
  };
  await run('cmake', words, { quiet, watch, progress, env });
  return folder;
}

/** Returns path and version of a compiler. A change of either requires a new build. */
async function versionOf(compiler) {
  const path = which(compiler) ?? compiler;
  const output = await run(path, ['--version'], { quiet: true });
  return `${path} ${output.split('\n')[0]}`;
}
