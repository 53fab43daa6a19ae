/**
 * Leaves out of three.js what the page never uses: shader code for maps, shadows, fog and other
 * features, and parts of the renderer. Builds it from its source, which has a file per class; the
 * bundle of its package is one file. `e2e/shaders.test.ts` fails if the page uses a feature that is
 * left out.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { root } from './tools.mjs';

const THREE = join(root, 'node_modules/three');
const FOLDERS = [join(THREE, 'src/'), join(THREE, 'examples/jsm/lines/')];
const CHUNK_TABLE = 'renderers/shaders/ShaderChunk.js';

/** Macros that no shader of the page defines. */
const UNUSED_MACROS =
  /^(USE_(?:\w*MAP(?:_\w+)?|MAP_UV|UV1|FOG|TANGENT|CLEARCOAT|IRIDESCENCE|SHEEN|RETROREFLECTION|ANISOTROPY|DIFFUSE_ROUGHNESS|TRANSMISSION|DISPERSION|BATCHING\w*|ALPHAHASH|MORPH\w*|INSTANCING_MORPH|LOGARITHMIC_DEPTH_BUFFER|REVERSED_DEPTH_BUFFER|LIGHT_PROBES\w*|SPECULAR)|ENVMAP_\w+|ENV_WORLDPOS|DITHERING|PHYSICAL|FOG_EXP2|DECODE_VIDEO_TEXTURE\w*|FLAT_SHADED)$/;

/** Numbers of lights, shadows and planes that are 0 on the page. */
const UNUSED_COUNTS =
  /\b(?:NUM_(?:CLIPPING_PLANES|(?:POINT|SPOT|SUN|RECT_AREA)_\w+|DIR_LIGHT_SHADOWS|LIGHT_PROBE_GRIDS)|UNION_CLIPPING_PLANES)\b/g;

/** Materials of the page, by file of `ShaderLib`, and code that its renderer adds. */
const USED_SHADERS = ['meshbasic', 'meshphysical'];
const USED_CHUNKS = ['colorspace_pars_fragment'];

/** Parts of the renderer that the page never uses, by file. */
const STUBS = {
  'renderers/webxr/WebXRManager.js': `export class WebXRManager {
    enabled = false;
    isPresenting = false;
    addEventListener() {}
    removeEventListener() {}
    setAnimationLoop() {}
    getEnvironmentBlendMode() {}
    dispose() {}
  }`,
  'renderers/webgl/WebGLEnvironments.js':
    'export const WebGLEnvironments = class { get() { return null; } dispose() {} };',
  'renderers/webgl/WebGLOutput.js': 'export const WebGLOutput = null;',
  'renderers/webgl/WebGLShadowMap.js':
    'export const WebGLShadowMap = class { enabled = false; render() {} };',
  'renderers/webgl/WebGLMorphtargets.js': 'export const WebGLMorphtargets = class {};',
  'renderers/webgl/WebGLUniformsGroups.js':
    'export const WebGLUniformsGroups = class { dispose() {} };',
};

/** Methods of all classes that the page never calls. */
const UNUSED_METHODS = [
  'computeTangents',
  'distanceSqToLine3',
  'distanceSqToSegment',
  'fromJSON',
  'getInterpolatedAttribute',
  'getMorphAt',
  'getStyle',
  'intersectTriangle',
  'intersectsTriangle',
  'multiplyQuaternionsFlat',
  'raycast',
  'setAxisAngleFromRotationMatrix',
  'setMorphAt',
  'setViewOffset',
  'toJSON',
  'transformUv',
];
/** Functions that the page never calls, by file: they throw. */
const UNUSED_FUNCTIONS = {
  'renderers/WebGLRenderer.js': [
    'copyFramebufferToTexture',
    'copyTextureToTexture',
    'initRenderTarget',
    'readRenderTargetPixels',
    'readRenderTargetPixelsAsync',
    'renderTransmissionPass',
    'setEffects',
    'setRenderTarget',
    'setRenderTargetFramebuffer',
    'setRenderTargetTextures',
  ],
  'renderers/webgl/WebGLTextures.js': [
    'deallocateRenderTarget',
    'rebindTextures',
    'setupDepthRenderbuffer',
    'setupDepthTexture',
    'setupFrameBufferTexture',
    'setupRenderBufferStorage',
    'setupRenderTarget',
    'updateMultisampleRenderTarget',
    'uploadCubeTexture',
  ],
  'renderers/webgl/WebGLMaterials.js': [
    'refreshUniformsDash',
    'refreshUniformsDistance',
    'refreshUniformsLine',
    'refreshUniformsMatcap',
    'refreshUniformsPhong',
    'refreshUniformsPhysical',
    'refreshUniformsPoints',
    'refreshUniformsSprites',
    'refreshUniformsToon',
  ],
};
/** Functions without an effect on the page. */
const EMPTY_FUNCTIONS = { 'renderers/webgl/WebGLBackground.js': ['addToRenderList'] };

