/**
 * Replaces the parser that CodeMirror's commands and completions can use. Our editor needs no
 * parser.
 */

const ASKED_FOR = '@codemirror/language';
const STANDS_IN = '\0no-language';
const NAMES = [
  'IndentContext',
  'getIndentUnit',
  'getIndentation',
  'indentString',
  'indentUnit',
  'matchBrackets',
  'syntaxTree',
];

/** Code that requests a syntax tree fails. */
export const stubLanguage = () => ({
  name: 'no-language',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => (id === ASKED_FOR ? STANDS_IN : null),
  load: (id) =>
    id === STANDS_IN ? NAMES.map((name) => `export const ${name} = null;`).join('\n') : null,
});
