/** Runs every check, or those named: `npm test -- unit e2e`. Gets what is missing first. */
import { provide } from './needs.mjs';
import { NotHere, stages } from './stages.mjs';
import { asProgram, SetupError } from './tools.mjs';

/** The stages named and those they come after, in the order of the table. */
function chosen(names) {
  const wanted = new Set();
  const add = (name) => {
    if (!stages[name]) {
      throw new SetupError(`No check '${name}'; there are ${Object.keys(stages).join(', ')}`);
    }
    wanted.add(name);
    stages[name].after?.forEach(add);
  };
  (names.length > 0 ? names : Object.keys(stages)).forEach(add);
  return Object.keys(stages).filter((name) => wanted.has(name));
}

/** Runs one stage and gives its result: 'passed', 'failed' or 'skipped', and a few words. */
async function runStage(name, failed) {
  const broken = stages[name].after?.find((earlier) => failed.has(earlier));
  if (broken) return { result: 'failed', words: `not run, as ${broken} failed` };
  try {
    return { result: 'passed', words: await stages[name].run() };
  } catch (error) {
    if (error instanceof NotHere) return { result: 'skipped', words: error.message };
    console.log(`\n${error.output ?? error.stack}`);
    return { result: 'failed', words: error.message };
  }
}

const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

asProgram(import.meta.url, async (names) => {
  const start = performance.now();
  const order = chosen(names);
  await provide(order.flatMap((name) => stages[name].needs ?? []));
  const failed = new Set();
  const report = { passed: [], skipped: [], failed: [] };
  for (const name of order) {
    process.stdout.write(`${name.padEnd(8)} `);
    const stageStart = performance.now();
    const { result, words } = await runStage(name, failed);
    const details = [words, secondsSince(stageStart)].filter(Boolean).join(', ');
    console.log(`${result}: ${details}`);
    report[result].push(`${name} (${details})`);
    if (result === 'failed') failed.add(name);
  }
  const parts = Object.entries(report).filter(([, list]) => list.length > 0);
  const summary = parts.map(([result, list]) => `${result}: ${list.join(', ')}`).join('; ');
  console.log(`\n${secondsSince(start)} in all; ${summary}`);
  if (failed.size > 0) process.exitCode = 1;
});
