/** Builds one source natively, tuned to this machine, and as WebAssembly. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { cmakeBuild } from './cmake.mjs';
import { SetupError, which } from './tools.mjs';

const build = (name, compiler, options = {}) =>
  cmakeBuild({
    name,
    compiler,
    target: 'iklab_bench',
    options: { IKLAB_BENCH: 'ON', ...options },
    quiet: true,
  });

function native(folder) {
  const child = spawn(join(folder, 'iklab_bench'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new SetupError('a native program ended early');
    return JSON.parse(value);
  };
  return { ask: withFaults(ask), end: () => child.stdin.end() };
}

async function webAssembly(folder) {
  const { default: create } = await import(pathToFileURL(join(folder, 'iklab_bench.mjs')).href);
  const module = await create({ wasmBinary: readFileSync(join(folder, 'iklab_bench.wasm')) });
  const ask = (request) =>
    JSON.parse(module.ccall('answer', 'string', ['string'], [JSON.stringify(request)]));
  return { ask: withFaults(ask), end: () => {} };
}

const withFaults = (ask) => async (request) => {
  const answer = await ask(request);
  if (answer.fault) throw new SetupError(`the benchmark's own scene: ${answer.fault}`);
  return answer;
};

const gcc = () => which('g++', 'c++');
const SIDES = {
  wasm: async () => webAssembly(await build('bench-wasm', 'emcc')),
  native: async () => native(await build('bench', gcc())),
  tuned: async () => native(await build('bench-tuned', gcc(), { IKLAB_MARCH_NATIVE: 'ON' })),
};

/**
 * Builds and starts the benchmark of the C++ library, by name in SIDES. `ask`: sends a request of
 * wasm/bench/bench.cpp.
 */
export async function openSides(names) {
  const sides = {};
  for (const name of names) sides[name] = await SIDES[name]();
  return sides;
}
