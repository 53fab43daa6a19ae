import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { classes } from './web/setup/classes.mjs';
import { equations } from './web/setup/equations.mjs';
import { FailedTests } from './web/setup/failedTests.mjs';
import { chromium, firefox } from './web/setup/needs.mjs';
import { rem } from './web/setup/rem.mjs';
import { RunningTests } from './web/setup/runningTests.mjs';
import { stubLanguage } from './web/setup/stubLanguage.mjs';
import { root } from './web/setup/tools.mjs';
import { trackImports } from './web/setup/trackImports.mjs';
import { trimThree } from './web/setup/trimThree.mjs';

// The files that decide which code loads together, by folder of web/; their imports follow them.
const chunks = {
  captions: {
    'packages/core/engine': ['cards', 'build/cards'],
    'packages/core/format/words': ['methodCaption'],
  },
  // Opening a link waits for these.
  link: {
    'packages/core/scenario': ['link/decodeLink', 'text', 'methods/heldFormula'],
  },
  robots: { 'packages/core/scenario/presets': ['robotShelf'] },
  // Loaded after the first picture: pointer and keyboard in the panes,
  input: { 'packages/scene': ['gestures/paneInput'] },
  // and the rest of the view and of the panels around it.
  after: {
    'packages/scene': [
      'gestures/mechanism/linkDragging',
      'picture/ground/gridLineLabels',
      'gestures/targets/targetCoordinateForm',
    ],
    'app/shell': ['lateListeners', 'laterParts'],
    'app/ui': ['glossary'],
    'app/features': ['charts/chartsAndOverlays', 'scene/motionParts'],
    'packages/run/playback': ['timing'],
  },
  // Panels and pages that the user opens. Studies are about as large as all of these together.
  beside: {
    'app/shell': ['finders'],
    'app/features': [
      'joints/jointsPanel',
      'mechanism/mechanismEditor',
      'methods/methodsPage',
      'map/mapInScene',
    ],
  },
  solutions: {
    'app/features/solutions': ['solutionTracker', 'solutionStrip', 'certifiedPose'],
  },
  studies: { 'app/features/studies': ['studiesPage'] },
};
/** Modules of no folder. */
const virtual = { captions: /rolldown.runtime/, after: /virtual:equations$/ };

const chunkGroups = Object.entries(chunks).map(([name, folders]) => {
  const files = Object.entries(folders).flatMap(([folder, names]) =>
    names.map((file) => join(root, 'web', folder, file)),
  );
  const test = (id) => files.includes(id.replace(/\.(tsx?|js)$/, '')) || virtual[name]?.test(id);
  return { name, test };
});

// Static hosts can serve the page from any path.
const page = {
  base: './',
  appType: 'mpa',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    license: { fileName: 'THIRD-PARTY.md' },
    target: 'es2022',
    modulePreload: { polyfill: false }, // The page preloads no scripts.
    chunkSizeWarningLimit: 1000, // kB before gzip; mostly Three.js.
    // One script for the first picture and few for the rest, because each request takes time and
    // small scripts compress less well.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            ...chunkGroups,
            // The editor library without our code, which can change in every version.
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

// The custom element for other pages, a separate file next to the page.
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

// The service worker for offline use, next to the page because its folder is its scope.
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

// The check page, which reports what a host lacks. It does not load the page.
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

// The command line for Node, next to its launcher. Commands import the robot readers on demand.
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
  // `npm test` skips tests with this tag (`--tags-filter='!full'`); `npm run test:all` includes them.
  tags: [{ name: 'full', description: 'second tier: slow, or rarely broken by a change' }],
  reporters: ['default', new FailedTests(), new RunningTests()],
  projects: [
    {
      extends: true,
      test: {
        name: 'unit',
        environment: 'node',
        include: ['**/*.test.{ts,tsx,mjs}'],
        exclude: ['e2e/**', '**/build/**', 'dist/**'],
        pool: 'threads',
        isolate: false, // The files of a worker share one module registry.
        setupFiles: ['setup/randomSeed.mjs'],
        testTimeout: 60_000, // A compiler may run at the same time.
      },
    },
    {
      extends: true,
      test: {
        name: 'e2e',
        environment: 'node',
        include: ['e2e/**/*.test.ts'],
        setupFiles: ['e2e/failures.ts'],
        // The browsers that `npm test` installs.
        env: { IKLAB_CHROMIUM: chromium() ?? '', IKLAB_FIREFOX: firefox() ?? '' },
        maxWorkers: 2, // Each has its own browsers; more would only slow each other down.
        isolate: false, // The files of a worker share its browsers.
        // Only stops tests that never end: their duration depends on the machine.
        testTimeout: 600_000,
        hookTimeout: 600_000,
        expect: { poll: { timeout: 120_000 } }, // As long as the tests' Playwright timeout.
      },
    },
  ],
};

export default defineConfig(({ mode }) => ({
  root: 'web',
  cacheDir: '../node_modules/.vite',
  plugins: [equations(), stubLanguage(), trimThree(), trackImports()],
  css: { postcss: { plugins: [rem()] }, modules: classes },
  ...({ cli, element, worker, check }[mode] ?? page),
  test: tests,
}));
