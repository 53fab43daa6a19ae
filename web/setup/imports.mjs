/**
 * The table of allowed imports between the folders of web/, and the check of every import and
 * #include (includes.mjs). Biome finds cycles; labGlobals.mjs checks globals in code of a lab.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { CONSUMER, includeFaults, ownerFaults } from './includes.mjs';
import { isTest, labFaults } from './labGlobals.mjs';
import { cppFiles, sources } from './layout.mjs';
import { asProgram, root, SetupError } from './tools.mjs';

/** Layers of the packages `core` and `run`, from bottom to top. */
const coreLayers = [
  'time',
  'scenario',
  'engine',
  'format',
  'measure',
  'document',
  'session',
  'explain',
  'code',
];
const below = (layer) => coreLayers.slice(0, coreLayers.indexOf(layer));
const packages = [
  ...coreLayers,
  'element',
  'robots',
  'study',
  'logs',
  'dom',
  'drawn',
  'picture',
  'gestures',
  'chart',
];

/**
 * Features that each feature of the page may import. All kinds of study share `study`; `studies` is
 * the page of the kinds.
 */
const features = {
  mechanism: [],
  formula: [],
  scene: ['mechanism', 'formula'],
  solutions: [],
  explain: ['solutions'],
  introduction: [],
  bend: [],
  charts: ['explain', 'bend'],
  method: ['formula'],
  study: [],
  methods: ['explain', 'method', 'formula', 'study'],
  joints: [],
  logs: [],
  offline: [],
  robots: ['mechanism'],
  gallery: ['robots', 'formula'],
  find: ['gallery', 'formula'],
  share: ['logs', 'study'],
  benchmark: ['study'],
  map: ['study', 'solutions'],
  sweep: ['study'],
  follow: ['study'],
  papers: ['study'],
  speed: ['study'],
  crowd: [],
  studies: ['study', 'benchmark', 'map', 'sweep', 'follow', 'papers', 'speed'],
};
const featureLayer = (name) => `features/${name}`;
const allFeatures = Object.keys(features).map(featureLayer);

/**
 * Folders that each folder of web/ may import: packages (entry points in `exports`) and the page.
 * `main` is web/ itself, `app` is web/app itself.
 */
export const tsLayers = {
  ...Object.fromEntries(coreLayers.map((layer) => [layer, below(layer)])),
  element: [],
  robots: coreLayers,
  study: coreLayers,
  logs: [...coreLayers, 'robots'],
  dom: coreLayers,
  drawn: coreLayers,
  // Neither knows the document or the run.
  picture: [...below('document'), 'robots', 'dom', 'drawn'],
  gestures: [...below('document'), 'robots', 'dom', 'picture'],
  chart: [...coreLayers, 'dom'],
  browser: [...coreLayers, 'robots', 'study', 'logs', 'dom'],
  app: [...packages, 'browser'],
  ui: [...packages, 'browser', 'app'],
  ...Object.fromEntries(
    Object.entries(features).map(([name, used]) => [
      featureLayer(name),
      [...packages, 'browser', 'app', 'ui', ...used.map(featureLayer)],
    ]),
  ),
  shell: [...packages, 'browser', 'app', 'ui', ...allFeatures],
  main: ['time', 'engine', 'document', 'session', 'browser', 'ui', 'shell'],
  offline: [],
  check: ['offline'],
  cli: [...below('explain'), 'robots', 'study', 'logs'],
  npm: [...below('session'), 'element', 'robots', 'study', 'cli'],
  fuzz: [...coreLayers, 'robots', 'study', 'logs', 'cli'], // It fuzzes them.
  setup: [...below('format'), 'npm'],
  tools: ['setup'],
  e2e: [...coreLayers, 'element', 'robots', 'study', 'logs', 'fuzz'],
};

const PACKAGES = 'web/packages';
const LAYERED = ['core', 'run', 'scene'];
/** Layers of package folders that are no layers themselves. */
const WITHIN = { playback: 'session', history: 'session', drawing: 'session' };

const PURE = 'web/packages/core/engine/protocol.ts';

const nodeFolders = ['cli', 'npm', 'fuzz', 'setup', 'tools', 'e2e'];
const tsOwners = [
  [/^three(\/|$)/, ['drawn', 'picture', 'gestures']],
  [/^node:/, nodeFolders],
  [/^idb-keyval$/, ['browser']],
  [/^(@codemirror\/|style-mod$)/, ['features/formula']],
  [/^saxes(\/|$)/, ['robots']],
  [/^(uqr|gifenc|mediabunny)$/, ['features/share']],
  [/^fflate(\/|$)/, ['robots', 'logs', 'study', 'features/study', 'setup', 'e2e']],
  [/^yaml(\/|$)/, ['robots', 'cli']],
  [/^hyparquet/, ['study', 'cli']],
  [/^(react|react-dom|vue|reveal\.js|@observablehq\/runtime)(\/|$)/, ['e2e/hosts']],
  [/^(vite|vitest|temml|playwright-core|axe-core)(\/|$)/, ['e2e', 'setup']],
  [/^happy-dom$/, []],
];

