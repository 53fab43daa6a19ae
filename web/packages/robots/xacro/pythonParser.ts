/** Python expressions as trees: what `eval` takes, without lambda, f-strings and assignment. */
import type { Argument, Clause, Expression } from './pythonExpression.ts';
import { isKeyword, type Token, tokensOf } from './pythonTokens.ts';
import { PythonError, type Value } from './pythonValues.ts';

const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['None', null],
  ['True', true],
  ['False', false],
]);
/** Loosest first; ** binds tighter than a sign on its left and is apart. */
const LEVELS = [['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '/', '//', '%']];
const MAX_NESTING = 100;

export function parseExpression(source: string): Expression {
  return new Parser(tokensOf(source)).whole();
}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private nesting = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): Expression {
    if (this.peek().kind === 'end') throw new PythonError('SyntaxError', 'there is no expression');
    const expression = this.tuple('');
    if (this.peek().kind !== 'end') this.unexpected();
    return expression;
  }

  private peek(): Token {
    return this.tokens[this.at] ?? { kind: 'end' };
  }

  private is(text: string): boolean {
    const token = this.peek();
    return (
      (token.kind === 'operator' || (token.kind === 'name' && isKeyword(text))) &&
      token.text === text
    );
  }

  private take(text: string): boolean {
    const found = this.is(text);
    if (found) this.at++;
    return found;
  }

  private need(text: string): void {
    if (!this.take(text)) this.unexpected(`"${text}"`);
  }

  private unexpected(wanted = ''): never {
    const token = this.peek();
    const found =
      token.kind === 'end' ? 'its end' : 'text' in token ? `"${token.text}"` : `${token.value}`;
    throw new PythonError(
      'SyntaxError',
      wanted ? `${wanted} is missing before ${found}` : `${found} is not expected here`,
    );
  }

  /** Values with commas between them, up to `close`; one without a comma is itself. */
  private tuple(close: string): Expression {
    const first = this.expression();
    if (!this.is(',')) return first;
    const items = [first];
    while (this.take(',') && !this.ended(close)) items.push(this.expression());
    return { kind: 'tuple', items };
  }

  private ended(close: string): boolean {
    return close === '' ? this.peek().kind === 'end' : this.is(close);
  }

  private expression(): Expression {
    if (++this.nesting > MAX_NESTING)
      throw new PythonError('SyntaxError', 'it is nested too deeply');
    if (this.is('lambda')) throw new PythonError('SyntaxError', 'lambda is not read');
    const then = this.either();
    let whole = then;
    if (this.take('if')) {
      const test = this.either();
      this.need('else');
      whole = { kind: 'conditional', test, then, otherwise: this.expression() };
    }
    this.nesting--;
    return whole;
  }

  private either(): Expression {
    let left = this.both();
    while (this.take('or')) left = { kind: 'logic', operator: 'or', left, right: this.both() };
    return left;
  }

  private both(): Expression {
    let left = this.negation();
    while (this.take('and'))
      left = { kind: 'logic', operator: 'and', left, right: this.negation() };
    return left;
  }

  private negation(): Expression {
    let times = 0;
    while (this.take('not')) times++;
    let of = this.comparison();
    for (let i = 0; i < times; i++) of = { kind: 'unary', operator: 'not', of };
    return of;
  }

  private comparison(): Expression {
    const first = this.level(0);
    const rest: [string, Expression][] = [];
    for (let operator = this.comparator(); operator !== null; operator = this.comparator())
      rest.push([operator, this.level(0)]);
    return rest.length > 0 ? { kind: 'compare', first, rest } : first;
  }

  private comparator(): string | null {
    for (const operator of ['<', '>', '<=', '>=', '==', '!=', 'in'])
      if (this.take(operator)) return operator;
    if (this.take('is')) return this.take('not') ? 'is not' : 'is';
    if (!this.is('not')) return null;
    this.at++;
    this.need('in');
    return 'not in';
  }

  private level(depth: number): Expression {
    const operators = LEVELS[depth];
    if (operators === undefined) return this.signed();
    let left = this.level(depth + 1);
    for (;;) {
      const operator = operators.find((each) => this.take(each));
      if (operator === undefined) return left;
      left = { kind: 'binary', operator, left, right: this.level(depth + 1) };
    }
  }

  private signed(): Expression {
    const signs: string[] = [];
    for (;;) {
      const sign = ['-', '+', '~'].find((each) => this.take(each));
      if (sign === undefined) break;
      signs.push(sign);
      if (signs.length > MAX_NESTING) this.unexpected();
    }
    return signs.reduceRight<Expression>(
      (of, operator) => ({ kind: 'unary', operator, of }),
      this.power(),
    );
  }

  private power(): Expression {
    const left = this.primary();
    if (!this.take('**')) return left;
    if (++this.nesting > MAX_NESTING)
      throw new PythonError('SyntaxError', 'it is nested too deeply');
    const right = this.signed();
    this.nesting--;
    return { kind: 'binary', operator: '**', left, right };
  }

  private primary(): Expression {
    let of = this.atom();
    for (;;) {
      if (this.take('.')) of = { kind: 'attribute', of, name: this.attributeName() };
      else if (this.take('(')) of = { kind: 'call', of, args: this.callArguments() };
      else if (this.take('[')) of = this.subscript(of);
      else return of;
    }
  }

  private attributeName(): string {
    const token = this.peek();
    if (token.kind !== 'name') this.unexpected('a name');
    this.at++;
    return token.text;
  }

  private subscript(of: Expression): Expression {
    const parts: (Expression | null)[] = [this.is(':') ? null : this.tuple(']')];
    while (this.take(':') && parts.length < 3)
      parts.push(this.is(':') || this.is(']') ? null : this.expression());
    this.need(']');
    const [index] = parts;
    if (parts.length === 1 && index) return { kind: 'index', of, index };
    return { kind: 'slice', of, parts };
  }

  private callArguments(): Argument[] {
    const args: Argument[] = [];
    while (!this.take(')')) {
      const spread = this.take('**') ? '**' : this.take('*') ? '*' : '';
      const value = this.expression();
      if (spread === '' && value.kind === 'name' && this.take('='))
        args.push({ name: value.name, value: this.expression(), spread });
      else if (this.is('for'))
        args.push({ name: null, value: this.comprehension(value, null), spread });
      else args.push({ name: null, value, spread });
      if (!this.is(')')) this.need(',');
    }
    return args;
  }

  private atom(): Expression {
    const token = this.peek();
    if (token.kind === 'int' || token.kind === 'float') {
      this.at++;
      return { kind: 'constant', value: token.value };
    }
    if (token.kind === 'string') return this.strings();
    if (token.kind === 'name') {
      if (isKeyword(token.text) && !CONSTANTS.has(token.text)) this.unexpected();
      this.at++;
      const value = CONSTANTS.get(token.text);
      return value === undefined ? { kind: 'name', name: token.text } : { kind: 'constant', value };
    }
    if (this.take('(')) return this.inParentheses();
    if (this.take('[')) return this.inBrackets();
    if (this.take('{')) return this.inBraces();
    return this.unexpected();
  }

  /** Strings beside each other are one. */
  private strings(): Expression {
    let value = '';
    for (let token = this.peek(); token.kind === 'string'; token = this.peek()) {
      value += token.text;
      this.at++;
    }
    return { kind: 'constant', value };
  }

  private inParentheses(): Expression {
    if (this.take(')')) return { kind: 'tuple', items: [] };
    const of = this.tuple(')');
    const whole = this.is('for') ? this.comprehension(of, null) : of;
    this.need(')');
    return whole;
  }

  private inBrackets(): Expression {
    if (this.take(']')) return { kind: 'list', items: [] };
    const first = this.expression();
    if (this.is('for')) {
      const whole = this.comprehension(first, null);
      this.need(']');
      return whole;
    }
    const items = [first];
    while (this.take(',') && !this.is(']')) items.push(this.expression());
    this.need(']');
    return { kind: 'list', items };
  }

  private inBraces(): Expression {
    const entries: (readonly [Expression, Expression])[] = [];
    while (!this.take('}')) {
      const key = this.expression();
      this.need(':');
      const value = this.expression();
      if (this.is('for') && entries.length === 0) {
        const whole = this.comprehension(key, value);
        this.need('}');
        return whole;
      }
      entries.push([key, value]);
      if (!this.is('}')) this.need(',');
    }
    return { kind: 'dict', entries };
  }

  private comprehension(item: Expression, value: Expression | null): Expression {
    const clauses: Clause[] = [];
    while (this.take('for')) {
      const open = this.take('(');
      const targets = [this.attributeName()];
      while (this.take(','))
        if (!this.is('in') && !this.is(')')) targets.push(this.attributeName());
      if (open) this.need(')');
      this.need('in');
      const over = this.either();
      const conditions: Expression[] = [];
      while (this.take('if')) conditions.push(this.either());
      clauses.push({ targets, over, conditions });
    }
    return { kind: 'comprehension', makes: value ? 'dict' : 'list', item, value, clauses };
  }
}
