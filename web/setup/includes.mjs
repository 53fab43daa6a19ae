/** The table of allowed includes between the C++ folders, and the check of an #include. */

const layers = ['iklab/math', 'iklab/core', 'iklab/analytic', 'iklab/ik', 'iklab/lab'];
const formula = 'iklab/formula';
/** The C++ reader of URDF. Not part of the module, because the page has another reader. */
const reader = 'iklab/urdf';

/**
 * Folders under wasm/ whose headers each folder may include, besides its own. `iklab`: public
 * headers in wasm/include/iklab, included by programs but not by the library.
 */
const cppLayers = {
  ...Object.fromEntries(layers.map((layer, at) => [layer, layers.slice(0, at)])),
  'iklab/ik': ['iklab/math', 'iklab/core'],
  [formula]: ['iklab/math', 'iklab/core', 'iklab/ik'],
  [reader]: ['iklab/math', 'iklab/core'],
  iklab: [...layers, formula, reader],
  bindings: [...layers, formula],
  tests: [...layers, formula, reader, 'iklab', 'examples'],
  bench: [...layers, 'tests'],
  examples: ['iklab'],
  python: ['iklab'],
};

const cppOwners = [
  [/^emscripten/, ['bindings', 'bench']],
  [/^pybind11\//, ['python']],
  [/^(gtest|gmock)\//, ['tests']],
  [/^nlohmann\//, ['tests', 'bench']],
];

function cppLayer(path) {
  const folders = path.split('/').slice(0, -1);
  return folders.slice(0, folders[0] === 'iklab' ? 2 : 1).join('/');
}

export function includeFaults(path, text) {
  const layer = cppLayer(path.replace(/^wasm\/((src|include)\/)?/, ''));
  const allowed = cppLayers[layer];
  if (!allowed) return [`${path}: wasm/${layer} is not a layer; includes.mjs lists the layers`];
  const faults = [];
  for (const [, open, target] of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]/gm)) {
    if (open === '"') {
      const folder = target.includes('/') ? cppLayer(target) : layer;
      if (!cppLayers[folder])
        faults.push(`${path}: "${target}" must be relative to wasm/, wasm/src or wasm/include`);
      else if (folder !== layer && !allowed.includes(folder))
        faults.push(`${path}: ${layer} may not include ${folder} ("${target}")`);
    }
    faults.push(...ownerFaults(cppOwners, path, layer, target));
  }
  return faults;
}

export function ownerFaults(owners, path, layer, target) {
  return owners
    .filter(([library, folders]) => library.test(target) && !folders.includes(layer))
    .map(([, folders]) => `${path}: only ${folders.join(', ')} may use '${target}'`);
}

/** Folder of a test program with its own headers that uses the installed library. */
export const CONSUMER = 'wasm/tests/consumer/';
