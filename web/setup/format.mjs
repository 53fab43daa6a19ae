/** Puts every file into the project's format. */
import { clangFormat, cppFiles } from './layout.mjs';
import { provide } from './needs.mjs';
import { asProgram, installed, run } from './tools.mjs';

asProgram(import.meta.url, async () => {
  await provide();
  await run(installed('biome'), ['check', '--write', '.']);
  const formatter = clangFormat();
  const files = cppFiles();
  if (formatter && files.length > 0) await run(formatter, ['-i', ...files]);
  else console.log('C++ left alone: clang-format 14 is not here');
});
