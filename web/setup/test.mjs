/** Runs every check, or those named: `npm test -- unit e2e`. Gets what is missing first. */
import { getting } from './needs.mjs';
import { say } from './progress.mjs';
import { stages } from './stages.mjs';
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

const LANES = 2;

/** Which of what is being got a stage waits for. */
const gate = ({ needs = [], later = false }) =>
  later ? 'rest' : needs.length > 0 ? 'first' : 'modules';

/** Begins each stage as soon as it may; gives their results, in the order in which they end. */
async function runAll(order, coming) {
  const { modules, first } = coming;
  const rest = coming.rest.catch(() => undefined); // a stage that waits for it tells
  const gates = Object.entries({ modules, first, rest });
  const shut = new Map(gates.map(([name, opens]) => [name, opens.then(() => shut.delete(name))]));
  const [waiting, running, results] = [new Set(order), new Map(), new Map()];
  const mayBegin = (name) => {
    const { after = [], alone = false } = stages[name];
    const crowd = [...running.keys()].some((other) => alone || stages[other].alone);
    return (
      !shut.has(gate(stages[name])) &&
      running.size < LANES &&
      !crowd &&
      after.every((earlier) => results.has(earlier))
    );
  };
  while (waiting.size + running.size > 0) {
    for (const name of waiting) {
      if (!mayBegin(name)) continue;
      waiting.delete(name);
      const ended = runStage(name, results, coming.rest).then((result) => {
        results.set(name, result);
        running.delete(name);
      });
      running.set(name, ended);
    }
    await Promise.race([...running.values(), ...shut.values()]);
  }
  return results;
}

/** Runs one stage and says how it went: 'passed' or 'failed', and a few words. */
async function runStage(name, results, rest) {
  const start = performance.now();
  const { result, words, output } = await outcome(name, results, rest);
  const details = [words, secondsSince(start)].filter(Boolean).join(', ');
  if (output) say(`\n${output}`);
  say(`${name.padEnd(8)} ${result}: ${details}`);
  return { result, details };
}

async function outcome(name, results, rest) {
  const broken = stages[name].after?.find((earlier) => results.get(earlier).result === 'failed');
  if (broken) return { result: 'failed', words: `not run, as ${broken} failed` };
  try {
    if (stages[name].later) await rest;
    return { result: 'passed', words: await stages[name].run() };
  } catch (error) {
    return { result: 'failed', words: error.message, output: error.output ?? error.stack };
  }
}

const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

asProgram(import.meta.url, async (names) => {
  const start = performance.now();
  const order = chosen(names);
  const needs = (later) =>
    order.flatMap((name) => (Boolean(stages[name].later) === later && stages[name].needs) || []);
  const minutes =
    order.length === Object.keys(stages).length ? ': about 45 minutes on two cores' : '';
  const coming = await getting(needs(false), `runs ${order.length} checks${minutes}`, needs(true));
  const results = [...(await runAll(order, coming))];
  const of = (wanted) => results.filter(([, { result }]) => result === wanted);
  const told = ['passed', 'failed'].map((result) => {
    const list = of(result).map(([name, { details }]) => `${name} (${details})`);
    return list.length > 0 ? `${result}: ${list.join(', ')}` : '';
  });
  console.log(`\n${secondsSince(start)} in all; ${told.filter(Boolean).join('; ')}`);
  console.log(`${of('passed').length} passed, ${of('failed').length} failed`);
  if (of('failed').length > 0) process.exitCode = 1;
});
