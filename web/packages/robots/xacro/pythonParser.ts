/**
 * Parses Python expressions by operator precedence into functions of the names they refer to.
 * Accepts what `eval` accepts, without lambda, shifts and assignment.
 */
import { attribute, indexed, named } from './pythonLookup.ts';
import { binary, compared, sliced, unary } from './pythonOperators.ts';
import { isKeyword, type Token, tokensOf } from './pythonTokens.ts';
import {
  aType,
  countWork,
  itemsOf,
  type NameLookup,
  PyDict,
  PyFunction,
  PyList,
  PySet,
  PyTuple,
  PythonError,
  sizeOf,
  truth,
  type Value,
} from './pythonValues.ts';

export type Expression = (names: NameLookup) => Value;

export function parseExpression(source: string): Expression {
  return new Parser(tokensOf(source)).whole();
}

/** Lowest precedence first. */
const LEVELS = [
  'if',
  'or',
  'and',
  '',
  '< > <= >= == != in not is',
  '|',
  '^',
  '&',
  '+ -',
  '* / // %',
  '',
  '**',
  '. ( [',
];
const BINDING: ReadonlyMap<string, number> = new Map(
  LEVELS.flatMap((signs, level) => signs.split(' ').map((sign) => [sign, level] as const)),
);
const [CHOICE, OR, AND, NOT, COMPARISON, SIGN] = [0, 1, 2, 3, 4, 10];

const UNREAD = /^(lambda|yield|await|~|<<|>>|:=|@)$/;
const MAX_NESTING = 100;
/** Work of each step of an expression, in list items. */
const STEP = 20;

