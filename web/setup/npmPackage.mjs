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
import { asProgram, installed, NODE_FLAGS, root, run } from './tools.mjs';

const from = join(root, 'web/npm');
export const packageFolder = join(from, 'build');
const engine = join(root, 'web/packages/core/engine/build');

const ALIASES = [
  // A page starts with the light module; the package has only the full one.
  { find: /^\.\/build\/iklab-light\.js$/, replacement: './build/iklab.js' },
  // Only the command line writes files, so the browser version of this library is not needed.
  {
    find: /^hyparquet-writer$/,
    replacement: join(root, 'node_modules/hyparquet-writer/src/node.js'),
  },
];

/** Builds the npm package in web/npm/build from the output of `npm run build`. */
export async function buildNpm() {
  await bundle();
  await declarations();
  copyFileSync(join(engine, 'iklab.wasm'), join(packageFolder, 'iklab.wasm'));
  for (const name of ['README.md', 'arm.html', 'bin.mjs'])
    copyFileSync(join(from, name), join(packageFolder, name));
  copyFileSync(join(root, 'LICENSE'), join(packageFolder, 'LICENSE'));
  addModuleLicences(packageFolder);
  writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/**
 * Copies the built package to a folder's node_modules. Returns the folder of an `npx` without npm's
 * delay of one second.
 */
export function installNpm(folder) {
  const target = join(folder, 'node_modules/iklab');
  const programs = join(folder, 'node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  cpSync(packageFolder, target, { recursive: true });
  const start = `#!/bin/sh\nshift\nexec node ${NODE_FLAGS.join(' ')} '${join(target, 'bin.mjs')}' "$@"\n`;
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
 * Bundles for Node, workers and browsers, including the command line. All share most of the code;
 * there are no external dependencies. The script of threads is a single file, because bundlers copy
 * it or make an unsplittable worker of it.
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
      copyPublicDir: false, // It belongs to the page.
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

const ELEMENT = 'web/packages/element';
const DOORS = { '@iklab/element': 'frameMessages', '@iklab/element/ikLab': 'ikLab' };
/** Global types for the package only, because our pages declare the types themselves. */
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
        .reduce((text, [entry, file]) => text.replaceAll(`'${entry}'`, `'./${file}.ts'`), written)
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
