/** engine/protocol.ts: what page and module must agree upon, as the module tells it. */

const WIDE = 100; // columns

/** `LimitPolicy`, `maxPanels`: LIMIT_POLICY, MAX_PANELS. */
const constant = (name) => name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase();
const plural = (name) => (name.endsWith('Y') ? `${name.slice(0, -1)}IES` : `${name}S`);
const capital = (name) => name[0].toUpperCase() + name.slice(1);

function list(name, words) {
  const quoted = words.map((word) => `'${word}'`);
  const line = `export const ${name} = [${quoted.join(', ')}] as const;`;
  if (line.length <= WIDE) return line;
  return `export const ${name} = [\n${quoted.map((word) => `  ${word},\n`).join('')}] as const;`;
}

const words = ([name, each]) => {
  const all = plural(constant(name));
  return `${list(all, each)}\nexport type ${name} = (typeof ${all})[number];`;
};

const fields = ([name, each]) => {
  const rows = each.map((field, at) => `  ${field}: ${at},\n`).join('');
  const type = `export type ${capital(name)}Field = keyof typeof ${constant(name)};`;
  return `export const ${constant(name)} = {\n${rows}} as const;\n${type}`;
};

function solveDefaults(defaults) {
  const rows = Object.entries(defaults).map(([field, value]) => `  ${field}: ${Number(value)},\n`);
  return `export const SOLVE_DEFAULTS = {\n${rows.join('')}} as const;`;
}

/** As Biome formats it. */
export function protocolText(protocol) {
  const parts = [
    '/** Written by web/setup/module.mjs, as wasm/src/iklab/lab/protocol.cpp tells it; not by hand. */',
    '// the words of the enums: the module knows each by its place',
    ...Object.entries(protocol.words).map(words),
    '// what stands where in the rows of the buffers',
    ...Object.entries(protocol.fields).map(fields),
    Object.entries(protocol.numbers)
      .map(([name, number]) => `export const ${constant(name)} = ${number};`)
      .join('\n'),
    '// the rules of a solve that names none',
    solveDefaults(protocol.solveDefaults),
  ];
  return `${parts.join('\n\n')}\n`;
}
