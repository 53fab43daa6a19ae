import type { CallArgument, CodeExpression, SourceSpan } from './codeTree.ts';
import type { CodeLanguage, CodeToken, CodeTokens } from './tokenizeCode.ts';

export class UnsupportedSyntaxError extends Error {}

const MAX_DEPTH = 60; // Maximum nesting of expressions.
const MAX_CHAIN = 200; // Maximum number of operators or members in a row.
const COMPARISONS = ['==', '~=', '!=', '<=', '>=', '<', '>', 'is', 'in', 'not'];
const PRODUCTS = ['*', '/', '.*', './', '@', '//', '%'];
/** Power operators by language; `^` means bits in Python and C. */
const POWERS: Readonly<Record<CodeLanguage, readonly string[]>> = {
  python: ['**'],
  matlab: ['^', '.^', '**'],
  c: [],
};
const NOT_MARKS: Readonly<Record<CodeLanguage, readonly string[]>> = {
  python: [],
  matlab: ['~', '!'],
  c: ['!'],
};
const KEYWORDS = new Set(['for', 'if', 'else', 'in', 'and', 'or', 'not', 'is', 'lambda']);

export class CodeExpressionParser {
  protected readonly tokens: readonly CodeToken[];
  protected readonly language: CodeTokens['language'];
  protected readonly code: string;
  protected index = 0;
  /** True while blanks separate list elements, as inside brackets of MATLAB. */
  #blanks = false;
  #depth = 0;

  constructor({ code, language, tokens }: CodeTokens) {
    this.code = code;
    this.language = language;
    this.tokens = tokens;
  }

  protected get token(): CodeToken | undefined {
    return this.tokens[this.index];
  }

  protected is(...texts: string[]): boolean {
    const { token } = this;
    return token !== undefined && token.kind !== 'text' && texts.includes(token.text);
  }

  protected take(...texts: string[]): boolean {
    if (!this.is(...texts)) return false;
    this.index++;
    return true;
  }

  protected expect(text: string): void {
    if (!this.take(text)) throw new UnsupportedSyntaxError();
  }

  protected parseName(): string {
    const { token } = this;
    if (token?.kind !== 'name') throw new UnsupportedSyntaxError();
    this.index++;
    return token.text;
  }

  protected parseExpression(): CodeExpression {
    return this.#parseNested(() => this.#parseChoice());
  }

  #parseNested(inner: () => CodeExpression): CodeExpression {
    if (++this.#depth > MAX_DEPTH) throw new UnsupportedSyntaxError();
    const value = inner();
    this.#depth--;
    return value;
  }

  protected resetDepth(): void {
    this.#depth = 0;
    this.#blanks = false;
  }

  protected parseTuple(): CodeExpression {
    const start = this.index;
    const first = this.parseExpression();
    if (!this.is(',')) return first;
    const items = [first];
    while (this.take(',')) {
      if (!this.token || this.token.kind === 'line' || this.is('=', ')', ']', ';')) break;
      items.push(this.parseExpression());
    }
    return { kind: 'list', rows: [items], matrix: false, ...this.getSpan(start) };
  }

  protected getSpan(start: number): SourceSpan {
    const first = this.tokens[start];
    const last = this.tokens[Math.max(start, this.index - 1)];
    return { line: first?.line ?? 1, from: first?.from ?? 0, to: last?.to ?? 0 };
  }

