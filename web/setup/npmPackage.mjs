/** Makes the package `iklab` in web/npm/build: the robots' interface, the command line, module and types. */
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { addModuleLicences, LICENCES } from './moduleLicences.mjs';
import { asProgram, installed, root, run } from './tools.mjs';

const from = join(root, 'web/npm');
export const packageFolder = join(from, 'build');
const engine = join(root, 'web/packages/iklab/engine/build');

const ALIASES = [
  // a page begins with a smaller module; a package has one
  { find: /^\.\/build\/iklab-light\.js$/, replacement: './build/iklab.js' },
  // of this library a browser has no part: the command line alone writes files
  {
    find: /^hyparquet-writer$/,
    replacement: join(root, 'node_modules/hyparquet-writer/src/node.js'),
  },
];

/** Of what `npm run build` has made. */
export async function buildNpm() {
  await bundle();
  await declarations();
  copyFileSync(join(engine, 'iklab.wasm'), join(packageFolder, 'iklab.wasm'));
  for (const name of ['README.md', 'bin.mjs'])
    copyFileSync(join(from, name), join(packageFolder, name));
  copyFileSync(join(root, 'LICENSE'), join(packageFolder, 'LICENSE'));
  addModuleLicences(packageFolder);
  writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/**
 * The built package in the node_modules of a folder; returns the folder of its `npx`, which starts the command
 * line without the second that npm's takes.
 */
export function placeNpm(folder) {
  const placed = join(folder, 'node_modules/iklab');
  const programs = join(folder, 'node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  cpSync(packageFolder, placed, { recursive: true });
  const start = `#!/bin/sh\nshift\nexec node '${join(placed, 'bin.mjs')}' "$@"\n`;
  writeFileSync(join(programs, 'npx'), start, { mode: 0o755 });
  return programs;
}

const ENTRIES = {
  index: 'npm/index.ts',
  element: 'npm/packageElement.ts',
  remote: 'npm/remoteRobots.ts',
  worker: 'npm/workerScript.ts',
  cli: 'cli/cli.ts',
};

/**
 * For Node, workers and browsers, with the command line, which shares most of it: nothing stands outside. The
 * script of threads is one file: bundlers copy it, or make a worker of it that may have no parts.
 */
async function bundle() {
  await bundled(ENTRIES, { emptyOutDir: true, license: { fileName: LICENCES } }, true);
  await bundled({ thread: 'npm/threadScript.ts' }, { emptyOutDir: false }, false);
}

async function bundled(input, more, codeSplitting) {
  await build({
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'error',
    resolve: { alias: ALIASES },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: true,
      outDir: packageFolder,
      copyPublicDir: false, // which is the page's
      target: 'es2022',
      minify: true,
      ...more,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', codeSplitting },
      },
    },
  });
}

/** Where declarations of the element stand, and what of them its doors give. */
const ELEMENT = 'web/packages/element';
const DOORS = { '@iklab/element': 'frameMessages', '@iklab/element/ikLab': 'ikLab' };
/** What the element is to a page; here alone, as every page says so of its own. */
const IN_A_PAGE = `
import type { EmbedEvents } from './frameMessages.js';
import type { IkLabElement } from './ikLab.js';

declare global {
  interface HTMLElementTagNameMap {
    'ik-lab': IkLabElement;
  }
  interface HTMLElementEventMap {
    'iklab-ready': CustomEvent<EmbedEvents['ready']>;
    'iklab-state': CustomEvent<EmbedEvents['state']>;
    'iklab-change': CustomEvent<EmbedEvents['change']>;
    'iklab-update': CustomEvent<EmbedEvents['update']>;
    'iklab-stop': CustomEvent<EmbedEvents['stop']>;
    'iklab-error': CustomEvent<EmbedEvents['error']>;
  }
}
`;

async function declarations() {
  const folder = mkdtempSync(join(tmpdir(), 'iklab-types-'));
  try {
    const words = ['-p', join(from, 'tsconfig.build.json'), '--outDir', folder];
    await run(installed('tsc'), words, { quiet: true });
    const copied = new Set();
    const take = (name, from = 'web/npm') => {
      if (copied.has(name)) return;
      copied.add(name);
      const written = readFileSync(join(folder, from, `${name}.d.ts`), 'utf8');
      const text = Object.entries(DOORS)
        .reduce((said, [door, file]) => said.replaceAll(`'${door}'`, `'./${file}.ts'`), written)
        .replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'");
      writeFileSync(join(packageFolder, `${name}.d.ts`), text);
      const elements = from === ELEMENT || name === 'packageElement';
      for (const [, next] of text.matchAll(/from '\.\/(\w+)\.js'/g))
        take(next, elements ? ELEMENT : from);
    };
    for (const name of ['index', 'packageElement', 'remoteRobots']) take(name);
    appendFileSync(join(packageFolder, 'packageElement.d.ts'), IN_A_PAGE);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function manifest() {
  const { version, license, engines } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return {
    name: 'iklab',
    version,
    description: 'Inverse kinematics of robots: nineteen methods, compiled to WebAssembly',
    keywords: ['inverse kinematics', 'robotics', 'urdf', 'wasm'],
    license,
    type: 'module',
    engines,
    bin: { iklab: './bin.mjs' },
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './element': { types: './packageElement.d.ts', default: './element.js' },
      './remote': { types: './remoteRobots.d.ts', default: './remote.js' },
      './worker': './worker.js',
      './iklab.wasm': './iklab.wasm',
      './package.json': './package.json',
    },
  };
}

asProgram(import.meta.url, async () => {
  await buildNpm();
  console.log(`Made ${packageFolder}`);
});
