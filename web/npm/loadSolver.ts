import { loadFrom } from './loadModule.ts';

/**
 * Loads the solver from bytes or an address of one's own, where `iklab.wasm` does not stand beside the
 * script. Not needed else: the first robot loads it.
 */
export const loadSolver = (wasm: Uint8Array | URL): Promise<void> => loadFrom(wasm);
