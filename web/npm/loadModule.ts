/** The solver module, loaded once for all robots of a program. */
import { type Engine, EngineError, loadEngine } from 'iklab/engine';
import { IklabError } from './iklabError.ts';
import { refusalOf } from './refusals.ts';

let loading: Promise<Engine> | null = null;
let own: Uint8Array | URL | null = null;

/** Loads the module from bytes or a URL. Later robots and threads use it too. */
export async function loadFrom(wasm: Uint8Array | URL): Promise<void> {
  own = wasm;
  loading = load(wasm);
  await theEngine();
}

/** Returns the engine. If it failed to load, the next call tries again. */
export async function theEngine(): Promise<Engine> {
  loading ??= load(source());
  try {
    return await loading;
  } catch (error) {
    loading = null;
    throw refusalOf(error);
  }
}

/** Returns the bytes of the module, for the threads. */
export async function moduleBytes(): Promise<Uint8Array> {
  const from = source();
  return from instanceof URL ? bytesAt(from) : from;
}

const source = (): Uint8Array | URL => own ?? new URL('./iklab.wasm', import.meta.url);

async function load(wasm: Uint8Array | URL): Promise<Engine> {
  return loadEngine({ wasmBinary: wasm instanceof URL ? await bytesAt(wasm) : wasm });
}

async function bytesAt(url: URL): Promise<Uint8Array> {
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
