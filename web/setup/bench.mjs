/**
 * `npm run bench`: times one update of every method, then batches; see `-- --help`.
 * Compares the module under Node with the solver alone, as WebAssembly and natively. Measures
 * processor time alternately, in a new random order per round. Prints medians, quartiles, ratios
 * within a round, and the differences between the builds' joint sums.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareBatches } from './benchBatches.mjs';
import { openBrowser } from './benchBrowser.mjs';
import { growthOf, growthTables } from './benchGrowth.mjs';
import {
  aligned,
  cell,
  countUnsteady,
  makeReport,
  mark,
  median,
  ratios,
  resultFile,
  STEADY,
  summarize,
  writeReport,
} from './benchReport.mjs';
import { openSides } from './benchSides.mjs';
import { buildAll } from './build.mjs';
import { buildModule } from './module.mjs';
import { forModule, forNativeTests, forPage, provide } from './needs.mjs';
import { asProgram, root, SetupError } from './tools.mjs';
import { withModule } from './typescript.mjs';

const AGREEMENT = 1e-9; // Radians, in the joint sums after 20 updates.

function shuffled(items) {
  const rest = [...items];
  const drawn = [];
  while (rest.length > 0) drawn.push(...rest.splice(Math.floor(Math.random() * rest.length), 1));
  return drawn;
}

/**
 * Runs the cases in random order. Adds one time, or rate, per round to each case's `times[column]`,
 * and the last answer to `answers[column]`.
 */
export async function measureAll(cases, columns, rounds) {
  for (const item of cases) {
    item.times = Object.fromEntries(Object.keys(columns).map((c) => [c, []]));
    item.sums = {};
    item.answers = {};
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const item of shuffled(cases)) {
      for (const [column, ask] of shuffled(Object.entries(columns))) {
        const answer = await ask(item);
        if (answer === null) continue;
        item.times[column].push(answer.us ?? answer.rate);
        item.sums[column] = answer.sum;
        item.answers[column] = answer;
      }
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\r`);
  }
}

const spread = ({ sums }) => Math.max(...Object.values(sums)) - Math.min(...Object.values(sums));

/**
 * Describes the cases in which the builds disagree. The reason may be rounding if a small
 * difference at the start grows as much.
 */
export function disagreements(cases) {
  const found = cases.filter((item) => !(spread(item) <= AGREEMENT)); // Also if a sum is NaN.
  const among = `of ${cases.length} cases, joint sums after 20 updates`;
  if (found.length === 0) return `The builds agree to ${AGREEMENT} rad in all ${among}.`;
  const lines = found.map(({ scene, method, sums, growth }) => {
    const each = Object.entries(sums).map(([column, sum]) => `${column} ${sum}`);
    const by = `by ${spread({ sums }).toExponential(1)} rad: ${each.join(', ')}`;
    return `  ${scene}, ${method}: ${by}; a difference at the start grows ${growth().toExponential(0)} times`;
  });
  return [`The builds differ in ${found.length} ${among}:`, ...lines].join('\n');
}

const ratio = (a, b) => (a.length > 0 && b.length > 0 ? median(ratios(a, b)).toFixed(2) : '');

function updatesTable(cases, columns) {
  const names = Object.keys(columns);
  const head = [
    'scene',
    'method',
    ...names.map((c) => `${c} µs`),
    'lab/solver',
    'plain/solver',
    '',
  ];
  const lines = cases.map(({ scene, method, times }) => [
    scene,
    method,
    ...names.map((name) => cell(times[name], 2)),
    ratio(times.lab, times.solver),
    ratio(times.plain, times.solver),
    mark(summarize(times, 'solver')),
  ]);
  return aligned(head, lines, 2);
}

/** Returns what a report has of a case of `measureAll`. */
function summarized({ scene, method, times, sums }, base) {
  const { columns, ...more } = summarize(times, base);
  return { scene, method, times: columns, ...more, sums };
}

/** `labs`: the module in each runtime, by column of the table. */
async function compareUpdates(cases, labs, sides, rounds) {
  if (cases.length === 0) return [];
  const alone = (side) => (item) => side.ask({ ...item.request, alone: true });
  const columns = {
    ...labs,
    solver: alone(sides.wasm),
    native: alone(sides.native),
    tuned: alone(sides.tuned),
    plain: ({ request, plain }) => (plain ? sides.native.ask({ ...request, plain }) : null),
  };
  await measureAll(cases, columns, rounds);
  console.log(
    `One update, median (quartiles) of ${rounds} rounds. lab: the module's Lab, under Node;`,
  );
  console.log(
    'chromium: the same there; solver: without a lab, WebAssembly; native: the same, -O3;',
  );
  console.log(
    'tuned: -O3 -march=native; plain: the same step with dense matrices and Eigen, native, -O3.\n',
  );
  console.log(updatesTable(cases, columns));
  console.log(`\n${disagreements(cases)}`);
  return cases.map((item) => summarized(item, 'solver'));
}

