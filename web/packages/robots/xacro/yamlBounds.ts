/** Rejects YAML that is too large or too deep, before values are created. */
import { CST, Lexer, Parser } from 'yaml';
import { PythonError } from './pythonValues.ts';

/** Tokens; about five per value. */
const MAX_TOKENS = 500_000;
/** Maximum nesting of lists and dicts, because their reader is recursive. */
const MAX_NESTING = 100;

export function checkYamlBounds(text: string): void {
  let words = 0;
  let open = 0;
  for (const word of new Lexer().lex(text)) {
    if (++words > MAX_TOKENS) throw new PythonError(`more than ${MAX_TOKENS} tokens in the YAML`);
    if (word === '[' || word === '{') open++;
    else if (word === ']' || word === '}') open--;
    if (open > MAX_NESTING) throw makeDepthError();
  }
  // Only the parser knows the nesting of indented values.
  const pending: [unknown, number][] = [...new Parser().parse(text)].map((token) => [token, 0]);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [token, depth] = next;
    if (depth > MAX_NESTING) throw makeDepthError();
    for (const below of listParts(token as CST.Token)) pending.push([below, depth + 1]);
  }
}

const makeDepthError = () =>
  new PythonError(`more than ${MAX_NESTING} levels of nested lists and dicts in the YAML`);

function listParts(token: CST.Token): readonly unknown[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!CST.isCollection(token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => !!part));
}
