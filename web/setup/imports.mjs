/**
 * The table of allowed imports between folders, and the check of every #include and import against
 * it. Also checks what code of a lab must not use, because a document may contain several labs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { cppFiles, sources } from './layout.mjs';
import { asProgram, root, SetupError } from './tools.mjs';

const layers = ['iklab/math', 'iklab/core', 'iklab/ik', 'iklab/lab'];
const formula = 'iklab/formula';
/** Not part of the module: the page has its own reader. */
const reader = 'iklab/urdf';

/**
 * For each folder under wasm/: the folders whose headers it may include besides its own. `iklab`
 * are the public headers in wasm/include/iklab, which programs include but the library itself does
 * not.
 */
const cppLayers = {
  ...Object.fromEntries(layers.map((layer, at) => [layer, layers.slice(0, at)])),
  [formula]: ['iklab/math', 'iklab/core', 'iklab/ik'],
  [reader]: ['iklab/math', 'iklab/core'],
  iklab: [...layers, formula, reader],
  bindings: [...layers, formula],
  tests: [...layers, formula, reader, 'iklab'],
  bench: [...layers, 'tests'],
  examples: ['iklab'],
  python: ['iklab'],
};

/** Layers of the packages `core` and `run`, each above those before it. */
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
 * For each feature of the page, the features that it may import. `study` is what the kinds of study
 * share, `studies` the page that contains them.
 */
