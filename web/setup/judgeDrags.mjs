/** `npm run causes`: checks the stated causes of drags that miss the targets. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildModule } from './module.mjs';
import { forModule, provide } from './needs.mjs';
import { asProgram, root, SetupError } from './tools.mjs';
import { withModule } from './typescript.mjs';

const help = `npm run causes -- [COUNT] [--seed N] [--out FILE]

Runs random drags of the robots of the gallery (by default 3000), asks the module why those that end short
of their targets do so, and lets an independent judge repeat the experiments. Prints stated causes against
the changes that cure, and counts by robot and method. About 10 minutes for 3000.

  --seed N      other drags
  --out FILE    writes a line of JSON for each drag
  --case N      the drag of that number alone`;

const options = {
  seed: { type: 'string', default: '1' },
  case: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};

const whole = (text, name) => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new SetupError(`${name}: expected a whole number, got ${JSON.stringify(text)}`);
};

asProgram(import.meta.url, async (words) => {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  if (values.help) return console.log(help);
  const count = whole(positionals[0] ?? '3000', 'COUNT');
  const seed = whole(values.seed, '--seed');
  await provide(forModule);
  await buildModule();
  if (values.out) writeFileSync(values.out, '');
  const wasmBinary = readFileSync(join(root, 'web/packages/core/engine/build/iklab.wasm'));
  await withModule('fuzz/dragTables.ts', async (drags) => {
    const engine = await drags.loadEngine({ wasmBinary });
    if (values.case) {
      const drag = drags.makeDrag(whole(values.case, '--case'), seed, engine);
      return console.log(JSON.stringify(drags.judgeDrag(drag, engine), null, 2));
    }
    const each = ({ number, ...report }) => {
      if (values.out) appendFileSync(values.out, `${JSON.stringify({ number, ...report })}\n`);
      if (number % 50 === 49) process.stderr.write(`${number + 1} of ${count}\r`);
    };
    console.log(
      drags.formatDragTables(drags.makeReports(count, seed, engine, each, () => performance.now())),
    );
  });
});
