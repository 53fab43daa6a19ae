/** The solver module, loaded once for all robots of a program. */
import { type Engine, EngineError, loadEngine } from '@iklab/core/engine';
import { toIklabError } from './callErrors.ts';
import { IklabError } from './iklabError.ts';

let loading: Promise<Engine> | null = null;
let customSource: Uint8Array | URL | null = null;

/** Loads the module from bytes or a URL. Later robots and threads use it too. */
export async function loadModuleFrom(wasm: Uint8Array | URL): Promise<void> {
  customSource = wasm;
  loading = load(wasm);
  await getEngine();
}

/** Returns the solver module. After a failure, the next call tries again. */
export async function getEngine(): Promise<Engine> {
  loading ??= load(getSource());
  try {
    return await loading;
  } catch (error) {
    loading = null;
    throw toIklabError(error);
  }
}

export async function readModuleBytes(): Promise<Uint8Array> {
  const from = getSource();
  return from instanceof URL ? fetchBytes(from) : from;
}

const getSource = (): Uint8Array | URL => customSource ?? new URL('./iklab.wasm', import.meta.url);

async function load(wasm: Uint8Array | URL): Promise<Engine> {
  return loadEngine({ wasmBinary: wasm instanceof URL ? await fetchBytes(wasm) : wasm });
}

async function fetchBytes(url: URL): Promise<Uint8Array> {
  try {
    if (url.protocol === 'file:') {
      const { readFile } = await import('node:fs/promises');
      return new Uint8Array(await readFile(url));
    }
    const answer = await fetch(url);
    if (!answer.ok) throw new EngineError(`status ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new IklabError('module', `the solver module did not load: ${url.href}: ${why}`);
  }
}
