/**
 * Checks the package `iklab` as users have it: packed and installed offline in an empty folder.
 * Runs the examples of the READMEs, the TypeScript compiler, the command line and threads; also in
 * Chromium, from static files and bundled by Vite.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackageSizes } from './budgets.mjs';
import { buildNpm, packageFolder } from './npmPackage.mjs';
import { elementAlone, inThread, PACKAGE, typed, typedElement, underNode } from './npmPrograms.mjs';
import { evaluatedLater, evaluatedThreads, manyThreads, remoteUnderNode } from './npmThreads.mjs';
import { installed, NODE_FLAGS, root, run, runNode, SetupError } from './tools.mjs';

export async function checkNpm() {
  await buildNpm();
  return installedIn(async (folder, sizes) => {
    await runExamples(folder);
    await checkTypes(folder);
    await checkCommandLine(folder);
    const q = await program(folder, 'node.mjs', underNode);
    same('in a thread', q, await program(folder, 'thread.mjs', inThread));
    same(
      'the element alone',
      'function undefined',
      await program(folder, 'element.mjs', elementAlone),
    );
    same('in threads', await program(folder, 'threads.mjs', manyThreads), 'same');
    for (const [where, result] of await evaluated(folder)) same(where, result, 'same');
    same('in a worker', q, await program(folder, 'remote.mjs', remoteUnderNode));
    return checkPackageSizes(sizes);
  });
}

export async function checkNpmInBrowser() {
  const { inChromium } = await import('./npmBrowser.mjs');
  return installedIn(async (folder) => {
    const q = await program(folder, 'node.mjs', underNode);
    const { results, kilobytes, element, demo } = await inChromium(folder);
    for (const [where, numbers] of Object.entries(results)) same(where, q, numbers);
    checkElement(element);
    checkDemo(demo);
    return checkPackageSizes({ page: kilobytes, demo: demo.kilobytes });
  });
}

/**
 * Calls `work` with a folder that has the installed package, and with the package's sizes in KB.
 */
async function installedIn(work) {
  const folder = mkdtempSync(join(tmpdir(), 'iklab-npm-'));
  try {
    return await work(folder, await install(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const MOST_MINUTES = 10; // Kills a program that does not end because of its threads.

const call = (command, words, cwd) =>
  run(command, words, { cwd, quiet: true, stdout: true, limit: MOST_MINUTES });
const quietly = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier'];

/** Returns the sizes of the package in KB. */
async function install(folder) {
  const words = ['pack', packageFolder, '--json', '--pack-destination', folder];
  const [{ filename, size, unpackedSize }] = JSON.parse(await call('npm', words, folder));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await call('npm', ['install', ...quietly, `./${filename}`], folder);
  return { unpacked: unpackedSize / 1000, packed: size / 1000 };
}

/** Returns the examples of the package's README, then of the project's. */
const examples = () =>
  ['web/npm/README.md', 'README.md'].flatMap((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    return [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, example]) => example);
  });

/** Returns whether an example needs a document. Such examples are only compiled. */
const forPage = (example) => example.includes(`'${PACKAGE}/element'`);

const MOST_LINES = 12; // From a description to a pose.

async function runExamples(folder) {
  copyFileSync(join(root, 'wasm/examples/arm.urdf'), join(folder, 'arm.urdf'));
  const [first, ...others] = examples();
  const lines = first.trim().split('\n').length;
  if (lines > MOST_LINES) throw new SetupError(`the first example has ${lines} lines`);
  const result = await program(folder, 'example.mjs', first);
  if (!/^Float64Array\(6\) \[[^\]]*\] \d+ [\d.e-]+$/s.test(result))
    throw new SetupError(`unexpected output of the first example: ${result}`);
  const alone = others.filter((each) => !forPage(each));
  for (const [i, text] of alone.entries()) await program(folder, `example${i}.mjs`, text);
}

async function program(folder, name, text) {
  writeFileSync(join(folder, name), text);
  return (await call(process.execPath, [...NODE_FLAGS, name], folder)).trim();
}

async function evaluated(folder) {
  const node = (words, input) => runNode(words, { cwd: folder, quiet: true, stdout: true, input });
  const programs = [
    ['behind -e', ['--input-type=module', '-e', evaluatedThreads]],
    ['behind -e, as CommonJS', ['-e', evaluatedLater]],
    ['behind -p', ['-p', `${evaluatedLater}; ''`]],
    ['from standard input', ['--input-type=module', '-'], evaluatedThreads],
  ];
  const result = [];
  for (const [where, words, input] of programs)
    result.push([where, (await node(words, input)).trim()]);
  return result;
}

async function checkTypes(folder) {
  const project = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2022' };
  writeFileSync(join(folder, 'typed.mts'), typed);
  writeFileSync(join(folder, 'element.ts'), typedElement);
  for (const [i, text] of examples().entries())
    writeFileSync(join(folder, forPage(text) ? `page${i}.ts` : `typed${i}.mts`), text);
  const node = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  const projects = {
    node: [{ ...node, module: 'nodenext', lib: ['es2022'] }, ['*.mts']],
    page: [
      { types: [], module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] },
      ['typed.mts', '*.ts'],
    ],
  };
  for (const [name, [options, include]] of Object.entries(projects)) {
    const file = join(folder, `tsconfig.${name}.json`);
    writeFileSync(file, JSON.stringify({ compilerOptions: { ...project, ...options }, include }));
    await run(installed('tsc'), ['-p', file], { cwd: folder, quiet: true });
  }
}

async function checkCommandLine(folder) {
  const iklab = (...words) => call('npx', ['--offline', PACKAGE, ...words], folder);
  const imported = await iklab('import', 'arm.urdf', '--effector', 'tool0');
  writeFileSync(join(folder, 'arm.json'), imported);
  const table = await iklab('run', 'arm.json', '--method', 'sdls');
  if (!/^stop: reached/m.test(table))
    throw new SetupError(`unexpected output of iklab run: ${table}`);
  const study = {
    ...{ iklabStudy: 1, sampling: { kind: 'reachable' }, count: 50, seed: 1 },
    scenario: { iklab: 1, preset: 'y', methods: [{ id: 'dls' }], run: { mode: 'converge' } },
  };
  writeFileSync(join(folder, 'study.json'), JSON.stringify(study));
  const shares = await iklab('study', 'study.json', '--jobs', '2');
  if (!/dls/i.test(shares)) throw new SetupError(`unexpected output of iklab study: ${shares}`);
}

function checkElement(result) {
  const reason = (why) => new SetupError(`a bundled element ${why}: ${result}`);
  let report;
  try {
    report = JSON.parse(result);
  } catch {
    throw reason('fails');
  }
  const [version, method, reached, [a, b]] = report;
  if (version !== 'string' || method !== 'sdls' || !reached) throw reason('reports');
  const off = [Math.cos(a) + Math.cos(a + b) / 2 - 0.9, Math.sin(a) + Math.sin(a + b) / 2 - 0.6];
  if (!(Math.hypot(...off) < 1e-3)) throw reason('ends elsewhere');
}

const MOST_MILLIMETRES = 1; // The target moves about 5 mm per frame.
const LEAST_PIXELS = 100; // Each ball has several hundred.

function checkDemo({ millimetres, red, orange }) {
  if (!(millimetres <= MOST_MILLIMETRES && red >= LEAST_PIXELS && orange >= LEAST_PIXELS))
    throw new SetupError(
      `arm.html: ${millimetres} mm from the target, ${red} red and ${orange} orange pixels`,
    );
}

function same(where, expected, result) {
  if (result !== expected) throw new SetupError(`${where}: expected ${expected}; got ${result}`);
}