export async function compareGrowth(sizes, sides, rounds) {
  await measureAll(
    sizes,
    { native: ({ request }) => sides.native.ask({ ...request, alone: true }) },
    rounds,
  );
  const growth = growthOf(sizes);
  console.log(
    `One update in µs, native, median of ${rounds} rounds, of snakes with a target each: one of more`,
  );
  console.log(
    'and more joints, and several of four. Exponent: its time over the last two sizes grows as the',
  );
  console.log('size to this power.\n');
  console.log(growthTables(growth));
  return growth;
}

const BUDGET = 4; // Milliseconds per frame.

async function compareCrowds(cases, rounds) {
  await measureAll(cases, { module: ({ ask }) => ask() }, rounds);
  console.log(
    `\nA crowd of 1000, median (quartiles) of ${rounds} rounds: an update of one of them, with`,
  );
  console.log(`the matrices that it is drawn by, and how many fit into ${BUDGET} ms.\n`);
  const lines = cases.map(({ scene, method, times }) => [
    scene,
    method,
    cell(times.module, 2),
    String(Math.floor((1000 * BUDGET) / median(times.module))),
    mark(summarize(times)),
  ]);
  console.log(aligned(['scene', 'method', 'each µs', `in ${BUDGET} ms`, ''], lines, 2));
  return cases.map((item) => summarized(item));
}

export function select({ cases, batches }, pattern) {
  const updates = cases.filter(({ scene, method }) => pattern.test(`${scene} ${method}`));
  const rows = batches.filter(({ robot, method }) => pattern.test(`${robot} ${method}`));
  if (updates.length + rows.length === 0)
    throw new SetupError(`--only: no scene and method match ${pattern}`);
  return { updates, rows };
}

export const MODULE = join(root, 'web/packages/core/engine/build/iklab.wasm');

async function withSolvers(use) {
  await provide([...forModule, ...forNativeTests]);
  const build = await buildModule({ quiet: true });
  return withModule('setup/benchModule.ts', async ({ benchModule }) => {
    const all = await benchModule(readFileSync(MODULE));
    let sides = {};
    const open = async (names) => {
      sides = await openSides(names);
      return sides;
    };
    try {
      return { build, ...(await use(all, open)) };
    } finally {
      for (const side of Object.values(sides)) side.end();
    }
  });
}

const benchSolvers = ({ rounds, pattern }) =>
  withSolvers(async ({ ask, solveInModule, ...all }, open) => {
    const selected = select(all, pattern);
    const sides = await open(
      selected.updates.length > 0 ? ['native', 'tuned', 'wasm'] : ['native'],
    );
    const browser = selected.updates.length > 0 ? await openBrowser() : null;
    try {
      const labs = { lab: ask, ...(browser && { chromium: browser.ask }) };
      const updates = await compareUpdates(selected.updates, labs, sides, rounds);
      const more = { measureAll, solveInModule };
      return { updates, rows: await compareBatches(selected.rows, sides.native, rounds, more) };
    } finally {
      await browser?.end();
    }
  });

const benchBatches = ({ rounds, pattern }) =>
  withSolvers(async ({ batches, solveInModule }, open) => {
    const { rows } = select({ cases: [], batches }, pattern);
    const { native } = await open(['native']);
    return { rows: await compareBatches(rows, native, rounds, { measureAll, solveInModule }) };
  });

const benchGrowth = ({ rounds, pattern }) =>
  withSolvers(async ({ sizes }, open) => {
    const selected = select({ cases: sizes(), batches: [] }, pattern);
    return { growth: await compareGrowth(selected.updates, await open(['native']), rounds) };
  });

const benchCrowds = ({ rounds, pattern }) =>
  withSolvers(async ({ crowds }) => {
    const selected = select({ cases: crowds, batches: [] }, pattern);
    return { crowds: await compareCrowds(selected.updates, rounds) };
  });

