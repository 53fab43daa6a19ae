/** Parses the expressions of Python, MATLAB and C++ by one grammar. */
import type { Language, Token, Tokens } from './codeTokens.ts';
import type { Argument, Expression, Spot } from './codeTree.ts';

/** The code is not in the grammar. */
export class SyntaxStop extends Error {}

const DEEPEST = 60; // Maximum nesting of expressions.
const LONGEST = 200; // Maximum number of operators or members in a row.
const COMPARISONS = ['==', '~=', '!=', '<=', '>=', '<', '>', 'is', 'in', 'not'];
const PRODUCTS = ['*', '/', '.*', './', '@', '//', '%'];
/** Operators of powers; elsewhere `^` combines bits. */
const POWERS: Readonly<Record<Language, readonly string[]>> = {
  python: ['**'],
  matlab: ['^', '.^', '**'],
  c: [],
};
const NOTS: Readonly<Record<Language, readonly string[]>> = {
  python: [],
  matlab: ['~', '!'],
  c: ['!'],
};
const WORDS = new Set(['for', 'if', 'else', 'in', 'and', 'or', 'not', 'is', 'lambda']);

export class ExpressionParser {
  protected readonly tokens: readonly Token[];
  protected readonly language: Tokens['language'];
  protected readonly code: string;
  protected at = 0;
  /** Whether blanks separate elements, as inside brackets of MATLAB. */
  #blanks = false;
  #depth = 0;

  constructor({ code, language, tokens }: Tokens) {
    this.code = code;
    this.language = language;
    this.tokens = tokens;
  }

  protected get token(): Token | undefined {
    return this.tokens[this.at];
  }

  /** Whether the next token is this mark or word. */
  protected is(...texts: string[]): boolean {
    const { token } = this;
    return token !== undefined && token.kind !== 'text' && texts.includes(token.text);
  }

  protected take(...texts: string[]): boolean {
    if (!this.is(...texts)) return false;
    this.at++;
    return true;
  }

  protected expect(text: string): void {
    if (!this.take(text)) throw new SyntaxStop();
  }

  protected name(): string {
    const { token } = this;
    if (token?.kind !== 'name') throw new SyntaxStop();
    this.at++;
    return token.text;
  }

  protected expression(): Expression {
    return this.#deeper(() => this.#choice());
  }

  #deeper(inner: () => Expression): Expression {
    if (++this.#depth > DEEPEST) throw new SyntaxStop();
    const value = inner();
    this.#depth--;
    return value;
  }

  protected resetDepth(): void {
    this.#depth = 0;
    this.#blanks = false;
  }

  /** An expression, or several with commas as a list. */
  protected tuple(): Expression {
    const start = this.at;
    const first = this.expression();
    if (!this.is(',')) return first;
    const items = [first];
    while (this.take(',')) {
      if (!this.token || this.token.kind === 'line' || this.is('=', ')', ']', ';')) break;
      items.push(this.expression());
    }
    return { kind: 'list', rows: [items], matrix: false, ...this.spot(start) };
  }

  protected spot(start: number): Spot {
    const first = this.tokens[start];
    const last = this.tokens[Math.max(start, this.at - 1)];
    return { line: first?.line ?? 1, from: first?.from ?? 0, to: last?.to ?? 0 };
  }

