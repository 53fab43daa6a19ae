/** Writes npm/methods.ts: a function for each built-in method and its parameters. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asProgram, root } from './tools.mjs';
import { withModule } from './typescript.mjs';

const WIDE = 100; // Columns.

/** `two-stage` becomes TwoStage, or twoStage. */
const capital = (id) => id.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
const camel = (id) => capital(id).replace(/^./, (letter) => letter.toLowerCase());

const number = (x) => (Math.abs(x) === 0 || Math.abs(x) >= 1e-5 ? String(x) : x.toExponential());

function range({ scale, min, max, unit }) {
  const kind = { integer: 'A whole number from ', even: 'An even number from ' }[scale] ?? 'From ';
  return `${kind}${number(min)} to ${number(max)}${unit && ` ${unit}`}`;
}

function usual({ scale, initial, options }, fits) {
  if (scale === 'toggle') return `${initial !== 0} by default`;
  if (scale === 'choice' || scale === 'method') return `${options[initial]} by default`;
  return fits ? 'fits the robot by default' : `${number(initial)} by default`;
}

const bounded = ({ scale }) => !['toggle', 'choice', 'method'].includes(scale);

function type({ scale, options }) {
  if (scale === 'toggle') return 'boolean';
  if (scale === 'method') return 'Method';
  return scale === 'choice' ? options.map((option) => `'${option}'`) : 'number';
}

function comment(text, indent) {
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${indent} * ${last} ${word}`.length <= WIDE)
      lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  const one = `${indent}/** ${lines.join(' ')} */`;
  if (one.length <= WIDE) return one;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n');
}

const sentence = (text) => (/[.?!]$/.test(text) ? text : `${text}.`);

function field(param, fits) {
  const parts = bounded(param) ? [range(param), usual(param, fits)] : [usual(param)];
  const text = `${sentence(param.label)} ${param.help} ${sentence(parts.join('; '))}`;
  const kind = type(param);
  const head = `  readonly ${param.key}?:`;
  const line = `${head} ${Array.isArray(kind) ? kind.join(' | ') : kind};`;
  const broken = Array.isArray(kind) && line.length > WIDE;
  const told = broken ? `${head}\n${kind.map((each) => `    | ${each}`).join('\n')};` : line;
  return `${comment(text, '  ')}\n${told}`;
}

function method({ row: { id, fullName, summary, params }, fits }) {
  const text = comment(`${sentence(fullName)} ${summary}`, '');
  if (params.length === 0)
    return `${text}\nexport const ${camel(id)} = (): Method => method('${id}', {});`;
  const options = `${capital(id)}Options`;
  return [
    `${comment(`Parameters of \`${camel(id)}\`.`, '')}`,
    `export interface ${options} {\n${params.map((param, i) => field(param, fits[i])).join('\n')}\n}\n`,
    text,
    call(id, options),
  ].join('\n');
}

function call(id, options) {
  const head = `export const ${camel(id)} = (options: ${options} = {}): Method =>`;
  const line = `${head} method('${id}', options);`;
  return line.length <= WIDE ? line : `${head}\n  method('${id}', options);`;
}

/** `methods`: as described by testMethods.ts. */
export const methodsText = (methods) =>
  `${[
    "/** Written by web/setup/methodFunctions.mjs from the solver's table of methods; not by hand. */",
    "import { method } from './method.ts';\nimport type { Method } from './packageTypes.ts';",
    ...methods.map(method),
  ].join('\n\n')}\n`.replace('not by hand. */\n\nimport', 'not by hand. */\nimport');

export const methodsFile = join(root, 'web/npm/methods.ts');

asProgram(import.meta.url, async () => {
  const text = await withModule('npm/testMethods.ts', ({ describedMethods }) =>
    describedMethods().then(methodsText),
  );
  if (readFileSync(methodsFile, 'utf8') !== text) writeFileSync(methodsFile, text);
  console.log(`Wrote ${methodsFile}`);
});