const features = {
  mechanism: [],
  formula: [],
  scene: ['mechanism', 'formula'],
  explain: [],
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
  map: ['study'],
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
 * The folders that each folder of web/ may import: the packages, whose entry points are their `exports`, and the page. `main` is
 * web/ itself, `app` is web/app itself.
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
/** Packages with several layers. */
const LAYERED = ['core', 'run', 'scene'];
/** Folders of a layer that has several. */
const WITHIN = { playback: 'session', history: 'session', drawing: 'session' };

/** Contains only names and numbers, so every folder may import it. */
const PURE = 'web/packages/core/engine/protocol.ts';

/** Libraries that only certain folders may use. */
const cppOwners = [
  [/^emscripten/, ['bindings']],
  [/^pybind11\//, ['python']],
  [/^(gtest|gmock)\//, ['tests']],
  [/^nlohmann\//, ['tests', 'bench']],
];
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

// Tests and their shared files: testDocuments.ts, and testing.ts as the entry point.
const isTest = (path) => /(\.test\.\w+|\/test[A-Z]\w*\.tsx?|\/testing\.ts)$/.test(path);
const testLibraries = /^(node:|vitest$|fast-check$|happy-dom$|ajv$|ajv\/)/;

/** The layer of an included header: a folder of iklab is a layer of the library. */
function cppLayer(path) {
  const folders = path.split('/').slice(0, -1);
  return folders.slice(0, folders[0] === 'iklab' ? 2 : 1).join('/');
}

export function cppFaults(path, text) {
  const layer = cppLayer(path.replace(/^wasm\/((src|include)\/)?/, ''));
  const allowed = cppLayers[layer];
  if (!allowed) return [`${path}: wasm/${layer} is no layer; the table in imports.mjs names them`];
  const faults = [];
  for (const [, open, target] of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]/gm)) {
    if (open === '"') {
      const folder = target.includes('/') ? cppLayer(target) : layer;
      if (!cppLayers[folder])
        faults.push(`${path}: "${target}" must be written from wasm/, wasm/src or wasm/include`);
      else if (folder !== layer && !allowed.includes(folder))
        faults.push(`${path}: ${layer} may not include ${folder} ("${target}")`);
    }
    faults.push(...ownerFaults(cppOwners, path, layer, target));
  }
  return faults;
}

const importPatterns = [
  /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /\bimport\s*['"]([^'"]+)['"]/g,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
  /\bnew\s+(?:Shared)?Worker\s*\(\s*new\s+URL\s*\(\s*['"]([^'"]+)['"]/g,
];

export function tsFaults(path, text) {
  const layer = layerOf(path);
  const allowed = tsLayers[layer];
  if (!allowed) return [`${path}: web/${layer} is no layer; the table in imports.mjs names them`];
  const faults = [];
  for (const pattern of importPatterns) {
    for (const [, target] of text.matchAll(pattern)) {
      if (isOurs(target)) faults.push(...ownFaults(path, layer, allowed, target));
      else if (!(isTest(path) && testLibraries.test(target)))
        faults.push(...ownerFaults(tsOwners, path, layer, target));
    }
  }
  return faults;
}

const isOurs = (target) => /^(\.|@iklab\/)/.test(target);

/** Path relative to the checkout; null if no package has this entry point. */
const pathOf = (path, target) =>
  target.startsWith('.') ? normalize(join(dirname(path), target)) : (doors().get(target) ?? null);

const folders = (path) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

let known;
function doors() {
  known ??= new Map(
    folders(PACKAGES).flatMap((folder) => {
      const { name, exports } = JSON.parse(
        readFileSync(join(root, PACKAGES, folder, 'package.json'), 'utf8'),
      );
      const shown = Object.entries(exports);
      return shown.map(([door, file]) => [join(name, door), join(PACKAGES, folder, file)]);
    }),
  );
  return known;
}

const packageOf = (path) => path.match(/^web\/packages\/([^/]+)\//)?.[1] ?? null;

/** `picture` for web/packages/scene/picture/stage.ts; packages without layers are one layer. */
function layerOf(path) {
  const [, folder, inner, ...deeper] = path.split('/');
  if (inner === undefined || (folder === 'packages' && deeper.length === 0)) return 'main';
  if (folder === 'packages')
    return LAYERED.includes(inner) ? (WITHIN[deeper[0]] ?? deeper[0]) : inner;
  if (folder !== 'app' || deeper.length === 0) return folder;
  return inner === 'features' ? featureLayer(deeper[0]) : inner;
}

function ownFaults(path, layer, allowed, target) {
  const reached = pathOf(path, target);
  if (reached === null) return [`${path}: '${target}' is no door of a package`];
  if (reached === 'package.json') return []; // For the version.
  if (reached === PURE) return [];
  if (reached.startsWith('web/packages/core/engine/build/') && layer !== 'engine')
    return [`${path}: only engine may import the module's glue ('${target}')`];
  if (packageOf(path) !== packageOf(reached) && target.startsWith('.') && !/\.mjs$/.test(reached))
    return [`${path}: a package is entered by its door, not as '${target}'`];
  if (isTest(reached) && !isTest(path)) return [`${path}: only a test may import '${target}'`];
  const folder = layerOf(reached);
  if (folder === layer || allowed.includes(folder)) return [];
  return [`${path}: ${layer} may not import ${folder} ('${target}')`];
}

function ownerFaults(owners, path, layer, target) {
  return owners
    .filter(([library, folders]) => library.test(target) && !folders.includes(layer))
    .map(([, folders]) => `${path}: only ${folders.join(', ')} may use '${target}'`);
}

// Properties that a window has once, and that a lab gets from `Services`; `history` on its own
// usually means that of a run.
const WINDOW = [
  /(?<![.\w#])location\.(?:hash|href|search|origin|pathname|assign|replace|reload)\b/,
  /(?<![.\w#])history\.(?:state|pushState|replaceState|back|forward|go)\b/,
  /\b(?:window|globalThis)\.(?:location|history)\b/,
  /\} = location\b/,
  /\bdocument\.title\b/,
  /\b(?:local|session)Storage\b/,
  /'(?:hashchange|popstate|pagehide)'/,
];
/** Files that may use them, and those that do not run in a lab. */
const OF_THE_WINDOW =
  /^web\/(main|app\/browser\/(page|embed)Services)\.ts$|^web\/(packages\/element|offline|check|npm|cli|fuzz|setup|tools|e2e)\//;
/** Finds elements of other labs: a lab must search within its host. */
const AROUND = /\bdocument\.(?:documentElement|querySelector(?:All)?|getElementById)\b/;
/** Lengths in style sheets depend on the document. */
const OF_THE_DOCUMENT = 'web/packages/scene/dom/stylePixel.ts';
const FIXED_ID = /\s(?:id|for|list|aria-(?:labelledby|describedby|controls))="[^"]*"/;
const SHARED_SIGNAL = /^(?:export )?const \w+(?:: [^=]+)? = (?:signal|computed)\b/m;
/** Signals that all labs share. */
const SHARED = ['web/app/ui/equation.tsx', 'web/packages/run/session/captions.ts'];

/** Returns code of a file that prevents several labs in a document, one line each. */
export function labFaults(path, text) {
  if (OF_THE_WINDOW.test(path) || isTest(path)) return [];
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
  const named = WINDOW.flatMap((pattern) => pattern.exec(code) ?? []);
  const faults = named.map(
    (name) => `${path}: \`${name}\` is of the window: a lab takes it from its services`,
  );
  const [around] = path === OF_THE_DOCUMENT ? [] : (AROUND.exec(code) ?? []);
  if (around) faults.push(`${path}: \`${around}\` finds what is of another lab`);
  const [fixed] = path.endsWith('.tsx') ? (FIXED_ID.exec(code) ?? []) : [];
  if (fixed) faults.push(`${path}: labs would share${fixed}: useUniqueId gives each its own`);
  if (SHARED_SIGNAL.test(code) && !SHARED.includes(path))
    faults.push(`${path}: labs would share this signal: perLab gives each its own`);
  return faults;
}

/** Returns circular imports, including those of types; one line for each cycle. */
export function circles(texts) {
  const next = new Map([...texts].map(([path, text]) => [path, reachedFrom(path, text, texts)]));
  const state = new Map(); // 'open': on the current path; 'done'.
  const found = [];
  const visit = (path, way) => {
    if (state.get(path) === 'open') {
      found.push(`a circle: ${[...way.slice(way.indexOf(path)), path].join(' -> ')}`);
    } else if (!state.has(path)) {
      state.set(path, 'open');
      for (const reached of next.get(path)) visit(reached, [...way, path]);
      state.set(path, 'done');
    }
  };
  for (const path of next.keys()) visit(path, []);
  return found;
}

function reachedFrom(path, text, texts) {
  const targets = importPatterns.flatMap((pattern) => [...text.matchAll(pattern)]);
  const reached = targets.map(([, target]) => pathOf(path, target) ?? '');
  return [...new Set(reached)].filter((each) => texts.has(each));
}

const isDoor = (path) => /^web\/packages\/.*\/index\.ts$/.test(path);

/** Returns file names that occur in several folders, one line for each name. */
export function twins(paths) {
  const named = new Map();
  for (const path of paths) {
    if (isDoor(path)) continue;
    const name = path.replace(/.*\//, '').replace(/\.(d\.ts|\w+)$/, '');
    named.set(name, [...(named.get(name) ?? []), path]);
  }
  const same = [...named.values()].filter((each) => each.length > 1);
  return same.map((each) => `one name for two files: ${each.join(', ')}`);
}

/** An external program with its own headers. */
const CONSUMER = 'wasm/tests/consumer/';

export function checkImports() {
  const cpp = cppFiles().filter((path) => !path.startsWith(CONSUMER));
  const self = 'web/setup/imports.test.mjs'; // It quotes faulty lines.
  const web = sources('web', '.ts', '.tsx', '.mjs').filter((path) => path !== self);
  const read = (path) => [path, readFileSync(join(root, path), 'utf8')];
  const texts = new Map(web.map(read));
  const faults = [
    ...cpp.map(read).flatMap(([path, text]) => cppFaults(path, text)),
    ...[...texts].flatMap(([path, text]) => [...tsFaults(path, text), ...labFaults(path, text)]),
    ...circles(texts),
    ...twins(web.filter((path) => !isTest(path) && !path.endsWith('.d.ts'))),
  ];
  if (faults.length > 0)
    throw Object.assign(new SetupError(`${faults.length} faults`), { output: faults.join('\n') });
  return `${cpp.length + web.length} files`;
}

asProgram(import.meta.url, async () => {
  try {
    console.log(`Imports keep to the layers: ${checkImports()}`);
  } catch (error) {
    throw new SetupError(error.output ?? error.message);
  }
});
