import { clangFormat, cppFiles } from './layout.mjs';
import { forCppFormat, provide } from './needs.mjs';
import { asProgram, installed, run } from './tools.mjs';

asProgram(import.meta.url, async () => {
  await provide(forCppFormat);
  await run(installed('biome'), ['check', '--write', '.']);
  await run(clangFormat(), ['-i', ...cppFiles()]);
});