function counted(work: Expression): Expression {
  return (names) => {
    const value = work(names);
    countWork(STEP + sizeOf(value));
    return value;
  };
}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private nesting = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): Expression {
    if (this.tokens.length === 1) throw new PythonError('the expression is empty');
    const expression = this.expression();
    if (this.token.kind !== 'end') this.unexpected();
    return expression;
  }

  private get token(): Token {
    return this.tokens[this.at] as Token;
  }

  private next(): Token {
    return this.tokens[this.at++] as Token;
  }

  private is(operator: string): boolean {
    return this.token.kind === 'operator' && this.token.text === operator;
  }

  private take(operator: string): boolean {
    const found = this.is(operator);
    if (found) this.at++;
    return found;
  }

  private need(operator: string): void {
    if (!this.take(operator)) this.unexpected(`"${operator}"`);
  }

  private unexpected(wanted = ''): never {
    const { kind, text } = this.token;
    const found = kind === 'end' || kind === 'number' ? text : `"${text}"`;
    if (kind === 'string' && this.tokens[this.at - 1]?.kind === 'name')
      throw new PythonError(
        `the prefix "${this.tokens[this.at - 1]?.text}" of a string is not supported`,
      );
    if (kind === 'operator' && UNREAD.test(text))
      throw new PythonError(`${found} is not supported`);
    throw new PythonError(wanted ? `expected ${wanted}; got ${found}` : `unexpected ${found}`);
  }

  /** Parses an expression of operators with at least this precedence. */
  private expression(least = CHOICE): Expression {
    if (++this.nesting > MAX_NESTING) throw new PythonError('nested too deeply');
    let left = counted(this.operand(least));
    for (;;) {
      const binding = this.token.kind === 'operator' ? BINDING.get(this.token.text) : undefined;
      if (binding === undefined || binding < least) break;
      left = counted(this.joined(left, binding));
    }
    this.nesting--;
    return left;
  }

  /** Parses an operand with its prefix operators. */
  private operand(least: number): Expression {
    const token = this.next();
    const { kind, text } = token;
    if (kind === 'number') return () => token.value;
    if (kind === 'name') return (names) => named(text, names);
    if (kind === 'string') {
      // Adjacent strings are concatenated.
      const more = this.token.kind === 'string' ? this.operand(least) : () => '';
      return (names) => text + (more(names) as string);
    }
    if (text === '(') return this.inParentheses();
    if (text === '[') return this.inBrackets();
    if (text === '{') return this.inBraces();
    if (text === 'None') return () => null;
    if (text === 'True' || text === 'False') return () => text === 'True';
    if (text.startsWith('*')) throw new PythonError(`${text} before a value is not supported`);
    if (text !== '-' && text !== '+' && (text !== 'not' || least > NOT)) {
      this.at--;
      this.unexpected();
    }
    const of = this.expression(text === 'not' ? NOT : SIGN);
    return (names) => unary(text, of(names));
  }

  /** Applies an infix operator or a suffix to the expression on its left. */
  private joined(left: Expression, binding: number): Expression {
    if (binding === COMPARISON) return this.comparison(left);
    const { text: operator } = this.next();
    if (operator === '.') return this.attribute(left);
    if (operator === '(') return this.call(left);
    if (operator === '[') return this.subscript(left);
    if (operator === 'if') return this.choice(left);
    const right = this.expression(operator === '**' ? SIGN : binding + 1);
    if (binding > AND) return (names) => binary(operator, left(names), right(names));
    return (names) => {
      const value = left(names);
      return truth(value) === (operator === 'or') ? value : right(names);
    };
  }

  private choice(then: Expression): Expression {
    const test = this.expression(OR);
    this.need('else');
    const otherwise = this.expression();
    return (names) => (truth(test(names)) ? then : otherwise)(names);
  }

  /** Chained as in Python: `a < b <= c` compares neighbours until one comparison fails. */
  private comparison(first: Expression): Expression {
    const rest: (readonly [string, Expression])[] = [];
    while (this.token.kind === 'operator' && BINDING.get(this.token.text) === COMPARISON)
      rest.push([this.comparator(), this.expression(COMPARISON + 1)]);
    return (names) => {
      let left = first(names);
      return rest.every(([operator, operand]) => {
        const right = operand(names);
        const holds = compared(operator, left, right);
        left = right;
        return holds;
      });
    };
  }

  private comparator(): string {
    const { text } = this.next();
    if (text === 'is') return this.take('not') ? 'is not' : 'is';
    if (text !== 'not') return text;
    this.need('in');
    return 'not in';
  }

  private name(): string {
    if (this.token.kind !== 'name') this.unexpected('a name');
    return this.next().text;
  }

  private attribute(of: Expression): Expression {
    const name = isKeyword(this.token.text) ? this.next().text : this.name();
    return (names) => attribute(of(names), name);
  }

  private subscript(of: Expression): Expression {
    const parts: Expression[] = [];
    do parts.push(this.is(':') || this.is(']') ? () => null : this.expression());
    while (this.take(':'));
    this.need(']');
    const [index = of] = parts;
    if (parts.length === 1) return (names) => indexed(of(names), index(names));
    return (names) => {
      const whole = of(names);
      return sliced(whole, ...parts.map((part) => part(names)));
    };
  }

  private call(of: Expression): Expression {
    const byName: (readonly [string, Expression])[] = [];
    const items = this.items(')', () => {
      const isNamed = this.token.kind === 'name' && this.tokens[this.at + 1]?.text === '=';
      if (!isNamed) return false;
      const name = this.name();
      this.need('=');
      byName.push([name, this.expression()]);
      return true;
    });
    const byPlace = Array.isArray(items) ? items : [items];
    return (names) => {
      const what = of(names);
      if (!(what instanceof PyFunction)) throw new PythonError(`${aType(what)} cannot be called`);
      const args = byPlace.map((each) => each(names));
      return what.call(args, new Map(byName.map(([name, each]) => [name, each(names)])));
    };
  }

  private inParentheses(): Expression {
    const items = this.items(')');
    if (!Array.isArray(items)) return items;
    const [first] = items;
    const isTuple = items.length !== 1 || this.tokens[this.at - 2]?.text === ',';
    if (first && !isTuple) return first;
    return (names) => new PyTuple(items.map((each) => each(names)));
  }

  private inBrackets(): Expression {
    const items = this.items(']');
    if (!Array.isArray(items)) return items;
    return (names) => new PyList(items.map((each) => each(names)));
  }

  /** A dict or a set. */
  private inBraces(): Expression {
    if (this.take('}')) return () => new PyDict();
    let key = this.expression();
    if (!this.is(':')) return this.setFrom(key);
    const entries: (readonly [Expression, Expression])[] = [];
    for (let isOpen = true; isOpen; ) {
      this.need(':');
      entries.push([key, this.expression()]);
      if (this.is('for')) throw new PythonError('"for" in a dict is not supported');
      isOpen = this.take(',') && !this.is('}');
      if (isOpen) key = this.expression();
    }
    this.need('}');
    return (names) => new PyDict(entries.map(([each, value]) => [each(names), value(names)]));
  }

  private setFrom(first: Expression): Expression {
    if (this.take('for')) {
      const items = this.comprehension(first, '}');
      return (names) => new PySet(itemsOf(items(names)));
    }
    const items = [first];
    while (this.take(',') && !this.is('}')) items.push(this.expression());
    this.need('}');
    return (names) => new PySet(items.map((each) => each(names)));
  }

  /**
   * Comma-separated items up to `close`, without those that `taken` consumes; or a comprehension
   * `item for ...`.
   */
  private items(close: string, taken = () => false): Expression[] | Expression {
    const items: Expression[] = [];
    while (!this.take(close)) {
      if (!taken()) items.push(this.expression());
      const [first] = items;
      if (first && items.length === 1 && this.take('for')) return this.comprehension(first, close);
      if (!this.take(',') && !this.is(close)) this.need(close);
    }
    return items;
  }

  /** `item for a, b in list if test`, as a list. */
  private comprehension(item: Expression, close: string): Expression {
    const targets = [this.name()];
    while (this.take(',')) targets.push(this.name());
    this.need('in');
    const over = this.expression(OR);
    const test = this.take('if') ? this.expression(OR) : () => true;
    if (this.is('for')) throw new PythonError('a second "for" is not supported');
    this.need(close);
    return (names) => {
      const own = new Map<string, Value>();
      const inner: NameLookup = {
        get: (name) => (own.has(name) ? own.get(name) : names.get(name)),
        names: () => [...own.keys(), ...names.names()],
      };
      const made: Value[] = [];
      for (const each of itemsOf(over(names))) {
        const values = targets.length === 1 ? [each] : itemsOf(each);
        if (values.length !== targets.length)
          throw new PythonError(`${values.length} values for ${targets.length} names`);
        for (const [i, name] of targets.entries()) own.set(name, values[i] ?? null);
        if (truth(test(inner))) made.push(item(inner));
      }
      return new PyList(made);
    };
  }
}
