import { PythonError } from './pythonValues.ts';

export type PythonToken =
  | { readonly kind: 'name' | 'operator' | 'string' | 'end'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly value: bigint | number };

const KEYWORDS = new Set(
  `and or not in is if else for lambda None True False pass import def class return while with as
  assert async await break continue del elif except finally from global nonlocal raise try yield`.split(
    /\s+/,
  ),
);

export const isPythonKeyword = (name: string): boolean => KEYWORDS.has(name);

const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/u.source;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/u.source;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/u.source;
/** Pattern of Python operators; it includes unsupported ones, so that errors can name them. */
const OPERATOR = /\*\*|\/\/|<<|>>|<=|>=|==|!=|:=|[-+*/%@&|^~<>()[\]{},:.=]/u.source;
const TOKEN = new RegExp(`\\s*(?:(${STRING})|(${NUMBER})|(${NAME})|(${OPERATOR})|$)`, 'suy');

export function tokenizePython(source: string): PythonToken[] {
  const tokens: PythonToken[] = [];
  for (let offset = 0; ; offset = TOKEN.lastIndex) {
    TOKEN.lastIndex = offset;
    const match = TOKEN.exec(source);
    if (match === null) throw makeTokenError(source.slice(offset).trimStart());
    const [, string, number, name, operator] = match;
    if (string !== undefined)
      tokens.push({ kind: 'string', text: unescapeString(string.slice(1, -1)) });
    else if (number !== undefined)
      tokens.push({ kind: 'number', text: number, value: parseNumber(number) });
    else if (name !== undefined)
      tokens.push({ kind: isPythonKeyword(name) ? 'operator' : 'name', text: name });
    else if (operator !== undefined) tokens.push({ kind: 'operator', text: operator });
    else return [...tokens, { kind: 'end', text: 'end of expression' }];
  }
}

function makeTokenError(rest: string): PythonError {
  const letter = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  if (/['"]/.test(letter)) return new PythonError(`a string without its closing ${letter}`);
  return new PythonError(`unexpected character ${JSON.stringify(letter)}`);
}

function parseNumber(digits: string): bigint | number {
  if (!/^\d+$/.test(digits)) return Number(digits);
  if (digits.length > 1000)
    throw new PythonError(`a number of ${digits.length} digits; the maximum is 1000`);
  return BigInt(digits);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

const unescapeString = (text: string) =>
  text.replace(/\\(.)/gs, (whole, letter: string) => {
    if (/[0-7abfvxuUN]/.test(letter))
      throw new PythonError(`the escape sequence ${whole} is not supported`);
    return ESCAPES[letter] ?? (/['"\\]/.test(letter) ? letter : whole);
  });
