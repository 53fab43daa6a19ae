/**
 * Finds where and why a text is not JSON, because the browsers report this differently, or not at
 * all.
 */
import { quoteInOneLine } from './checks/words.ts';

export interface JsonMistake {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

export function findJsonMistake(text: string): JsonMistake {
  const scanner = new Scanner(text);
  const reason = scanner.scan() ?? 'cannot be read';
  const before = text.slice(0, scanner.offset);
  const line = before.split('\n').length;
  return { line, column: scanner.offset - before.lastIndexOf('\n'), reason };
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in a string
const CHARACTERS = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/y;
const SPACE = /[ \t\n\r]*/y;

/** Scans JSON without recursion, so that deep nesting cannot overflow the stack. */
class Scanner {
  offset = 0;
  private readonly open: string[] = [];

  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the first mistake, with `offset` at its position; null if the text is JSON. */
  scan(): string | null {
    for (;;) {
      const fault = this.value();
      if (fault !== null) return fault;
      const end = this.afterValue();
      if (end !== 'more') return end;
    }
  }

  private value(): string | null {
    for (;;) {
      const c = this.peek();
      if (c === '{' || c === '[') {
        this.offset++;
        const close = c === '{' ? '}' : ']';
        if (this.peek() === close) return this.advance();
        this.open.push(c);
        const fault = c === '{' ? this.key() : null;
        if (fault !== null) return fault;
      } else return this.scalar(c);
    }
  }

  private scalar(c: string): string | null {
    if (c === '"') return this.string();
    for (const word of ['true', 'false', 'null']) if (this.skip(word)) return null;
    if (this.match(NUMBER) > 0) return null;
    if (c === '') return 'unexpected end of text; expected a value';
    return `expected a value; got ${this.describeNext()}`;
  }

  private afterValue(): string | null {
    for (;;) {
      const c = this.peek();
      const inside = this.open.at(-1);
      if (inside === undefined)
        return c === '' ? null : `unexpected ${this.describeNext()} after the end`;
      const close = inside === '{' ? '}' : ']';
      if (c === ',') {
        this.offset++;
        return (inside === '{' ? this.key() : null) ?? 'more';
      }
      if (c !== close) {
        return c === ''
          ? `unexpected end of text; expected '${close}'`
          : `expected ',' or '${close}'; got ${this.describeNext()}`;
      }
      this.offset++;
      this.open.pop();
    }
  }

  private key(): string | null {
    if (this.peek() !== '"') return `expected a key in double quotes; got ${this.describeNext()}`;
    const fault = this.string();
    if (fault !== null) return fault;
    return this.peek() === ':' ? this.advance() : `expected ':'; got ${this.describeNext()}`;
  }

  private string(): string | null {
    this.offset++;
    this.match(CHARACTERS);
    const c = this.text[this.offset];
    if (c === '"') return this.advance();
    if (c === '\\') return 'invalid escape sequence';
    return c === undefined ? 'unterminated string' : 'a string must not contain a line break';
  }

  private advance(): null {
    this.offset++;
    return null;
  }

  private peek(): string {
    this.match(SPACE);
    return this.text[this.offset] ?? '';
  }

  private skip(word: string): boolean {
    if (!this.text.startsWith(word, this.offset)) return false;
    this.offset += word.length;
    return true;
  }

  private match(pattern: RegExp): number {
    pattern.lastIndex = this.offset;
    const length = pattern.exec(this.text)?.[0].length ?? 0;
    this.offset += length;
    return length;
  }

  private describeNext(): string {
    const c = this.text.codePointAt(this.offset);
    return c === undefined ? 'the end' : quoteInOneLine(String.fromCodePoint(c));
  }
}