const testLibraries = /^(node:|vitest$|fast-check$|happy-dom$|ajv$|ajv\/)/;

const importPatterns = [
  /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /\bimport\s*['"]([^'"]+)['"]/g,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
  /\bnew\s+(?:Shared)?Worker\s*\(\s*new\s+URL\s*\(\s*['"]([^'"]+)['"]/g,
];

export function tsFaults(path, text) {
  const layer = layerOf(path);
  const allowed = tsLayers[layer];
  if (!allowed) return [`${path}: web/${layer} is not a layer; imports.mjs lists the layers`];
  const faults = [];
  for (const pattern of importPatterns) {
    for (const [, target] of text.matchAll(pattern)) {
      if (isOwn(target)) faults.push(...ownFaults(path, layer, allowed, target));
      else if (!(isTest(path) && testLibraries.test(target)))
        faults.push(...ownerFaults(tsOwners, path, layer, target));
    }
  }
  return faults;
}

const isOwn = (target) => /^(\.|@iklab\/)/.test(target);

/**
 * Returns the path of an imported file, relative to the checkout; null if no package has this entry
 * point.
 */
const pathOf = (path, target) =>
  target.startsWith('.')
    ? normalize(join(dirname(path), target))
    : (entryPoints.get(target) ?? null);

const entryPoints = new Map(
  readdirSync(join(root, PACKAGES)).flatMap((folder) => {
    const manifest = join(root, PACKAGES, folder, 'package.json');
    if (!existsSync(manifest)) return [];
    const { name, exports } = JSON.parse(readFileSync(manifest, 'utf8'));
    return Object.entries(exports).map(([entry, file]) => [
      join(name, entry),
      join(PACKAGES, folder, file),
    ]);
  }),
);

const packageOf = (path) => path.match(/^web\/packages\/([^/]+)\//)?.[1] ?? null;

/**
 * Returns the layer of a file: `picture` for web/packages/scene/picture/stage.ts. A package without
 * layers is one layer.
 */
function layerOf(path) {
  const [, folder, inner, ...deeper] = path.split('/');
  if (inner === undefined || (folder === 'packages' && deeper.length === 0)) return 'main';
  if (folder === 'packages')
    return LAYERED.includes(inner) ? (WITHIN[deeper[0]] ?? deeper[0]) : inner;
  if (folder !== 'app' || deeper.length === 0) return folder;
  return inner === 'features' ? featureLayer(deeper[0]) : inner;
}

function ownFaults(path, layer, allowed, target) {
  const file = pathOf(path, target);
  if (file === null) return [`${path}: '${target}' is not an entry point of a package`];
  if (file === 'package.json') return []; // For the version.
  if (file === PURE) return [];
  if (file.startsWith('web/packages/core/engine/build/') && layer !== 'engine')
    return [`${path}: only engine may import the module's glue ('${target}')`];
  if (packageOf(path) !== packageOf(file) && target.startsWith('.') && !/\.mjs$/.test(file))
    return [`${path}: a package is imported through its entry points, not as '${target}'`];
  if (isTest(file) && !isTest(path)) return [`${path}: only a test may import '${target}'`];
  const folder = layerOf(file);
  if (folder === layer || allowed.includes(folder)) return [];
  return [`${path}: ${layer} may not import ${folder} ('${target}')`];
}

const isEntryPoint = (path) => /^web\/packages\/.*\/index\.ts$/.test(path);

export function sameNames(paths) {
  const byName = new Map();
  for (const path of paths.filter((each) => !isEntryPoint(each))) {
    const name = path.replace(/.*\//, '').replace(/\.(d\.ts|\w+)$/, '');
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  const repeated = [...byName.values()].filter((each) => each.length > 1);
  return repeated.map((each) => `files with the same name: ${each.join(', ')}`);
}

export function checkImports() {
  const cpp = cppFiles().filter((path) => !path.startsWith(CONSUMER));
  const self = 'web/setup/imports.test.mjs'; // It quotes forbidden imports.
  const web = sources('web', '.ts', '.tsx', '.mjs').filter((path) => path !== self);
  const read = (path) => [path, readFileSync(join(root, path), 'utf8')];
  const texts = new Map(web.map(read));
  const faults = [
    ...cpp.map(read).flatMap(([path, text]) => includeFaults(path, text)),
    ...[...texts].flatMap(([path, text]) => [...tsFaults(path, text), ...labFaults(path, text)]),
    ...sameNames(web.filter((path) => !isTest(path) && !path.endsWith('.d.ts'))),
  ];
  if (faults.length > 0)
    throw Object.assign(new SetupError(`${faults.length} faults`), { output: faults.join('\n') });
  return `${cpp.length + web.length} files`;
}

asProgram(import.meta.url, async () => {
  try {
    console.log(`Imports follow the table of layers: ${checkImports()}`);
  } catch (error) {
    throw new SetupError(error.output ?? error.message);
  }
});
