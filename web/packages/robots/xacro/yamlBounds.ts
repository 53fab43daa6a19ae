/** Rejects YAML that is too large or too deep, before values are created. */
import { CST, Lexer, Parser } from 'yaml';
import { PythonError } from './pythonValues.ts';

/** Tokens; about five per value. */
const MOST_WORDS = 500_000;
/** Maximum nesting of lists and dicts, because their reader is recursive. */
const DEEPEST = 100;

export function boundedYaml(text: string): void {
  let words = 0;
  let open = 0;
  for (const word of new Lexer().lex(text)) {
    if (++words > MOST_WORDS) throw new PythonError(`more than ${MOST_WORDS} tokens in the YAML`);
    if (word === '[' || word === '{') open++;
    else if (word === ']' || word === '}') open--;
    if (open > DEEPEST) throw tooDeep();
  }
  // Only the parser knows the nesting of indented values.
  const due: [unknown, number][] = [...new Parser().parse(text)].map((token) => [token, 0]);
  for (let next = due.pop(); next; next = due.pop()) {
    const [token, depth] = next;
    if (depth > DEEPEST) throw tooDeep();
    for (const below of partsOf(token as CST.Token)) due.push([below, depth + 1]);
  }
}

const tooDeep = () =>
  new PythonError(`more than ${DEEPEST} levels of nested lists and dicts in the YAML`);

function partsOf(token: CST.Token): readonly unknown[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!CST.isCollection(token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => !!part));
}
