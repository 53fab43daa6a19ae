/** The equations of the methods' cards and of the closed form as MathML, converted when the page is built. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import temml from 'temml';
import { sources } from './layout.mjs';
import { root } from './tools.mjs';

/** Throws if the LaTeX is invalid. */
export function mathml(latex) {
  const aligns = latex.includes('&') && !latex.includes('\\begin');
  const whole = aligns ? `\\begin{aligned}${latex}\\end{aligned}` : latex;
  const markup = temml.renderToString(whole, { displayMode: true, throwOnError: true });
  // The page's policy forbids inline styles; a class replaces those of columns.
  return named(markup)
    .replaceAll(/class="([^"]*)" style="padding-left:1em;[^"]*"/g, 'class="$1 tml-gap"')
    .replaceAll(/ style="[^"]*"/g, '');
}

/** Marks symbols with `data-symbol`, for figures and controls. */
function named(markup) {
  const top = { children: [] };
  const open = [top];
  for (const [, end, tag, attributes, text] of markup.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) open.at(-1).children.push(text);
    else if (end) open.pop();
    else {
      const node = { tag, attributes, children: [] };
      open.at(-1).children.push(node);
      if (!attributes.endsWith('/')) open.push(node);
    }
  }
  const letters = lettersIn(top);
  letters.forEach((letter, i) => {
    // A difference sign belongs to the symbol after it.
    if (letter.symbol === 'Δ' && letters[i + 1]) {
      letter.symbol = `Δ${letters[i + 1].symbol}`;
      letters[i + 1].symbol = letter.symbol;
    }
    letter.node.attributes += ` data-symbol="${letter.symbol}"`;
  });
  return top.children.map(written).join('');
}

/** Returns the symbols below a node in reading order, without symbols in indices. */
const lettersIn = ({ children }) =>
  children.flatMap((node) => {
    if (typeof node === 'string') return [];
    const symbol = paramSymbol(node);
    return symbol === null ? lettersIn(node) : [{ node, symbol }];
  });

const SCRIPTS = ['msub', 'msubsup', 'msup'];

/**
 * Returns the symbol of a MathML node; null for none. sigma_i gives sigma, because i is a running
 * index; gamma_max stays.
 */
function paramSymbol(node) {
  const scripted = SCRIPTS.includes(node.tag);
  const base = scripted ? node.children[0] : node;
  const letter = base.tag === 'mi' ? textOf(base) : '';
  if (!/^\p{L}$/u.test(letter)) return null;
  const index = scripted && node.tag !== 'msup' ? textOf(node.children[1]) : '';
  return index.length < 2 ? letter : `${letter}_${index}`;
}

const textOf = (node) =>
  typeof node === 'string' ? node.replace(/\u2061/g, '') : node.children.map(textOf).join('');

const written = (node) =>
  typeof node === 'string'
    ? node
    : `<${node.tag}${node.attributes}>${node.children.map(written).join('')}${
        node.attributes.endsWith('/') ? '' : `</${node.tag}>`
      }`;

const METHODS = 'wasm/src/iklab/ik/methods';
const CLOSED_FORM = 'web/app/features/methods/closedForm/closedFormEquations.json';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Returns the LaTeX of the equations of the closed form by their ids. */
export const closedFormLatex = () => readJson(join(root, CLOSED_FORM));

/** For each module, its files, and the LaTeX of its equations by id, from their contents. */
const MODULES = {
  'virtual:equations': {
    files: () => sources(METHODS, '.json').filter((file) => dirname(file) !== METHODS),
    latex: (cards) => Object.fromEntries(cards.map(({ id, equation }) => [id, equation])),
  },
  'virtual:closed-form-equations': { files: () => [CLOSED_FORM], latex: ([all]) => all },
};

/**
 * Returns a Vite plugin: modules whose default export has equations by their ids, those of the
 * methods and those of the closed form.
 */
export function equations() {
  return {
    name: 'equations',
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    async load(id) {
      const module = MODULES[id.slice(1)];
      if (!id.startsWith('\0') || !module) return undefined;
      const files = module.files().map((file) => join(root, file));
      for (const file of files) this.addWatchFile(file);
      const latex = Object.entries(module.latex(files.map(readJson)));
      const markup = Object.fromEntries(latex.map(([key, text]) => [key, mathml(text)]));
      return `export default ${JSON.stringify(markup)};`;
    },
  };
}
