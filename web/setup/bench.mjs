/**
 * `npm run bench`: times one update of every method, then batches; see `-- --help`.
 * Compares the module under Node with the solver alone, as WebAssembly and natively. Measures
 * alternately, in a new random order per round. Prints medians in us, quartiles, ratios, and the
 * differences between the builds' joint sums.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from './benchBrowser.mjs';
import { growthOf, growthTables } from './benchGrowth.mjs';
import { aligned, cell, makeReport, median, resultFile, writeReport } from './benchReport.mjs';
import { openSides } from './benchSides.mjs';
import { buildAll } from './build.mjs';
import { buildModule } from './module.mjs';
import { forModule, forNativeTests, forPage, provide } from './needs.mjs';
import { asProgram, root, SetupError } from './tools.mjs';
import { withModule } from './typescript.mjs';

const AGREEMENT = 1e-9; // Radians, in the joint sums after 20 updates.
const ROWS = 5000; // Problems per batch.

function shuffled(items) {
  const rest = [...items];
  const drawn = [];
  while (rest.length > 0) drawn.push(...rest.splice(Math.floor(Math.random() * rest.length), 1));
  return drawn;
}

/** Runs the cases in random order. Adds one time per round to each case's `times[column]`. */
async function measureAll(cases, columns, rounds) {
  for (const item of cases) {
    item.times = Object.fromEntries(Object.keys(columns).map((c) => [c, []]));
    item.sums = {};
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const item of shuffled(cases)) {
      for (const [column, ask] of shuffled(Object.entries(columns))) {
        const answer = await ask(item);
        if (answer === null) continue;
        item.times[column].push(answer.us);
        item.sums[column] = answer.sum;
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

/** Returns the median of the ratios a/b within each round; NaN without times. */
const ratio = (a, b) =>
  a.length > 0 && b.length > 0 ? median(a.map((x, i) => x / b[i])) : Number.NaN;

function updatesTable(cases, columns) {
  const names = Object.keys(columns);
  const head = ['scene', 'method', ...names.map((c) => `${c} µs`), 'lab/solver', 'plain/solver'];
  const shown = (x) => (Number.isNaN(x) ? '' : x.toFixed(2));
  const lines = cases.map(({ scene, method, times }) => [
    scene,
    method,
    ...names.map((name) => cell(times[name], 2)),
    shown(ratio(times.lab, times.solver)),
    shown(ratio(times.plain, times.solver)),
  ]);
  return aligned(head, lines, 2);
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
  return cases.map(({ scene, method, times, sums }) => ({ scene, method, times, sums }));
}

async function compareGrowth(sizes, lab, sides, rounds) {
  const native = ({ request }) => sides.native.ask({ ...request, alone: true });
  await measureAll(sizes, { module: lab, native }, rounds);
  const growth = growthOf(sizes);
  console.log(
    `One update in µs, median of ${rounds} rounds, of snakes with a target each: one of more and`,
  );
  console.log(
    'more joints, and several of ten. Exponent: its time over the last two sizes grows as the',
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
  const lines = cases.map(({ scene, method, times: { module } }) => [
    scene,
    method,
    cell(module, 2),
    String(Math.floor((1000 * BUDGET) / median(module))),
  ]);
  console.log(aligned(['scene', 'method', 'each µs', `in ${BUDGET} ms`], lines, 2));
  return cases.map(({ scene, method, times, sums }) => ({ scene, method, times, sums }));
}

/** Returns null if Orocos KDL is not installed (liborocos-kdl-dev). */
async function kdlAnswer(side, { request, method }) {
  if (method !== 'levenberg-marquardt') return null;
  try {
    return await side.ask({ ...request, rows: ROWS, kdl: true });
  } catch (error) {
    if (/without KDL/.test(error.message)) return null;
    throw error;
  }
}

async function compareBatches(cases, sides, rounds) {
  const columns = { wasm: sides.wasm, native: sides.native, tuned: sides.tuned };
  const found = cases.map((item) => ({ ...item, rates: { wasm: [], native: [], tuned: [] } }));
  for (let round = 0; round < Math.min(rounds, 5); round += 1)
    for (const item of shuffled(found))
      for (const [name, side] of shuffled(Object.entries(columns))) {
        const answer = await side.ask({ ...item.request, rows: ROWS });
        item.rates[name].push(answer.rate);
        item[name] = answer;
      }
  for (const item of found) item.kdl = await kdlAnswer(sides.native, item);
  const lines = found.map(({ robot, method, tolerance, rates, wasm, kdl }) => [
    robot,
    method,
    `${1e3 * tolerance} mm`,
    ...Object.values(rates).map((each) => cell(each, 0)),
    `${(100 * wasm.solved).toFixed(2)} %`,
    wasm.updates.toFixed(1),
    kdl ? `${kdl.rate.toFixed(0)}, ${(100 * kdl.solved).toFixed(2)} %` : '',
  ]);
  if (lines.length === 0) return [];
  const head = ['robot', 'method', 'within', 'WASM', 'native', 'tuned', 'solved', 'updates', 'KDL'];
  console.log(
    `\nSolves a second on one core: ${ROWS} poses within reach from random starts, at most 20`,
  );
  console.log(
    'restarts after 40 updates each; solved: share of them, updates: of a problem. KDL: its',
  );
  console.log('Levenberg-Marquardt (LMA), native, the same poses within the same limits.\n');
  console.log(aligned(head, lines, 2));
  return found.map(({ request: _, ...rest }) => rest);
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
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'web/setup/benchModule.ts'));
  const all = await module.benchModule(readFileSync(MODULE));
  let sides = {};
  const open = async () => {
    sides = await openSides();
    return sides;
  };
  try {
    return { build, ...(await use(all, open)) };
  } finally {
    for (const side of Object.values(sides)) side.end();
  }
}

const benchSolvers = ({ rounds, pattern }) =>
  withSolvers(async ({ ask, ...all }, open) => {
    const selected = select(all, pattern);
    const sides = await open();
    const browser = await openBrowser();
    try {
      const labs = { lab: ask, ...(browser && { chromium: browser.ask }) };
      const updates = await compareUpdates(selected.updates, labs, sides, rounds);
      return { updates, rows: await compareBatches(selected.rows, sides, rounds) };
    } finally {
      await browser?.end();
    }
  });

const benchGrowth = ({ rounds, pattern }) =>
  withSolvers(async ({ ask, sizes }, open) => {
    const selected = select({ cases: sizes(), batches: [] }, pattern);
    return { growth: await compareGrowth(selected.updates, ask, await open(), rounds) };
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
  growth: benchGrowth,
  crowd: benchCrowds,
  page: benchBuiltPage,
  elements: benchBuiltElements,
  formulas: benchFormulas,
};

const HELP = `npm run bench [-- PART… --rounds N --only WORDS --json FILE --keep]
  solvers      updates and batches in the module, under Node and in Chromium, and natively; the default
  growth       how the time per update grows with joints and targets, in the module and natively
  crowd        many instances of a scene, and how many fit into 4 ms
  page         the built page: script per frame, pointer move, first moving frame, sizes
  elements     twenty <ik-lab> in a page: longest script tasks of the runs and of the page
  formulas     the longest accepted update of each operator and function of formulas
  --rounds N   1 to 1000; default 9
  --only WORDS a regular expression for scene, or robot, and method: 'double-Y (dls|sdls)$'
  --json FILE  write all times, with date and machine
  --keep       the same, in wasm/bench/results under date and machine`;

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
  const { json, keep = false } = values;
  if (json && !existsSync(dirname(resolve(json))))
    throw new SetupError(`--json: no such folder: ${dirname(resolve(json))}`);
  const pattern = patternOf(values.only);
  return { parts: parts.length > 0 ? parts : ['solvers'], rounds, pattern, json, keep };
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

asProgram(import.meta.url, async (words) => {
  const options = optionsOf(words);
  if (options.help) return console.log(HELP);
  let results = {};
  for (const part of options.parts) results = { ...results, ...(await PARTS[part](options)) };
  const report = makeReport(results);
  if (options.json) writeReport(report, options.json);
  if (options.keep) writeReport(report, resultFile(report));
});
