/** Runs one stage of the tests in a separate process and sends the result to the parent. */
import { readFileSync } from 'node:fs';
import { watchedRuns } from './tools.mjs';

const [name] = process.argv.slice(2);

/** Processor seconds of this process and finished child processes; null if unknown. */
function cpuSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    return ticks / 100; // USER_HZ.
  } catch {
    return null;
  }
}

const send = (message) => new Promise((sent) => process.send(message, sent));

watchedRuns.onProgress = (progress) => process.send({ progress });
// Passes a request for the current activity on to the programs that this stage runs.
process.on('SIGUSR2', () => watchedRuns.ask());

try {
  const { stages } = await import('./stages.mjs');
  const words = await stages[name].run();
  await send({ passed: true, words, cpu: cpuSeconds() });
  process.exit(0);
} catch (error) {
  const output = error.output ?? error.stack;
  await send({ passed: false, words: error.message, output, cpu: cpuSeconds() });
  process.exit(1);
}
