import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { asProgram, root, SetupError } from './tools.mjs';

/**
 * Size limits of the page in KB (1000 bytes) after gzip: all first scripts and styles, all files
 * that the first moving frame of the page or of an embedded run needs, otherwise per file. What
 * only some scenes need, such as the code of links, does not count.
 */
export const BUDGETS = {
  first: 206,
  css: 13,
  moving: 400,
  embed: 410,
  lazy: 160,
  element: 8,
  wasm: 183,
  whole: 440,
};

/** KB of the npm package: unpacked, packed, and after gzip for two pages. */
const PACKAGE_BUDGETS = { unpacked: 2320, packed: 870, page: 640, demo: 930 };

const PACKAGE_NAMES = {
  unpacked: 'unpacked',
  packed: 'as it is fetched',
  page: 'after gzip for a page that reads a robot and solves',
  demo: 'after gzip for arm.html, which uses three.js',
};

const NAMES = {
  first: 'scripts of the first load',
  css: 'styles of the first load',
  moving: 'all files until the first moving frame',
  embed: 'all files until the first moving frame of an embedded run',
  lazy: 'a script loaded later',
  element: 'the element of other pages',
  wasm: 'the module',
  whole: 'the module with what reads methods as text',
};

// The file name of the full module, which is loaded on demand.
const isWhole = (file) => /\biklab-(?!light)[^/]*\.wasm$/.test(file);

const gzipped = (file) => gzipSync(readFileSync(file), { level: 9 }).length / 1000;

/** Adds the scripts that load with `file`, and `file` itself, to `found`. */
function addStaticImports(folder, file, found) {
  if (found.has(file)) return;
  if (!existsSync(file)) throw new SetupError(`the page asks for ${relative(folder, file)}`);
  found.add(file);
  if (!file.endsWith('.js')) return;
  const script = readFileSync(file, 'utf8');
  // Matches `from"./a.js"` and `import"./a.js"`, but not `import("./a.js")`.
  for (const [, target] of script.matchAll(/\b(?:from|import)\s*["'](\.[^"']+\.js)["']/g))
    addStaticImports(folder, join(file, '..', target), found);
}

function firstLoad(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const fileLinks = [
    ...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.(?:js|css))"/g),
  ];
  const found = new Set();
  for (const [, address] of fileLinks) addStaticImports(folder, join(folder, address), found);
  return found;
}

const chunkName = (file) => basename(file).replace(/-[\w-]{8}\.(?:js|css)$/, '');

/** Returns the scripts and styles that an embedded run needs in addition to the first load. */
function embedLoad(folder, files, first) {
  const start = files.find((file) => file.endsWith('.js') && chunkName(file) === 'startEmbed');
  if (!start) throw new SetupError('the page has no script startEmbed for embedded runs');
  const all = new Set(first);
  addStaticImports(folder, start, all);
  const scripts = [...all].filter((file) => !first.has(file));
  const names = new Set(scripts.map(chunkName));
  const styles = files.filter((file) => file.endsWith('.css') && names.has(chunkName(file)));
  return [...scripts, ...styles];
}

/** Returns KB: the first load, and every file that the page loads later. */
export function measured(folder) {
  const first = firstLoad(folder);
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  const sum = (ending) =>
    [...first].filter((file) => file.endsWith(ending)).reduce((all, f) => all + gzipped(f), 0);
  const each = (kind, ending) =>
    files
      .filter((file) => file.endsWith(ending) && !first.has(file))
      .map((file) => ({ kind, file: relative(folder, file), size: gzipped(file) }));
  const modules = each('wasm', '.wasm');
  // The page opens with the light module only.
  const light = modules.filter(({ file }) => !isWhole(file));
  const begin = [gzipped(join(folder, 'index.html')), sum('.js'), sum('.css')];
  const total = (sizes) => sizes.reduce((all, size) => all + size, 0);
  const moving = total([...begin, ...light.map(({ size }) => size)]);
  const embed = moving + total(embedLoad(folder, files, first).map(gzipped));
  return [
    { kind: 'first', file: 'index.html', size: sum('.js') },
    { kind: 'css', file: 'index.html', size: sum('.css') },
    { kind: 'moving', file: 'index.html', size: moving },
    { kind: 'embed', file: 'index.html', size: embed },
    ...each('lazy', '.js').map((one) =>
      one.file === 'ik-lab.js' ? { ...one, kind: 'element' } : one,
    ),
    ...modules.map((one) => (isWhole(one.file) ? { ...one, kind: 'whole' } : one)),
  ];
}

export const excesses = (sizes, budgets = BUDGETS) =>
  sizes
    .filter(({ kind, size }) => size > budgets[kind])
    .map(
      ({ kind, file, size }) =>
        `${file}: ${NAMES[kind]}, ${size.toFixed(1)} KB after gzip; ${budgets[kind]} is allowed`,
    );

const words = ({ kind, file, size }) =>
  file === 'index.html'
    ? `${NAMES[kind]} ${size.toFixed(1)} of ${BUDGETS[kind]} KB`
    : `${file} ${size.toFixed(1)} of ${BUDGETS[kind]} KB`;

export function checkSizes() {
  const sizes = measured(join(root, 'web/dist'));
  const faults = excesses(sizes);
  if (faults.length > 0) throw new SetupError(faults.join('\n'));
  return sizes
    .filter(({ kind }) => kind !== 'lazy')
    .map(words)
    .join(', ');
}

/** Throws if the package exceeds a limit of size. */
export function checkPackageSizes(sizes, budgets = PACKAGE_BUDGETS) {
  const reports = Object.entries(sizes).map(([kind, size]) => {
    const most = budgets[kind];
    const text = `${Math.round(size)} of ${most} KB ${PACKAGE_NAMES[kind]}`;
    return { text, fits: size <= most };
  });
  const faults = reports.filter(({ fits }) => !fits).map(({ text }) => `the package: ${text}`);
  if (faults.length > 0) throw new SetupError(faults.join('\n'));
  return reports.map(({ text }) => text).join(', ');
}

asProgram(import.meta.url, async () => {
  for (const size of measured(join(root, 'web/dist'))) console.log(words(size));
});
