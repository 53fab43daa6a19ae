/** The words of a Python expression. */
import { PythonError } from './pythonValues.ts';

export type Token =
  | { readonly kind: 'name' | 'operator' | 'string'; readonly text: string }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'end' };

const KEYWORDS = new Set(
  `and or not in is if else for lambda None True False pass import def class return while with as
  assert async await break continue del elif except finally from global nonlocal raise try yield`.split(
    /\s+/,
  ),
);

export const isKeyword = (name: string): boolean => KEYWORDS.has(name);

const NUMBER =
  /(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const OPERATOR = /\*\*|\/\/|<<|>>|<=|>=|==|!=|[-+*/%@&|^~<>()[\]{},:.=]/y;
const STRING = /([rRbBuU]?)('''|"""|'|")/y;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '0': '\0',
  '\n': '',
};

export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  for (;;) {
    at += match(/\s*/y)?.[0].length ?? 0;
    if (at >= source.length) return [...tokens, { kind: 'end' }];
    const quote = match(STRING);
    if (quote) {
      const { text, end } = stringAt(source, at + quote[0].length, quote[2] ?? "'", quote[1] ?? '');
      tokens.push({ kind: 'string', text });
      at = end;
      continue;
    }
    const number = match(NUMBER);
    const [token, length] = number
      ? [numberToken(number[0]), number[0].length]
      : wordToken(match(NAME)?.[0], match(OPERATOR)?.[0], source.slice(at));
    tokens.push(token);
    at += length;
  }
}

function wordToken(name: string | undefined, operator: string | undefined, rest: string) {
  if (name !== undefined) return [{ kind: 'name', text: name } as Token, name.length] as const;
  if (operator !== undefined)
    return [{ kind: 'operator', text: operator } as Token, operator.length] as const;
  throw new PythonError(
    'SyntaxError',
    `${JSON.stringify(String.fromCodePoint(rest.codePointAt(0) ?? 0))} belongs to no expression`,
  );
}

function numberToken(written: string): Token {
  const digits = written.replaceAll('_', '');
  if (/^0[xob]/i.test(digits) || /^\d+$/.test(digits)) {
    if (digits.length > 1000) throw new PythonError('SyntaxError', 'a number of over 1000 digits');
    return { kind: 'int', value: BigInt(digits.toLowerCase()) };
  }
  return { kind: 'float', value: Number(digits) };
}

function stringAt(source: string, start: number, quote: string, prefix: string) {
  const raw = prefix.toLowerCase() === 'r';
  let text = '';
  let at = start;
  while (!source.startsWith(quote, at)) {
    if (at >= source.length)
      throw new PythonError('SyntaxError', `a string without its last ${quote}`);
    if (source[at] !== '\\' || raw) {
      text += source[at++];
      continue;
    }
    const hex = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4}))/y;
    hex.lastIndex = at;
    const code = hex.exec(source);
    const next = source[at + 1] ?? '';
    if (code) text += String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '', 16));
    else text += Object.hasOwn(ESCAPES, next) ? ESCAPES[next] : `\\${next}`;
    at += code ? code[0].length : 2;
  }
  return { text, end: at + quote.length };
}
