/** Builds everything that is published: the module, the page in web/dist, and the command line. */
import { join } from 'node:path';
import { buildModule } from './module.mjs';
import { addModuleLicences } from './moduleLicences.mjs';
import { forModule, provide } from './needs.mjs';
import { madeShare, progress } from './progress.mjs';
import { sealPage } from './sealedPage.mjs';
import { asProgram, installed, root, run } from './tools.mjs';

export async function buildPage({ quiet = false } = {}) {
  await run(installed('vite'), ['build', '--logLevel', 'warn'], { quiet });
  for (const beside of ['element', 'worker', 'check'])
    await run(installed('vite'), ['build', '--logLevel', 'warn', '--mode', beside], { quiet });
  addModuleLicences(join(root, 'web/dist'));
  sealPage();
}

export async function buildCli({ quiet = false } = {}) {
  await run(installed('vite'), ['build', '--logLevel', 'warn', '--mode', 'cli'], { quiet });
}

const BARE = 'compiles the solver and builds the page: about 3 minutes on two cores';

export async function buildAll() {
  await provide(forModule, BARE);
  const build = await progress('Solver', (onShare) =>
    buildModule({ quiet: true, watch: (output) => onShare(madeShare(output)) }),
  );
  await progress('Page', async () => {
    await buildPage({ quiet: true });
    await buildCli({ quiet: true });
  });
  return build;
}

asProgram(import.meta.url, async () => {
  console.log(`Built web/dist and web/cli/build with module ${await buildAll()}`);
});