  #parseChoice(): CodeExpression {
    const start = this.index;
    if (this.language === 'python' && this.take('lambda')) return this.#parseLambda(start, ':');
    const value = this.#parseOr();
    if (this.language === 'python' && this.take('if')) {
      const condition = this.#parseOr();
      this.expect('else');
      const whenFalse = this.parseExpression();
      return { kind: 'choice', condition, whenTrue: value, whenFalse, ...this.getSpan(start) };
    }
    if (this.language !== 'c' || !this.take('?')) return value;
    const whenTrue = this.parseExpression();
    this.expect(':');
    const whenFalse = this.parseExpression();
    return { kind: 'choice', condition: value, whenTrue, whenFalse, ...this.getSpan(start) };
  }

  #parseLambda(start: number, end: string): CodeExpression {
    const params: string[] = [];
    while (!this.take(end)) {
      params.push(this.parseName());
      this.take(',');
    }
    return { kind: 'function', params, body: this.parseExpression(), ...this.getSpan(start) };
  }

  #parseLeftGrouped(marks: readonly string[], inner: () => CodeExpression): CodeExpression {
    const start = this.index;
    let left = inner();
    for (let count = 0; this.is(...marks) && !this.#isSeparatingSign(); count++) {
      if (count > MAX_CHAIN) throw new UnsupportedSyntaxError();
      const mark = this.tokens[this.index++]?.text ?? '';
      const negated = mark === 'is' || mark === 'not' ? this.take('not', 'in') : false;
      const right = inner();
      left = {
        kind: 'binary',
        mark: negated ? `${mark} not` : mark,
        left,
        right,
        ...this.getSpan(start),
      };
    }
    return left;
  }

  #isSeparatingSign(): boolean {
    const next = this.tokens[this.index + 1];
    return this.#blanks && this.is('+', '-') && this.token?.spaced === true && !next?.spaced;
  }

  #parseOr(): CodeExpression {
    return this.#parseLeftGrouped(['or', '||', '|'], () =>
      this.#parseLeftGrouped(['and', '&&', '&'], () => this.#parseNot()),
    );
  }

  #parseNot(): CodeExpression {
    const start = this.index;
    if (this.is('not')) {
      this.index++;
      const of = this.#parseNested(() => this.#parseNot());
      return { kind: 'unary', mark: 'not', of, ...this.getSpan(start) };
    }
    // A comparison of C may also be the bracket of a template.
    return this.#parseLeftGrouped(COMPARISONS, () => this.#parseRange());
  }

  #parseRange(): CodeExpression {
    const start = this.index;
    const first = this.#parseSum();
    if (this.language !== 'matlab' || !this.is(':')) return first;
    const ends: CodeExpression[] = [first];
    while (this.take(':')) ends.push(this.#parseSum());
    return { kind: 'range', ends, ...this.getSpan(start) };
  }

  #parseSum(): CodeExpression {
    return this.#parseLeftGrouped(['+', '-'], () =>
      this.#parseLeftGrouped(PRODUCTS, () => this.#parseSigned()),
    );
  }

  #parseSigned(): CodeExpression {
    const start = this.index;
    const isNot = this.is(...NOT_MARKS[this.language]);
    if (!isNot && !this.is('+', '-')) return this.#parsePower();
    const mark = this.tokens[this.index++]?.text ?? '';
    const of = this.#parseNested(() => this.#parseSigned());
    return { kind: 'unary', mark: isNot ? 'not' : mark, of, ...this.getSpan(start) };
  }

  #parsePower(): CodeExpression {
    const start = this.index;
    const base = this.#parsePostfix();
    if (!this.take(...POWERS[this.language])) return base;
    const right = this.#parseNested(() => this.#parseSigned());
    return { kind: 'binary', mark: '^', left: base, right, ...this.getSpan(start) };
  }

  #parsePostfix(): CodeExpression {
    const start = this.index;
    let of = this.#parsePrimary();
    for (let count = 0; ; count++) {
      if (count > MAX_CHAIN) throw new UnsupportedSyntaxError();
      const parts = this.#blanks && this.token?.spaced === true;
      if (parts) return of;
      if (this.take('('))
        of = { kind: 'call', of, args: this.#parseArguments(')'), ...this.getSpan(start) };
      else if (this.language !== 'matlab' && this.take('['))
        of = { kind: 'index', of, args: this.#parseArguments(']'), ...this.getSpan(start) };
      else if (this.language === 'matlab' && this.#isCell()) {
        this.index++;
        of = { kind: 'index', of, args: this.#parseArguments('}'), ...this.getSpan(start) };
      } else if (
        this.language === 'c' &&
        of.kind === 'name' &&
        this.is('{') &&
        !this.token?.spaced
      ) {
        this.index++;
        of = { kind: 'call', of, args: this.#parseArguments('}'), ...this.getSpan(start) };
      } else if (this.take("'", ".'"))
        of = { kind: 'member', of, name: "'", ...this.getSpan(start) };
      else if (this.is('.') && this.tokens[this.index + 1]?.kind === 'name') {
        this.index++;
        of = { kind: 'member', of, name: this.parseName(), ...this.getSpan(start) };
      } else return of;
    }
  }

  #isCell(): boolean {
    return this.is('{') && this.token?.spaced !== true;
  }

  #parseArguments(end: string): CallArgument[] {
    const blanks = this.#blanks;
    this.#blanks = false;
    const args: CallArgument[] = [];
    this.#skipLines();
    while (!this.take(end)) {
      args.push(this.#parseArgument(end));
      this.#skipLines();
      if (!this.take(',') && !this.is(end)) throw new UnsupportedSyntaxError();
      this.#skipLines();
    }
    this.#blanks = blanks;
    return args;
  }

  #parseArgument(end: string): CallArgument {
    const start = this.index;
    if (this.language === 'python' && this.is('*', '**'))
      return { name: null, value: this.#parseStarred(start) };
    const [first, next] = [this.token, this.tokens[this.index + 1]];
    if (this.language === 'c' && this.is('.') && next?.kind === 'name') this.index++;
    const named = this.token?.kind === 'name' && this.tokens[this.index + 1]?.text === '=';
    if (named && first) {
      const name = this.parseName();
      this.index++;
      return { name, value: this.parseExpression() };
    }
    if (this.is(':')) return { name: null, value: this.#parseSlice(null, start) };
    const value = this.parseExpression();
    if (this.language === 'python' && this.is(':') && end === ']')
      return { name: null, value: this.#parseSlice(value, start) };
    if (this.language === 'python' && this.is('for'))
      return { name: null, value: this.#parseComprehension(value, start) };
    return { name: null, value };
  }

  #parseStarred(start: number): CodeExpression {
    const mark = this.tokens[this.index++]?.text ?? '';
    return { kind: 'unary', mark, of: this.#parseOr(), ...this.getSpan(start) };
  }

  #parseSlice(first: CodeExpression | null, start: number): CodeExpression {
    const ends: (CodeExpression | null)[] = [first];
    while (this.take(':')) ends.push(this.is(':', ',', ']', ')') ? null : this.parseExpression());
    return { kind: 'range', ends, ...this.getSpan(start) };
  }

  #parseComprehension(item: CodeExpression, start: number): CodeExpression {
    this.expect('for');
    const target = this.parseTarget();
    this.expect('in');
    const over = this.#parseOr();
    return { kind: 'each', item, target, over, ...this.getSpan(start) };
  }

  protected parseTarget(): CodeExpression {
    const start = this.index;
    const one = (): CodeExpression => {
      if (!this.is('(', '[')) return this.#parsePostfix();
      this.index++;
      const inner = this.#parseNested(() => this.parseTarget());
      if (!this.take(')', ']')) throw new UnsupportedSyntaxError();
      return inner;
    };
    const items = [one()];
    while (this.take(',')) if (!this.is('in', ')')) items.push(one());
    const [only] = items;
    if (items.length === 1 && only) return only;
    return { kind: 'list', rows: [items], matrix: false, ...this.getSpan(start) };
  }

  #parsePrimary(): CodeExpression {
    const start = this.index;
    const { token } = this;
    if (!token || token.kind === 'line') throw new UnsupportedSyntaxError();
    if (token.kind === 'name' && KEYWORDS.has(token.text) && this.language === 'python')
      throw new UnsupportedSyntaxError();
    this.index++;
    if (token.kind === 'number')
      return {
        ...{
          kind: 'number',
          value: this.#parseNumber(token.text),
          isReal: /[.e]/i.test(token.text),
        },
        ...this.getSpan(start),
      };
    if (token.kind === 'name') return { kind: 'name', name: token.text, ...this.getSpan(start) };
    if (token.kind === 'text') {
      while (this.language !== 'matlab' && this.token?.kind === 'text') this.index++;
      return { kind: 'text', text: token.text, ...this.getSpan(start) };
    }
    if (token.text === '(') return this.#parseGroup(start);
    if (token.text === '[') return this.#parseList(']', start);
    if (token.text === '{') return this.#parseList('}', start);
    if (token.text === '@' && this.language === 'matlab') return this.#parseHandle(start);
    throw new UnsupportedSyntaxError();
  }

  #parseNumber(text: string): number {
    const isOctal = this.language === 'c' && /^0[0-7]+$/.test(text);
    return isOctal ? Number.parseInt(text, 8) : Number(text);
  }

  #parseHandle(start: number): CodeExpression {
    if (this.take('(')) return this.#parseLambda(start, ')');
    return { kind: 'name', name: this.parseName(), ...this.getSpan(start) };
  }

  #parseGroup(start: number): CodeExpression {
    const blanks = this.#blanks;
    this.#blanks = false;
    this.#skipLines();
    if (this.take(')')) {
      this.#blanks = blanks;
      return { kind: 'list', rows: [[]], matrix: false, ...this.getSpan(start) };
    }
    const item = this.parseTuple();
    const value =
      this.language === 'python' && this.is('for') ? this.#parseComprehension(item, start) : item;
    this.#skipLines();
    this.expect(')');
    this.#blanks = blanks;
    // The parentheses belong to its text.
    return { ...value, ...this.getSpan(start) };
  }

  #skipLines(): void {
    while (this.token?.kind === 'line') this.index++;
  }

  #parseList(end: string, start: number): CodeExpression {
    if (this.language === 'matlab') return this.#parseMatrix(end, start);
    const items: CodeExpression[] = [];
    const entries: (readonly [CodeExpression, CodeExpression])[] = [];
    while (!this.take(end)) {
      const from = this.index;
      if (this.language === 'python' && this.is('*', '**')) items.push(this.#parseStarred(from));
      else if (this.language === 'c' && this.take('.')) {
        const spot = this.getSpan(this.index);
        const key: CodeExpression = { kind: 'text', text: this.parseName(), ...spot };
        this.expect('=');
        entries.push([key, this.parseExpression()]);
      } else {
        const item = this.parseExpression();
        if (end === '}' && this.take(':')) entries.push([item, this.parseExpression()]);
        else if (this.language === 'python' && this.is('for'))
          items.push(this.#parseComprehension(item, from));
        else items.push(item);
      }
      if (!this.take(',') && !this.is(end)) throw new UnsupportedSyntaxError();
    }
    if (entries.length > 0) return { kind: 'dict', entries, ...this.getSpan(start) };
    const [only] = items;
    if (items.length === 1 && only?.kind === 'each') return { ...only, ...this.getSpan(start) };
    return { kind: 'list', rows: [items], matrix: false, ...this.getSpan(start) };
  }

  #parseMatrix(end: string, start: number): CodeExpression {
    const blanks = this.#blanks;
    this.#blanks = true;
    const rows: CodeExpression[][] = [[]];
    while (!this.take(end)) {
      if (this.take(';') || this.token?.kind === 'line') {
        if (this.token?.kind === 'line') this.index++;
        if (rows.at(-1)?.length !== 0) rows.push([]);
      } else if (!this.take(',')) rows.at(-1)?.push(this.parseExpression());
    }
    this.#blanks = blanks;
    if (rows.length > 1 && rows.at(-1)?.length === 0) rows.pop();
    return { kind: 'list', rows, matrix: true, ...this.getSpan(start) };
  }
}