/** Properties and variables that the page never reads, by file. */
const UNUSED_VALUES = {
  'renderers/shaders/ShaderLib.js': [
    'background',
    'backgroundCube',
    'cube',
    'dashed',
    'depth',
    'distance',
    'equirect',
    'lambert',
    'matcap',
    'normal',
    'phong',
    'points',
    'shadow',
    'sprite',
    'toon',
  ],
  'math/Color.js': ['_colorKeywords'],
};

const GLSL = /\/\* glsl \*\/\s*`([^`]*)`/g;
const INCLUDE = /^\s*#include +<(\w+)>/gm;

export const trimThree = () => ({
  name: 'trim-three',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => (id === 'three' ? join(THREE, 'src/Three.js') : null),
  load(id) {
    const [folder] = FOLDERS.filter((each) => id.startsWith(each));
    if (!folder) return null;
    const file = id.slice(folder.length);
    if (STUBS[file]) return STUBS[file];
    const code = readFileSync(id, 'utf8');
    if (file === CHUNK_TABLE) return withUsedChunks(code);
    return code.includes('/* glsl */') ? trimmed(code) : withoutFunctions(code, file);
  },
});

/** Removes the shaders and chunks that the page does not use from their table. */
function withUsedChunks(code) {
  const used = usedChunks();
  return code
    .split('\n')
    .filter((line) => {
      const [, imported, listed] = /^import (?:\* as )?(\w+)|^\t\w+: (\w+)/.exec(line) ?? [];
      const name = imported ?? listed;
      return !name || used.has(name) || USED_SHADERS.includes(name);
    })
    .join('\n');
}

function withoutFunctions(code, file, onCut = () => {}) {
  const cuts = [];
  const cut = (name, { start, end }, into) => {
    cuts.push([start, end, into]);
    onCut(name);
  };
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object') return;
    const body = functionNamed(node);
    const value = node.key?.name ?? node.id?.name;
    if (node.type === 'MethodDefinition' && UNUSED_METHODS.includes(node.key.name))
      cut(node.key.name, node, '');
    else if (body && UNUSED_FUNCTIONS[file]?.includes(body.name))
      cut(body.name, body, `{ throw Error('trimThree'); }`);
    else if (body && EMPTY_FUNCTIONS[file]?.includes(body.name)) cut(body.name, body, '{}');
    else if (UNUSED_VALUES[file]?.includes(value)) cut(value, node.value ?? node.init, '{}');
    else for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(code).body);
  return cuts.reduceRight(
    (text, [from, to, into]) => text.slice(0, from) + into + text.slice(to),
    code,
  );
}

/** Returns the listed files and names that three.js does not have, such as after an update. */
export function findUnmatchedNames() {
  const [source] = FOLDERS;
  const cutIn = (path, file, cut = new Set()) => {
    withoutFunctions(readFileSync(path, 'utf8'), file, (name) => cut.add(name));
    return cut;
  };
  const missing = [...Object.keys(STUBS), CHUNK_TABLE].filter(
    (file) => !existsSync(join(source, file)),
  );
  for (const list of [UNUSED_FUNCTIONS, EMPTY_FUNCTIONS, UNUSED_VALUES])
    for (const [file, names] of Object.entries(list)) {
      const path = join(source, file);
      const cut = existsSync(path) ? cutIn(path, file) : new Set();
      missing.push(...names.filter((name) => !cut.has(name)).map((name) => `${file}: ${name}`));
    }
  const cut = new Set();
  for (const folder of FOLDERS)
    for (const file of readdirSync(folder, { recursive: true }))
      if (file.endsWith('.js')) cutIn(join(folder, file), file, cut);
  return [...missing, ...UNUSED_METHODS.filter((name) => !cut.has(name))];
}

/** Name and body of `function name() {}` and `this.name = function () {}`; otherwise null. */
function functionNamed(node) {
  if (node.type === 'FunctionDeclaration') return { name: node.id.name, ...rangeOf(node.body) };
  const { left, right } = node.type === 'AssignmentExpression' ? node : {};
  if (left?.object?.type !== 'ThisExpression' || right.type !== 'FunctionExpression') return null;
  return { name: left.property.name, ...rangeOf(right.body) };
}

const rangeOf = ({ start, end }) => ({ start, end });

const trimmed = (code) => code.replace(GLSL, (_, shader) => JSON.stringify(trimShader(shader)));

/** Names of the chunks that the used shaders include. */
function usedChunks() {
  const shaders = join(THREE, 'src/renderers/shaders');
  const found = new Set();
  const take = (file) => {
    for (const [, name] of trimmed(readFileSync(file, 'utf8'))
      .replaceAll('\\n', '\n')
      .matchAll(INCLUDE)) {
      if (found.has(name)) continue;
      found.add(name);
      take(join(shaders, 'ShaderChunk', `${name}.glsl.js`));
    }
  };
  for (const name of USED_SHADERS) take(join(shaders, 'ShaderLib', `${name}.glsl.js`));
  take(join(THREE, 'examples/jsm/lines/LineMaterial.js'));
  for (const name of USED_CHUNKS) found.add(name);
  return found;
}

/** Removes comments, and code that is only compiled with unused macros. */
export function trimShader(shader) {
  const lines = shader
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
  const kept = [];
  /** Per open conditional: whether its code is kept, and whether its directives are. */
  const open = [];
  const isKept = () => open.every(({ keeps }) => keeps);
  for (const line of lines) {
    const [, directive, condition] =
      /^#\s*(ifdef|ifndef|if|elif|else|endif)\b(.*)$/.exec(line) ?? [];
    if (!directive) {
      if (isKept()) kept.push(line);
    } else if (directive.startsWith('if')) {
      const value = conditionValue(directive, condition);
      const outer = isKept();
      open.push({ keeps: value !== false, written: value === null, taken: value === true });
      if (outer && value === null) kept.push(line);
    } else {
      const top = open.pop();
      const outer = isKept();
      if (directive === 'endif') {
        if (outer && top.written) kept.push(line);
      } else {
        const value = directive === 'else' ? null : conditionValue('if', condition);
        const keeps = !top.taken && value !== false;
        // The first branch that may be compiled begins the conditional.
        const begins = keeps && !top.written;
        const isAlways = begins && directive === 'else';
        if (outer && keeps && !isAlways) kept.push(begins ? `#if${condition}` : line);
        open.push({
          keeps,
          written: top.written || (begins && !isAlways),
          taken: top.taken || value === true,
        });
      }
    }
  }
  return kept.join('\n');
}

