/**
 * Three.js's shaders as this page needs them: comments, blank lines and indentation go, and so
 * does what nothing here asks for: three of the four bones of a vertex, too. A shader that asks for something left out does not compile,
 * and says what it was: take its name from the list below, or add the shader that it needs.
 */

/** Shaders by their names in Three.js that are kept, with all they include. */
const KEPT = ['meshphysical_vert', 'meshphysical_frag', 'meshbasic_vert', 'meshbasic_frag'];

/** Names that no shader of the page ever sees defined, or sees as 0. */
const ABSENT = `
  ALPHA_TO_COVERAGE DECODE_VIDEO_TEXTURE DECODE_VIDEO_TEXTURE_EMISSIVE DITHERING FOG_EXP2 IOR
  LAMBERT PHONG PHYSICAL TONE_MAPPING USE_ALPHAHASH USE_ANISOTROPY USE_ANISOTROPYMAP USE_BATCHING
  USE_BATCHING_COLOR USE_BUMPMAP USE_CLEARCOAT USE_CLEARCOATMAP USE_CLEARCOAT_NORMALMAP
  USE_CLEARCOAT_ROUGHNESSMAP USE_DIFFUSE_ROUGHNESS USE_DIFFUSE_ROUGHNESSMAP USE_DISPERSION
  USE_DISPLACEMENTMAP USE_ENVMAP USE_FOG USE_GRADIENTMAP USE_INSTANCING_MORPH USE_IRIDESCENCE
  USE_IRIDESCENCEMAP USE_IRIDESCENCE_THICKNESSMAP USE_LIGHTMAP USE_LIGHT_PROBES
  USE_LOGARITHMIC_DEPTH_BUFFER USE_MATCAP USE_MORPHCOLORS USE_MORPHNORMALS USE_MORPHTARGETS
  USE_PACKED_NORMALMAP USE_RETROREFLECTION USE_REVERSED_DEPTH_BUFFER USE_SHADOWMAP USE_SHEEN
  USE_SHEEN_COLORMAP USE_SHEEN_ROUGHNESSMAP USE_SPECULAR USE_SPECULARMAP USE_SPECULAR_COLORMAP
  USE_SPECULAR_INTENSITYMAP USE_THICKNESSMAP USE_TRANSMISSION USE_TRANSMISSIONMAP
  NUM_CLIPPING_PLANES NUM_LIGHT_PROBE_GRIDS NUM_POINT_LIGHTS NUM_RECT_AREA_LIGHTS NUM_SPOT_LIGHTS
  NUM_SPOT_LIGHT_COORDS NUM_SPOT_LIGHT_MAPS NUM_SUN_LIGHTS
  NUM_DIR_LIGHT_SHADOWS NUM_POINT_LIGHT_SHADOWS NUM_SPOT_LIGHT_SHADOWS NUM_SUN_LIGHT_SHADOWS
`.match(/\w+/g);

/** Without comments and needless space; directives keep their lines. */
export function lean(glsl) {
  const lines = [];
  let code = '';
  const flush = () => {
    const tight = code.replace(/\s+/g, ' ').replace(/ ?([{}()[\];,=*?:<>&|!]) ?/g, '$1');
    if (tight.trim()) lines.push(tight.trim());
    code = '';
  };
  for (const line of glsl.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ' ').split('\n')) {
    if (!line.trim().startsWith('#')) {
      code += ` ${line}`;
      continue;
    }
    flush();
    lines.push(line.trim().replace(/\s+/g, ' '));
  }
  flush();
  return lines.join('\n');
}

/**
 * True or false where a condition does not depend on anything but absent names, else null.
 * Without negations a condition can only grow with its parts: all true and all false bound it.
 */
function worth(condition, absent) {
  const bare = condition.replace(/defined ?\( ?(\w+) ?\)/g, '$1 > 0');
  if (/!|<|==/.test(bare)) return null;
  const grown = (unknown) => {
    const put = (_, name) => (absent.has(name) ? 'F' : unknown);
    const atoms = bare.replace(/(\w+) ?> ?0/g, put).replace(/\s/g, '');
    if (!/^[TF()&|]+$/.test(atoms)) return null;
    return reduce(atoms);
  };
  if (grown('T') === 'F') return false;
  return grown('F') === 'T' ? true : null;
}

/** Of T, F, parentheses, && and ||. */
function reduce(text) {
  for (;;) {
    const next = text
      .replace(/\(([TF])\)/g, '$1')
      .replace(/([TF])&&([TF])(?!&)/, (_, a, b) => (a === 'T' && b === 'T' ? 'T' : 'F'))
      .replace(/(?<!&)([TF])\|\|([TF])(?!&)/, (_, a, b) => (a === 'T' || b === 'T' ? 'T' : 'F'));
    if (next === text) return text;
    text = next;
  }
}

