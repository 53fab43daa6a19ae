/** The equations of the method table, for the build of the page: plain JavaScript for Node. */
import create from './build/iklab.js';

export async function equationsOf(wasmBinary) {
  const glue = await create({ wasmBinary });
  const rows = Array.from({ length: glue.methodCount() }, (_, m) => glue.methodInfo(m));
  return rows.map(({ id, equation }) => [id, equation]);
}
