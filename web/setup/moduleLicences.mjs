/** Whose work is in what is built: Vite lists the packages, and this what is in the module. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that Vite writes beside what it builds. */
export const LICENCES = 'THIRD-PARTY.md';

const IN_THE_MODULE = `
## In iklab.wasm

- Eigen 3 (MPL-2.0): https://eigen.tuxfamily.org has its source.
- Of Emscripten (MIT): its runtime, musl (MIT), libc++ and compiler-rt (Apache-2.0 with LLVM exceptions).
`;

export function addModuleLicences(folder) {
  appendFileSync(join(folder, LICENCES), IN_THE_MODULE);
}
