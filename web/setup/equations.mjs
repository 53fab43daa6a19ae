/** The equations of the method table as MathML, made when the page is built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import temml from 'temml';
import { root } from './tools.mjs';

/** Throws where the LaTeX has a mistake. */
export function mathml(latex) {
  const aligns = latex.includes('&') && !latex.includes('\\begin');
  const whole = aligns ? `\\begin{aligned}${latex}\\end{aligned}` : latex;
  const markup = temml.renderToString(whole, { displayMode: true, throwOnError: true });
  // the page's policy forbids inline styles; what they say of columns, a class does
  return markup
    .replaceAll(/class="([^"]*)" style="padding-left:1em;[^"]*"/g, 'class="$1 tml-gap"')
    .replaceAll(/ style="[^"]*"/g, '');
}

const NAME = 'virtual:equations';
const RESOLVED = `\0${NAME}`;

/** For Vite: a module whose default export is the equation of each method by its id. */
export function equations() {
  return {
    name: 'equations',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const wasm = join(root, 'web/engine/build/iklab.wasm');
      this.addWatchFile(wasm);
      const { equationsOf } = await import('../engine/equationsOf.mjs');
      const table = await equationsOf(readFileSync(wasm));
      const markup = Object.fromEntries(table.map(([method, latex]) => [method, mathml(latex)]));
      return `export default ${JSON.stringify(markup)};`;
    },
  };
}
