/**
 * Reads the protocol (enums and column numbers of the C++ code) from the module, for the build of
 * the page; plain JavaScript for Node.
 */
import create from './build/iklab.js';

export async function protocolOf(wasmBinary) {
  const quiet = { print: () => {}, printErr: () => {} };
  return JSON.parse((await create({ wasmBinary, ...quiet })).protocol());
}