  #choice(): Expression {
    const start = this.at;
    if (this.language === 'python' && this.take('lambda')) return this.#lambda(start, ':');
    const value = this.#either();
    if (this.language === 'python' && this.take('if')) {
      const condition = this.#either();
      this.expect('else');
      const whenFalse = this.expression();
      return { kind: 'choice', condition, whenTrue: value, whenFalse, ...this.spot(start) };
    }
    if (this.language !== 'c' || !this.take('?')) return value;
    const whenTrue = this.expression();
    this.expect(':');
    const whenFalse = this.expression();
    return { kind: 'choice', condition: value, whenTrue, whenFalse, ...this.spot(start) };
  }

  #lambda(start: number, end: string): Expression {
    const params: string[] = [];
    while (!this.take(end)) {
      params.push(this.name());
      this.take(',');
    }
    return { kind: 'function', params, body: this.expression(), ...this.spot(start) };
  }

  /** Operators of one precedence that group to the left. */
  #left(marks: readonly string[], inner: () => Expression): Expression {
    const start = this.at;
    let left = inner();
    for (let count = 0; this.is(...marks) && !this.#separates(); count++) {
      if (count > LONGEST) throw new SyntaxStop();
      const mark = this.tokens[this.at++]?.text ?? '';
      const negated = mark === 'is' || mark === 'not' ? this.take('not', 'in') : false;
      const right = inner();
      left = {
        kind: 'binary',
        mark: negated ? `${mark} not` : mark,
        left,
        right,
        ...this.spot(start),
      };
    }
    return left;
  }

  /** Whether a sign starts another element: `[1 -2]`. */
  #separates(): boolean {
    const next = this.tokens[this.at + 1];
    return this.#blanks && this.is('+', '-') && this.token?.spaced === true && !next?.spaced;
  }

  #either(): Expression {
    return this.#left(['or', '||', '|'], () => this.#left(['and', '&&', '&'], () => this.#not()));
  }

  #not(): Expression {
    const start = this.at;
    if (this.is('not')) {
      this.at++;
      const of = this.#deeper(() => this.#not());
      return { kind: 'unary', mark: 'not', of, ...this.spot(start) };
    }
    // A comparison of C may also be the bracket of a template.
    return this.#left(COMPARISONS, () => this.#range());
  }

  #range(): Expression {
    const start = this.at;
    const first = this.#sum();
    if (this.language !== 'matlab' || !this.is(':')) return first;
    const ends: Expression[] = [first];
    while (this.take(':')) ends.push(this.#sum());
    return { kind: 'range', ends, ...this.spot(start) };
  }

  #sum(): Expression {
    return this.#left(['+', '-'], () => this.#left(PRODUCTS, () => this.#signed()));
  }

  #signed(): Expression {
    const start = this.at;
    const isNot = this.is(...NOTS[this.language]);
    if (!isNot && !this.is('+', '-')) return this.#power();
    const mark = this.tokens[this.at++]?.text ?? '';
    const of = this.#deeper(() => this.#signed());
    return { kind: 'unary', mark: isNot ? 'not' : mark, of, ...this.spot(start) };
  }

  #power(): Expression {
    const start = this.at;
    const base = this.#postfix();
    if (!this.take(...POWERS[this.language])) return base;
    const right = this.#deeper(() => this.#signed());
    return { kind: 'binary', mark: '^', left: base, right, ...this.spot(start) };
  }

  #postfix(): Expression {
    const start = this.at;
    let of = this.#primary();
    for (let count = 0; ; count++) {
      if (count > LONGEST) throw new SyntaxStop();
      const parts = this.#blanks && this.token?.spaced === true;
      if (parts) return of;
      if (this.take('(')) of = { kind: 'call', of, args: this.#args(')'), ...this.spot(start) };
      else if (this.language !== 'matlab' && this.take('['))
        of = { kind: 'index', of, args: this.#args(']'), ...this.spot(start) };
      else if (this.language === 'matlab' && this.#isCell()) {
        this.at++;
        of = { kind: 'index', of, args: this.#args('}'), ...this.spot(start) };
      } else if (
        this.language === 'c' &&
        of.kind === 'name' &&
        this.is('{') &&
        !this.token?.spaced
      ) {
        this.at++;
        of = { kind: 'call', of, args: this.#args('}'), ...this.spot(start) };
      } else if (this.take("'", ".'")) of = { kind: 'member', of, name: "'", ...this.spot(start) };
      else if (this.is('.') && this.tokens[this.at + 1]?.kind === 'name') {
        this.at++;
        of = { kind: 'member', of, name: this.name(), ...this.spot(start) };
      } else return of;
    }
  }

  #isCell(): boolean {
    return this.is('{') && this.token?.spaced !== true;
  }

  #args(end: string): Argument[] {
    const blanks = this.#blanks;
    this.#blanks = false;
    const args: Argument[] = [];
    this.#skipLines();
    while (!this.take(end)) {
      args.push(this.#argument(end));
      this.#skipLines();
      if (!this.take(',') && !this.is(end)) throw new SyntaxStop();
      this.#skipLines();
    }
    this.#blanks = blanks;
    return args;
  }

  #argument(end: string): Argument {
    const start = this.at;
    if (this.language === 'python' && this.is('*', '**'))
      return { name: null, value: this.#starred(start) };
    const [first, next] = [this.token, this.tokens[this.at + 1]];
    if (this.language === 'c' && this.is('.') && next?.kind === 'name') this.at++;
    const named = this.token?.kind === 'name' && this.tokens[this.at + 1]?.text === '=';
    if (named && first) {
      const name = this.name();
      this.at++;
      return { name, value: this.expression() };
    }
    if (this.is(':')) return { name: null, value: this.#slice(null, start) };
    const value = this.expression();
    if (this.language === 'python' && this.is(':') && end === ']')
      return { name: null, value: this.#slice(value, start) };
    if (this.language === 'python' && this.is('for'))
      return { name: null, value: this.#each(value, start) };
    return { name: null, value };
  }

  /** `*list` or `**record`. */
  #starred(start: number): Expression {
    const mark = this.tokens[this.at++]?.text ?? '';
    return { kind: 'unary', mark, of: this.#either(), ...this.spot(start) };
  }

  #slice(first: Expression | null, start: number): Expression {
    const ends: (Expression | null)[] = [first];
    while (this.take(':')) ends.push(this.is(':', ',', ']', ')') ? null : this.expression());
    return { kind: 'range', ends, ...this.spot(start) };
  }

  #each(item: Expression, start: number): Expression {
    this.expect('for');
    const target = this.target();
    this.expect('in');
    const over = this.#either();
    return { kind: 'each', item, target, over, ...this.spot(start) };
  }

  /** The names of a loop: `i, (a, d)`. */
  protected target(): Expression {
    const start = this.at;
    const one = (): Expression => {
      if (!this.is('(', '[')) return this.#postfix();
      this.at++;
      const inner = this.#deeper(() => this.target());
      if (!this.take(')', ']')) throw new SyntaxStop();
      return inner;
    };
    const items = [one()];
    while (this.take(',')) if (!this.is('in', ')')) items.push(one());
    const [only] = items;
    if (items.length === 1 && only) return only;
    return { kind: 'list', rows: [items], matrix: false, ...this.spot(start) };
  }

  #primary(): Expression {
    const start = this.at;
    const { token } = this;
    if (!token || token.kind === 'line') throw new SyntaxStop();
    if (token.kind === 'name' && WORDS.has(token.text) && this.language === 'python')
      throw new SyntaxStop();
    this.at++;
    if (token.kind === 'number')
      return {
        ...{ kind: 'number', value: this.#number(token.text), isReal: /[.e]/i.test(token.text) },
        ...this.spot(start),
      };
    if (token.kind === 'name') return { kind: 'name', name: token.text, ...this.spot(start) };
    if (token.kind === 'text') {
      while (this.language !== 'matlab' && this.token?.kind === 'text') this.at++;
      return { kind: 'text', text: token.text, ...this.spot(start) };
    }
    if (token.text === '(') return this.#group(start);
    if (token.text === '[') return this.#list(']', start);
    if (token.text === '{') return this.#list('}', start);
    if (token.text === '@' && this.language === 'matlab') return this.#handle(start);
    throw new SyntaxStop();
  }

  #number(text: string): number {
    const isOctal = this.language === 'c' && /^0[0-7]+$/.test(text);
    return isOctal ? Number.parseInt(text, 8) : Number(text);
  }

  #handle(start: number): Expression {
    if (this.take('(')) return this.#lambda(start, ')');
    return { kind: 'name', name: this.name(), ...this.spot(start) };
  }

  #group(start: number): Expression {
    const blanks = this.#blanks;
    this.#blanks = false;
    this.#skipLines();
    if (this.take(')')) {
      this.#blanks = blanks;
      return { kind: 'list', rows: [[]], matrix: false, ...this.spot(start) };
    }
    const item = this.tuple();
    const value = this.language === 'python' && this.is('for') ? this.#each(item, start) : item;
    this.#skipLines();
    this.expect(')');
    this.#blanks = blanks;
    // The parentheses belong to its text.
    return { ...value, ...this.spot(start) };
  }

  #skipLines(): void {
    while (this.token?.kind === 'line') this.at++;
  }

  #list(end: string, start: number): Expression {
    if (this.language === 'matlab') return this.#matrix(end, start);
    const items: Expression[] = [];
    const entries: (readonly [Expression, Expression])[] = [];
    while (!this.take(end)) {
      const from = this.at;
      if (this.language === 'python' && this.is('*', '**')) items.push(this.#starred(from));
      else if (this.language === 'c' && this.take('.')) {
        const spot = this.spot(this.at);
        const key: Expression = { kind: 'text', text: this.name(), ...spot };
        this.expect('=');
        entries.push([key, this.expression()]);
      } else {
        const item = this.expression();
        if (end === '}' && this.take(':')) entries.push([item, this.expression()]);
        else if (this.language === 'python' && this.is('for')) items.push(this.#each(item, from));
        else items.push(item);
      }
      if (!this.take(',') && !this.is(end)) throw new SyntaxStop();
    }
    if (entries.length > 0) return { kind: 'dict', entries, ...this.spot(start) };
    const [only] = items;
    if (items.length === 1 && only?.kind === 'each') return { ...only, ...this.spot(start) };
    return { kind: 'list', rows: [items], matrix: false, ...this.spot(start) };
  }

  #matrix(end: string, start: number): Expression {
    const blanks = this.#blanks;
    this.#blanks = true;
    const rows: Expression[][] = [[]];
    while (!this.take(end)) {
      if (this.take(';') || this.token?.kind === 'line') {
        if (this.token?.kind === 'line') this.at++;
        if (rows.at(-1)?.length !== 0) rows.push([]);
      } else if (!this.take(',')) rows.at(-1)?.push(this.expression());
    }
    this.#blanks = blanks;
    if (rows.length > 1 && rows.at(-1)?.length === 0) rows.pop();
    return { kind: 'list', rows, matrix: true, ...this.spot(start) };
  }
}