async function benchBuiltPage({ rounds }) {
  await provide([...forModule, ...forPage]);
  const build = await buildAll();
  const { benchPage } = await import('./benchPage.mjs');
  return { build, page: await benchPage(rounds) };
}

async function benchBuiltElements({ rounds }) {
  await provide([...forModule, ...forPage]);
  const build = await buildAll();
  const { benchElements } = await import('./benchElements.mjs');
  return { build, elements: await benchElements(rounds) };
}

async function benchFormulas({ rounds, pattern }) {
  await provide(forModule);
  await buildModule({ quiet: true });
  const formulas = await withModule('setup/benchFormulas.ts', ({ measureAll }) =>
    measureAll({ tries: Math.min(rounds, 3), pattern, onLine: (line) => console.log(`  ${line}`) }),
  );
  const longest = formulas.reduce((most, each) => (each.ms > most.ms ? each : most));
  console.log(`  the longest update: ${longest.name}, ${longest.ms.toFixed(0)} ms`);
  return { formulas };
}

const PARTS = {
  solvers: benchSolvers,
  batches: benchBatches,
  growth: benchGrowth,
  crowd: benchCrowds,
  page: benchBuiltPage,
  elements: benchBuiltElements,
  formulas: benchFormulas,
};

const HELP = `npm run bench [-- PART… --rounds N --only WORDS --json FILE --keep]
  solvers      updates and batches in the module, under Node and in Chromium, and natively; the default
  batches      the batches alone: solves per second and core, one by one, in lanes, in the module
  growth       how the time per update grows with joints and targets, natively
  crowd        many instances of a scene, and how many fit into 4 ms
  page         the built page: script per frame, pointer move, first moving frame, sizes
  elements     twenty <ik-lab> in a page: longest script tasks of the runs and of the page
  formulas     the longest accepted update of each operator and function of formulas
  --rounds N   1 to 1000; default 9
  --only WORDS a regular expression for scene, or robot, and method: 'double-Y (dls|sdls)$'
  --json FILE  write the results, with date and machine
  --keep       the same, in wasm/bench/results under date and machine
  --accept-unsteady  also if quartiles differ by more than a factor of ${STEADY}, which is an error otherwise`;

/** Throws a SetupError if the options are wrong. */
export function optionsOf(words) {
  const { values, positionals } = parsed(words);
  if (values.help) return { help: true };
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds >= 1 && rounds <= 1000))
    throw new SetupError(`--rounds must be a whole number from 1 to 1000; got '${values.rounds}'`);
  const unknown = positionals.find((word) => !Object.hasOwn(PARTS, word));
  if (unknown) throw new SetupError(`unknown part '${unknown}'\n${HELP}`);
  const parts = Object.keys(PARTS).filter((part) => positionals.includes(part));
  const { json, keep = false, 'accept-unsteady': acceptUnsteady = false } = values;
  if (json && !existsSync(dirname(resolve(json))))
    throw new SetupError(`--json: no such folder: ${dirname(resolve(json))}`);
  const pattern = patternOf(values.only);
  return {
    parts: parts.length > 0 ? parts : ['solvers'],
    rounds,
    pattern,
    json,
    keep,
    acceptUnsteady,
  };
}

function parsed(words) {
  const text = { type: 'string' };
  try {
    return parseArgs({
      args: words,
      options: {
        rounds: { ...text, default: '9' },
        only: { ...text, default: '' },
        json: text,
        keep: { type: 'boolean' },
        'accept-unsteady': { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new SetupError(`${error.message}\n${HELP}`);
  }
}

function patternOf(words) {
  try {
    return new RegExp(words);
  } catch (error) {
    throw new SetupError(`--only: ${error.message}`);
  }
}

/** Returns the fault if times vary too much for a comparison; otherwise an empty text. */
export const unsteadyFault = (count) =>
  count === 0
    ? ''
    : `unsteady lines: ${count}, with quartiles more than a factor of ${STEADY} apart; run it on an idle machine, or pass --accept-unsteady`;

asProgram(import.meta.url, async (words) => {
  const options = optionsOf(words);
  if (options.help) return console.log(HELP);
  let results = {};
  for (const part of options.parts) results = { ...results, ...(await PARTS[part](options)) };
  const report = makeReport(results);
  if (options.json) writeReport(report, options.json);
  const fault = options.acceptUnsteady ? '' : unsteadyFault(countUnsteady(results));
  if (fault) throw new SetupError(fault);
  if (options.keep) writeReport(report, resultFile(report));
});
