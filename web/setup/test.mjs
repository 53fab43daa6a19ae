/**
 * Runs the tests and installs what is missing first.
 *   npm test                     the first tier: what every change must pass
 *   npm run test:all             both tiers
 *   npm test -- unit lint        these stages and those they come after
 *   npm test -- --failed         the stages and test files that failed last time
 */
import { changedFiles, secondTierText } from './changes.mjs';
import { forgetFailures, lastFailures, rememberStages } from './lastFailures.mjs';
import { startInstall } from './needs.mjs';
import { formatDuration, printLine } from './progress.mjs';
import { schedule } from './schedule.mjs';
import { stages } from './stages.mjs';
import { asProgram, jobs as cores, run, SetupError } from './tools.mjs';

const MOST_MINUTES = 40; // Limit of a stage: then it is killed and reports what it did.
const EACH_MINUTE = 60_000; // Milliseconds between lines about the progress.

const firstTier = () => Object.keys(stages).filter((name) => !stages[name].requiredBy);

/** Adds the stages that must pass before the named ones. */
export function selectStages(words, failed = lastFailures()) {
  const unknown = words.find(
    (word) => word.startsWith('--') && !['--all', '--failed'].includes(word),
  );
  if (unknown) throw new SetupError(`unknown option '${unknown}'; expected --all or --failed`);
  const names = words.filter((word) => !word.startsWith('--'));
  if (words.includes('--failed')) names.push(...failed.stages);
  const all = words.includes('--all') ? Object.keys(stages) : firstTier();
  const wanted = new Set();
  const add = (name) => {
    if (!stages[name])
      throw new SetupError(
        `unknown stage '${name}'; expected one of: ${Object.keys(stages).join(', ')}`,
      );
    wanted.add(name);
    stages[name].after?.forEach(add);
  };
  (names.length > 0 ? names : all).forEach(add);
  return Object.keys(stages).filter((name) => wanted.has(name));
}

const gate = ({ needs = [], later = false }, { modules, first, rest }) =>
  later ? rest : needs.length > 0 ? first : modules;

async function runAll(names, packages, onlyFailed) {
  const started = performance.now();
  const progress = new Map();
  const table = Object.fromEntries(
    names.map((name) => {
      const { after, cores, seconds } = stages[name];
      // A stage whose packages cannot be installed reports that itself.
      const ready = gate(stages[name], packages).catch(() => undefined);
      return [name, { after, cores, seconds, ready }];
    }),
  );
  let done = 0;
  const start = async (name) => {
    progress.set(name, '');
    const result = await runStage(name, packages, onlyFailed, (words) => progress.set(name, words));
    progress.delete(name);
    done += 1;
    report(name, result);
    return result;
  };
  const skip = (name, failed) => {
    done += 1;
    const result = { passed: false, words: `not run, because ${failed} failed` };
    report(name, result);
    return result;
  };
  const minutes = setInterval(() => {
    const now = [...progress].map(([name, words]) => (words ? `${name} (${words})` : name));
    const running = now.length > 0 ? `; running: ${now.join(', ')}` : '';
    printLine(
      `${formatDuration(performance.now() - started)}: ${done} of ${names.length} stages done${running}`,
    );
  }, EACH_MINUTE);
  try {
    return await schedule(table, { cores, start, skip });
  } finally {
    clearInterval(minutes);
  }
}

async function runStage(name, packages, onlyFailed, onProgress) {
  const started = performance.now();
  let sent = {};
  const message = (data) => {
    if (data.progress) onProgress(data.progress);
    else sent = data;
  };
  const result = () => ({ ...sent, seconds: (performance.now() - started) / 1000 });
  try {
    await gate(stages[name], packages);
    const words = ['-r', './web/setup/node.cjs', 'web/setup/runStage.mjs', name];
    const env = onlyFailed ? { IKLAB_ONLY_FAILED: '1' } : {};
    await run(process.execPath, words, { env, message, answers: true, limit: MOST_MINUTES });
    return result();
  } catch (error) {
    const { words = error.message, output = error.output } = sent;
    return { ...result(), passed: false, words, output };
  }
}

function report(name, { passed, words, seconds, cpu, output }) {
  const time = seconds === undefined ? '' : `${seconds.toFixed(1)} s`;
  const cpuTime = cpu ? `${cpu.toFixed(0)} s of processor time` : '';
  if (!passed && output) printLine(`\n${output}`);
  const details = [words, time, cpuTime].filter(Boolean).join(', ');
  printLine(`${name.padEnd(12)} ${passed ? 'passed' : 'failed'}: ${details}`);
}

asProgram(import.meta.url, async (words) => {
  const started = performance.now();
  const onlyFailed = words.includes('--failed');
  if (onlyFailed && lastFailures().stages.length === 0) {
    console.log('Nothing failed last time');
    return;
  }
  const names = selectStages(words);
  if (!onlyFailed) forgetFailures();
  const needs = (later) =>
    names.flatMap((name) => (Boolean(stages[name].later) === later && stages[name].needs) || []);
  const whole = words.length === 0 ? ': about 12 minutes on two cores' : '';
  const then = `runs ${names.length} stages${whole}`;
  const packages = await startInstall(needs(false), then, needs(true));
  const results = await runAll(names, packages, onlyFailed);
  const failed = [...results].filter(([, { passed }]) => !passed).map(([name]) => name);
  rememberStages(failed);
  const cpu = [...results.values()].reduce((sum, each) => sum + (each.cpu ?? 0), 0);
  console.log(
    `\n${formatDuration(performance.now() - started)} in all, ${formatDuration(1000 * cpu)} of processor time`,
  );
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}. Again: npm test -- --failed`);
  const required = secondTierText(await changedFiles(), new Set(names));
  if (required) console.log(required);
  console.log(`${results.size - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
});
