/**
 * Times one update of every method, in WASM and natively, in one run: the module under Node and
 * two native programs take turns on every scene and method, in an order drawn anew for each round.
 * Prints medians in µs, quartiles and ratios, and by how much the builds' joint sums differ.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildAll } from './build.mjs';
import { cmakeBuild } from './cmake.mjs';
import { buildModule } from './module.mjs';
import { forModule, forNativeTests, forPage, provide } from './needs.mjs';
import { asProgram, root, SetupError, which } from './tools.mjs';

const ROUNDS = 9;
const AGREEMENT = 1e-9; // radians, of the joint sums after 20 updates

const build = (name, options) =>
  cmakeBuild({
    name,
    compiler: which('g++', 'c++'),
    target: 'iklab_bench',
    options: { IKLAB_BENCH: 'ON', ...options },
    quiet: true,
  });

/** A native program that answers one request a line. */
function start(folder) {
  const child = spawn(join(folder, 'iklab_bench'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new SetupError('a native program ended early');
    return JSON.parse(value);
  };
  return { ask, end: () => child.stdin.end() };
}

const quantile = (values, q) =>
  values.toSorted((a, b) => a - b)[Math.round(q * (values.length - 1))];

function shuffled(items) {
  const rest = [...items];
  const drawn = [];
  while (rest.length > 0) drawn.push(...rest.splice(Math.floor(Math.random() * rest.length), 1));
  return drawn;
}

/** All times of each case: times[column] for the rounds. */
async function measureAll(cases, columns) {
  for (const item of cases) {
    item.times = Object.fromEntries(Object.keys(columns).map((c) => [c, []]));
    item.sums = {};
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const item of shuffled(cases)) {
      for (const [column, ask] of shuffled(Object.entries(columns))) {
        const answer = await ask(item);
        if (answer === null) continue;
        item.times[column].push(answer.us);
        item.sums[column] = answer.sum;
      }
    }
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\r`);
  }
}

/** By how much the builds of a case differ. */
const apart = ({ sums }) => Math.max(...Object.values(sums)) - Math.min(...Object.values(sums));

/**
 * The cases in which the builds disagree, with the joint sum of each build. Where a difference grows
 * by as much as theirs is larger than rounding, none of them need be wrong.
 */
export function disagreements(cases) {
  const found = cases.filter((item) => !(apart(item) <= AGREEMENT)); // also where a sum is no number
  const among = `of ${cases.length} cases, joint sums after 20 updates`;
  if (found.length === 0) return `The builds agree to ${AGREEMENT} rad in all ${among}.`;
  const lines = found.map(({ scene, method, sums, growth }) => {
    const each = Object.entries(sums).map(([column, sum]) => `${column} ${sum}`);
    const by = `by ${apart({ sums }).toExponential(1)} rad: ${each.join(', ')}`;
    return `  ${scene}, ${method}: ${by}; a difference at the start grows ${growth().toExponential(0)} times`;
  });
  return [`The builds differ in ${found.length} ${among}:`, ...lines].join('\n');
}

function table(cases, columns) {
  const names = Object.keys(columns);
  const head = ['scene', 'method', ...names.map((c) => `${c} µs`), 'WASM/tuned', 'plain/WASM'];
  const lines = cases.map(({ scene, method, times }) => {
    const median = (column) =>
      times[column].length > 0 ? quantile(times[column], 0.5) : Number.NaN;
    const cell = (column) => {
      if (times[column].length === 0) return '';
      const spread = [0.25, 0.75].map((q) => quantile(times[column], q).toFixed(2)).join('-');
      return `${median(column).toFixed(2)} (${spread})`;
    };
    const ratio = (a, b) => (Number.isNaN(a / b) ? '' : (a / b).toFixed(2));
    const ratios = [ratio(median('WASM'), median('tuned')), ratio(median('plain'), median('WASM'))];
    return [scene, method, ...names.map(cell), ...ratios];
  });
  const widths = head.map((_, i) => Math.max(...[head, ...lines].map((line) => line[i].length)));
  const text = (line) =>
    line.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return [head, ...lines].map(text).join('\n');
}

async function compare(builds) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'web/setup/benchModule.ts'));
  const { cases, ask } = await module.benchModule();
  const columns = {
    WASM: ask,
    native: ({ request }) => builds.native.ask(request),
    tuned: ({ request }) => builds.tuned.ask(request),
    plain: ({ request, plain }) => (plain ? builds.native.ask({ ...request, plain }) : null),
  };
  await measureAll(cases, columns);
  console.log(`One update, median (quartiles) of ${ROUNDS} rounds. native: -O3; tuned: -O3`);
  console.log('-march=native; plain: the same step with dense matrices and Eigen, -O3.\n');
  console.log(table(cases, columns));
  console.log(`\n${disagreements(cases)}`);
}

async function benchSolvers() {
  await provide([...forModule, ...forNativeTests]);
  await buildModule({ quiet: true });
  const folders = [await build('bench'), await build('bench-tuned', { IKLAB_MARCH_NATIVE: 'ON' })];
  const [native, tuned] = folders.map(start);
  try {
    await compare({ native, tuned });
  } finally {
    native.end();
    tuned.end();
  }
}

/** The page is measured as it was built. */
async function benchBuiltPage() {
  await provide([...forModule, ...forPage]);
  await buildAll();
  const { benchPage } = await import('./benchPage.mjs');
  await benchPage();
}

asProgram(import.meta.url, ([what]) => (what === 'page' ? benchBuiltPage() : benchSolvers()));