/** Without the branches that names which are never defined would open. */
export function pruned(glsl, absent = new Set(ABSENT)) {
  const lines = glsl.split('\n');
  let at = 0;
  const block = () => {
    const out = [];
    while (at < lines.length && !/^\s*#(else|elif|endif)/.test(lines[at])) {
      if (/^\s*#if/.test(lines[at])) out.push(...choice());
      else out.push(lines[at++]);
    }
    return out;
  };
  const choice = () => {
    const branches = [];
    do {
      const [, word, rest] = lines[at++].match(/^\s*#(\w+)\s*(.*?)\s*$/);
      const text = { ifdef: `defined( ${rest} )`, ifndef: `! defined( ${rest} )` }[word] ?? rest;
      branches.push({ text: word === 'else' ? null : text, body: block() });
    } while (!/^\s*#endif/.test(lines[at]));
    at++;
    return written(branches, absent);
  };
  return block().join('\n');
}

function written(branches, absent) {
  const left = [];
  for (const { text, body } of branches) {
    const known = text === null ? true : worth(text, absent);
    if (known === false) continue;
    left.push({ text: known ? null : text, body });
    if (known) break;
  }
  if (left.length === 0) return [];
  if (left[0].text === null) return left[0].body;
  const head = ({ text }, i) => (text === null ? '#else' : `#${i === 0 ? 'if' : 'elif'} ${text}`);
  const out = left.flatMap((branch, i) => [head(branch, i), ...branch.body]);
  return [...out, '#endif'];
}

/** Whatever has bones here moves with one at every vertex, and is bound where it is. */
const ONE_BONE = {
  skinbase_vertex: 'mat4 bone = getBoneMatrix(skinIndex.x);',
  skinnormal_vertex: 'objectNormal = mat3(bone) * objectNormal;',
  skinning_vertex: 'transformed = (bone * vec4(transformed, 1.)).xyz;',
  skinning_pars_vertex: `
    uniform highp sampler2D boneTexture;
    mat4 getBoneMatrix(const in float i) {
      int size = textureSize(boneTexture, 0).x, j = int(i) * 4;
      ivec2 at = ivec2(j % size, j / size), one = ivec2(1, 0);
      return mat4(texelFetch(boneTexture, at, 0), texelFetch(boneTexture, at + one, 0),
        texelFetch(boneTexture, at + 2 * one, 0), texelFetch(boneTexture, at + 3 * one, 0));
    }`,
};

const assignment = /^(const|var) ([\w$]+) = ("(?:[^"\\]|\\.)*");$/gm;
const includes = (glsl) => [...glsl.matchAll(/#include +<(\w+)>/g)].map(([, name]) => name);

/** Names of the shaders kept and of all they include. */
function reached(chunks, roots) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    if (!chunks.has(name)) throw new Error(`Three.js has no shader ${name} any more`);
    seen.add(name);
    includes(chunks.get(name)).forEach(visit);
  };
  roots.forEach(visit);
  return seen;
}

/** The text of three.module.js, `roots` being what is included besides the shaders kept. */
export function leanThree(code, roots) {
  const table = code.match(/^const ShaderChunk = \{([\s\S]*?)^\};/m);
  if (!table) throw new Error('Three.js keeps its shaders in another way now');
  const named = new Map(
    [...table[1].matchAll(/(\w+): ([\w$]+)/g)].map(([, name, variable]) => [variable, name]),
  );
  const chunks = new Map();
  for (const [, , variable, text] of code.matchAll(assignment)) {
    const name = named.get(variable);
    if (name !== undefined) chunks.set(name, boned(name) ?? pruned(JSON.parse(text)));
  }
  const kept = reached(chunks, [...KEPT, ...roots]);
  return code.replace(assignment, (all, word, variable) => {
    const name = named.get(variable);
    if (name === undefined) return all;
    const text = kept.has(name) ? lean(chunks.get(name)) : `#error left out: ${name}`;
    return `${word} ${variable} = ${JSON.stringify(name === 'common' ? guarded(text) : text)};`;
  });
}

const boned = (name) => ONE_BONE[name] && `#ifdef USE_SKINNING\n${ONE_BONE[name]}\n#endif`;

/** Every shader of Three.js includes `common`. */
const guarded = (text) =>
  ABSENT.map((name) => {
    const asks = name.startsWith('NUM_') ? `#if ${name} > 0` : `#ifdef ${name}`;
    return `${asks}\n#error left out: ${name}\n#endif\n`;
  }).join('') + text;

/** For the build of the page. */
export const shaders = () => ({
  name: 'iklab:shaders',
  transform: {
    filter: { id: /node_modules\/three\/(build\/three\.module|examples\/jsm\/lines\/\w+)\.js$/ },
    handler(code, id) {
      const changed = id.endsWith('three.module.js')
        ? leanThree(code, INCLUDED)
        : inTemplates(code);
      return { code: changed, map: null };
    },
  },
});

/** What the page's own shaders include, and what Three.js puts before every shader. */
const INCLUDED = ['colorspace_fragment', 'colorspace_pars_fragment'];

const inTemplates = (code) =>
  code.replace(
    /(\/\* glsl \*\/\s*`)([^`]*)`/g,
    (_, open, glsl) => `${open}${lean(pruned(glsl))}\``,
  );