/** Returns true or false if unused macros decide a condition, otherwise null. */
function conditionValue(directive, condition) {
  const name = condition.trim();
  if (directive === 'ifdef') return UNUSED_MACROS.test(name) ? false : null;
  if (directive === 'ifndef') return UNUSED_MACROS.test(name) ? true : null;
  const words = name
    .replace(/defined\s*\(?\s*(\w+)\s*\)?/g, (_, macro) => (UNUSED_MACROS.test(macro) ? '0' : '?'))
    .replace(UNUSED_COUNTS, '0')
    .replace(/\b0 > 0\b/g, '0');
  return orValue(words.match(/\|\||&&|[()!?]|[^|&()!?\s]+/g) ?? []);
}

// Recursive descent over the words, with null for unknown.
function orValue(words) {
  let value = andValue(words);
  while (words[0] === '||') {
    words.shift();
    const next = andValue(words);
    value =
      value === true || next === true ? true : value === false && next === false ? false : null;
  }
  return value;
}

function andValue(words) {
  let value = notValue(words);
  while (words[0] === '&&') {
    words.shift();
    const next = notValue(words);
    value =
      value === false || next === false ? false : value === true && next === true ? true : null;
  }
  return value;
}

function notValue(words) {
  const word = words.shift();
  if (word === '!') {
    const value = notValue(words);
    return value === null ? null : !value;
  }
  if (word === '(') {
    const value = orValue(words);
    while (words.length > 0 && words.shift() !== ')');
    return value;
  }
  let value = word === '0' ? false : null;
  // A comparison of other numbers is unknown.
  while (words.length > 0 && !['||', '&&', ')'].includes(words[0])) {
    words.shift();
    value = null;
  }
  return value;
}
