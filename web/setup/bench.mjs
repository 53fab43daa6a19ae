/**
 * Times one update of every method, in WASM and natively, in one run: the module under Node and
 * two native programs take turns on every scene and method, in an order drawn anew for each round.
 * Prints medians in µs, quartiles and ratios. The builds are compared by their joint sums first.
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
const AGREEMENT = 1e-9; // of the joint sums after 20 updates

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
  for (const item of cases)
    item.times = Object.fromEntries(Object.keys(columns).map((c) => [c, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const item of shuffled(cases)) {
      const sums = [];
      for (const [column, ask] of shuffled(Object.entries(columns))) {
        const answer = await ask(item);
        if (answer === null) continue;
        item.times[column].push(answer.us);
        sums.push(answer.sum);
      }
      if (Math.max(...sums) - Math.min(...sums) > AGREEMENT) {
        throw new SetupError(`${item.scene}, ${item.method}: the builds disagree: ${sums}`);
      }
    }
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\r`);
  }
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
