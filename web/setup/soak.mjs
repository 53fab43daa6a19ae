/** `npm run soak`: long runs of everything. */
import { buildAll } from './build.mjs';
import { chromium, forModule, forPageTests, provide } from './needs.mjs';
import { asProgram, SetupError } from './tools.mjs';
import { withModule } from './typescript.mjs';

const help = `npm run soak -- [MINUTES]

Runs a million updates of every method on every preset, with jumping targets and scenes that are closed
and reopened. Then opens 1000 scenes in one page that occasionally loses its graphics context. Checks
angles, limits, errors and memory, and prints its results. The exit status is 1 if a check fails.

  MINUTES   time limit in total (default 480, a night)`;

asProgram(import.meta.url, async ([minutes = '480', ...more]) => {
  if (minutes === '--help' || minutes === '-h') return console.log(help);
  if (!(Number(minutes) > 0) || more.length > 0)
    throw new SetupError(
      `MINUTES must be one number above 0; got "${[minutes, ...more].join(' ')}"`,
    );
  await provide([...forModule, ...forPageTests]);
  process.env.IKLAB_CHROMIUM = chromium();
  await buildAll();
  const seed = Math.floor(Math.random() * 2 ** 32);
  const clean = await withModule('e2e/soakAll.ts', ({ soakAll }) => soakAll(Number(minutes), seed));
  if (!clean) process.exitCode = 1;
});
