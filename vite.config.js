import { defineConfig } from 'vitest/config';
import { classes } from './web/setup/classes.mjs';
import { countedImports } from './web/setup/countedImports.mjs';
import { equations } from './web/setup/equations.mjs';
import { FailedTests } from './web/setup/failedTests.mjs';
import { chromium, firefox } from './web/setup/needs.mjs';
import { noLanguage } from './web/setup/noLanguage.mjs';
import { rem } from './web/setup/rem.mjs';
import { StillRunning } from './web/setup/stillRunning.mjs';

// what the picture and the panels about it have when they are whole
const AFTER =
  /\/(charts\/instruments|shell\/(lateListeners|laterParts)|view\/(linkDragging|gridScales|numberEntry)|ui\/glossary|scene\/motionParts)\.ts$|virtual:equations$/;
// what is opened over them and beside them, but the studies, which are as much again
const BESIDE =
  /\/(shell\/finders\.ts|joints\/jointsPanel\.tsx|mechanism\/mechanismEditor\.tsx|methods\/methodsPage\.tsx|map\/mapInScene\.tsx)$/;

// file hosts serve the page from any path
const page = {
  base: './',
  appType: 'mpa',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    license: { fileName: 'THIRD-PARTY.md' },
    target: 'es2022',
    modulePreload: { polyfill: false }, // the page names no script to be preloaded
    chunkSizeWarningLimit: 1000, // kB before gzip; most of it is Three.js
    // one script for the first picture, and few for what is got once it stands: to ask for each takes
    // time of its own, and pieces that scripts share compress less well
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            {
              name: 'captions',
              test: /\/(engine\/cards|format\/methodCaption)\.ts$|build\/cards\.js$|rolldown.runtime/,
            },
            // who follows a link waits for these
            { name: 'link', test: /\/scenario\/(decodeLink|text|heldFormula)\.ts$/ },
            { name: 'robots', test: /\/scenario\/robotShelf\.ts$/ },
            { name: 'after', test: AFTER },
            { name: 'beside', test: BESIDE },
            { name: 'studies', test: /\/studiesPage\.tsx$/ },
            // what edits text, apart from what of a method's text may change with every version
            {
              name: 'editor',
              test: /node_modules\/(@codemirror|style-mod|w3c-keyname|crelt|@marijn)\//,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
};

// the element that other pages have, in a file of its own beside the page
const element = {
  build: {
    lib: { entry: 'packages/element/ikLab.ts', formats: ['es'], fileName: () => 'ik-lab.js' },
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    minify: true,
  },
};

// what keeps the page for when there is no network, beside it: it reaches as far as its folder
const worker = {
  build: {
    lib: { entry: 'offline/serviceWorker.ts', formats: ['es'], fileName: () => 'sw.js' },
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    minify: true,
  },
};

// what says whether a host has all that the page needs, without the page
const check = {
  build: {
    lib: {
      entry: 'check/check.ts',
      formats: ['es'],
      fileName: () => 'check.js',
      cssFileName: 'check',
    },
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    minify: true,
  },
};

// the command line, for Node, beside its launcher; its readers of robots are loaded by who needs them
const cli = {
  build: {
    ssr: 'cli/cli.ts',
    outDir: 'cli/build',
    copyPublicDir: false,
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'iklab.js', chunkFileNames: '[name].js' } },
  },
  ssr: { noExternal: true },
};

const tests = {
  // `npm test` leaves out tests with this tag (`--tags-filter='!full'`), `npm run test:all` includes them
  tags: [{ name: 'full', description: 'second tier: slow, or rarely broken by a change' }],
  reporters: ['default', new FailedTests(), new StillRunning()],
  projects: [
    {
      extends: true,
      test: {
        name: 'unit',
        environment: 'node',
        include: ['**/*.test.{ts,tsx,mjs}'],
        exclude: ['e2e/**', '**/build/**', 'dist/**'],
        pool: 'threads',
        isolate: false, // a worker's files have one module registry
        setupFiles: ['setup/oneSeed.mjs'],
        testTimeout: 60_000, // a compiler may be running beside them
      },
    },
    {
      extends: true,
      test: {
        name: 'e2e',
        environment: 'node',
        include: ['e2e/**/*.test.ts'],
        setupFiles: ['e2e/failures.ts'],
        // the browsers that `npm test` installs
        env: { IKLAB_CHROMIUM: chromium() ?? '', IKLAB_FIREFOX: firefox() ?? '' },
        maxWorkers: 2, // browsers of their own each; more would only wait for each other
        isolate: false, // a worker's files have them in turn
        // only guards against tests that never end: their duration depends on the machine
        testTimeout: 600_000,
        hookTimeout: 600_000,
        expect: { poll: { timeout: 120_000 } }, // as long as Playwright would wait
      },
    },
  ],
};

export default defineConfig(({ mode }) => ({
  root: 'web',
  cacheDir: '../node_modules/.vite',
  plugins: [equations(), noLanguage(), countedImports()],
  css: { postcss: { plugins: [rem()] }, modules: classes },
  ...({ cli, element, worker, check }[mode] ?? page),
  test: tests,
}));
