/** Builds all that is published: the module, the page in web/dist, the command line's bundle. */
import { buildModule } from './module.mjs';
import { forModule, provide } from './needs.mjs';
import { asProgram, installed, run } from './tools.mjs';

export async function buildPage({ quiet = false } = {}) {
  await run(installed('vite'), ['build', '--logLevel', 'warn'], { quiet });
}

export async function buildCli({ quiet = false } = {}) {
  await run(installed('vite'), ['build', '--logLevel', 'warn', '--mode', 'cli'], { quiet });
}

export async function buildAll() {
  await provide(forModule);
  const build = await buildModule();
  await buildPage();
  await buildCli();
  return build;
}

asProgram(import.meta.url, async () => {
  console.log(`Built web/dist and web/cli/build with module ${await buildAll()}`);
});
