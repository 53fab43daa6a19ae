/**
 * Checks that no browser test depends on an earlier one: runs each test alone, two at a time. `node
 * web/tools/testsAlone.mjs [FILE...]` needs the built page (`npm test -- page`). The exit status is
 * 1 if a test fails alone. To run all in a random order, use `npx vitest run --project e2e
 * --sequence.shuffle.tests --sequence.shuffle.files`.
 */
import { execFile, execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { chromium, firefox } from '../setup/needs.mjs';
import { asProgram, installed, root, SetupError } from '../setup/tools.mjs';

const HANDS = 2;
const started = promisify(execFile);
const env = () => ({
  ...process.env,
  NO_COLOR: '1',
  IKLAB_CHROMIUM: process.env.IKLAB_CHROMIUM ?? chromium(),
  IKLAB_FIREFOX: process.env.IKLAB_FIREFOX ?? firefox(),
});
const vitest = (...words) => [installed('vitest'), ...words, '--project', 'e2e'];
const options = () => ({ cwd: root, env: env(), maxBuffer: 2 ** 26 });

/** Lists the tests of these files, or of all files, as `{ file, name }`. */
function testsOf(files) {
  const words = vitest('list', ...files, '--json');
  return JSON.parse(execFileSync(process.execPath, words, { ...options(), encoding: 'utf8' }));
}

/** Returns the error of a test, or '' if it passes. */
async function alone({ file, name }) {
  const pattern = name.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const words = vitest('run', file, '-t', `^${pattern}$`);
  try {
    const { stdout } = await started(process.execPath, words, options());
    return /Tests +1 passed/.test(stdout) ? '' : 'no single test has this name';
  } catch ({ stdout, message }) {
    return stdout?.match(/^(?:\w*Error|FAIL).*$/gm)?.at(-1) ?? message;
  }
}

asProgram(import.meta.url, async () => {
  const left = testsOf(process.argv.slice(2));
  const all = left.length;
  let failed = 0;
  const work = async () => {
    for (let test = left.shift(); test; test = left.shift()) {
      const fault = await alone(test);
      process.stderr.write(`\r${all - left.length} of ${all} started`);
      if (fault === '') continue;
      failed++;
      console.log(`\n${relative(root, test.file)}: ${test.name}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: HANDS }, work));
  console.log(`\n${all - failed} of ${all} pass alone`);
  if (failed > 0) throw new SetupError('some tests depend on others');
});
