/** `npm run soak`: everything for a long time, and its figures. */
import { buildAll } from './build.mjs';
import { chromium, forModule, forPageTests, provide } from './needs.mjs';
import { asProgram, SetupError } from './tools.mjs';
import { withModule } from './typescript.mjs';

const help = `npm run soak -- [MINUTES]

A million updates of every method on every preset, with targets that jump and scenes that are closed
and opened again, then 1000 scenes opened in one page that loses its graphics now and then. Looks at
angles, limits, errors and memory, and prints its figures; exit status 1 where something was found.

  MINUTES   at most so many, shared among all (by default 480: a night)`;

asProgram(import.meta.url, async ([minutes = '480', ...more]) => {
  if (minutes === '--help' || minutes === '-h') return console.log(help);
  if (!(Number(minutes) > 0) || more.length > 0)
    throw new SetupError(
      `MINUTES must be one number above 0, is "${[minutes, ...more].join(' ')}"`,
    );
  await provide([...forModule, ...forPageTests]);
  process.env.IKLAB_CHROMIUM = chromium();
  await buildAll();
  const seed = Math.floor(Math.random() * 2 ** 32);
  const clean = await withModule('e2e/soakAll.ts', ({ soakAll }) => soakAll(Number(minutes), seed));
  if (!clean) process.exitCode = 1;
});
