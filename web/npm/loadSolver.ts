import { loadModuleFrom } from './loadModule.ts';

/**
 * Loads the solver from bytes or another address, if `iklab.wasm` is not next to the script.
 * Otherwise, the first robot loads it.
 */
export const loadSolver = (wasm: Uint8Array | URL): Promise<void> => loadModuleFrom(wasm);
