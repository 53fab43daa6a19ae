/**
 * CodeMirror's commands and completions can ask a parser for a syntax tree. What is written here the
 * core reads alone, so that the parser would lie in the page unused, a tenth of the editor.
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

/** A plugin that puts nothing in the place of the parser; what asks for a tree all the same, fails. */
export const noLanguage = () => ({
  name: 'no-language',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => (id === ASKED_FOR ? STANDS_IN : null),
  load: (id) =>
    id === STANDS_IN ? NAMES.map((name) => `export const ${name} = null;`).join('\n') : null,
});
