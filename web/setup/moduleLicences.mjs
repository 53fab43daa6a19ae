/** Adds the module's licences to the npm packages' licences, which Vite lists. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

export const LICENCES = 'THIRD-PARTY.md';

const IN_THE_MODULE = `
## In iklab.wasm

- Eigen 3 (MPL-2.0): https://eigen.tuxfamily.org has its source.
- Of Emscripten (MIT): its runtime, musl (MIT), libc++ and compiler-rt (Apache-2.0 with LLVM exceptions).
`;

export function addModuleLicences(folder) {
  appendFileSync(join(folder, LICENCES), IN_THE_MODULE);
}
