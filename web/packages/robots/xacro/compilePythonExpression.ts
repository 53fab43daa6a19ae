/**
 * Parses Python expressions by operator precedence into functions of the names in scope. Accepts
 * what `eval` accepts, without lambda, bit operators, set displays and assignment.
 */
import { getPythonAttribute, getPythonItem, lookUpPythonName } from './pythonLookup.ts';
import {
  applyBinaryPythonOperator,
  applyUnaryPythonOperator,
  comparePythonValues,
  slicePythonSequence,
} from './pythonOperators.ts';
import {
  countPythonWork,
  describePythonType,
  getPythonItems,
  getPythonSize,
  PyDict,
  PyFunction,
  PyList,
  PyTuple,
  PythonError,
  type PythonNameLookup,
  type PythonValue,
  toPythonBoolean,
} from './pythonValues.ts';
import { isPythonKeyword, type PythonToken, tokenizePython } from './tokenizePython.ts';

export type CompiledPythonExpression = (names: PythonNameLookup) => PythonValue;

export function compilePythonExpression(source: string): CompiledPythonExpression {
  return new ExpressionParser(tokenizePython(source)).parseAll();
}

/** Binary operators by precedence, lowest first. */
const PRECEDENCE_LEVELS = [
  'if',
  'or',
  'and',
  '',
  '< > <= >= == != in not is',
  '+ -',
  '* / // %',
  '',
  '**',
  '. ( [',
];
const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  PRECEDENCE_LEVELS.flatMap((signs, level) =>
    signs.split(' ').map((sign) => [sign, level] as const),
  ),
);
const [CHOICE, OR, AND, NOT, COMPARISON, SIGN] = [0, 1, 2, 3, 4, 7];

const UNSUPPORTED_TOKEN = /^(lambda|yield|await|[~&|^@]|<<|>>|:=)$/;
const MAX_NESTING = 100;
const STEP_WORK = 20;

function countSteps(work: CompiledPythonExpression): CompiledPythonExpression {
  return (names) => {
    const value = work(names);
    countPythonWork(STEP_WORK + getPythonSize(value));
    return value;
  };
}

class ExpressionParser {
  private readonly tokens: readonly PythonToken[];
  private position = 0;
  private nesting = 0;

  constructor(tokens: readonly PythonToken[]) {
    this.tokens = tokens;
  }

  parseAll(): CompiledPythonExpression {
    if (this.tokens.length === 1) throw new PythonError('the expression is empty');
    const expression = this.parseExpression();
    if (this.token.kind !== 'end') this.throwUnexpected();
    return expression;
  }

  private get token(): PythonToken {
    return this.tokens[this.position] as PythonToken;
  }

  private nextToken(): PythonToken {
    return this.tokens[this.position++] as PythonToken;
  }

  private isNext(operator: string): boolean {
    return this.token.kind === 'operator' && this.token.text === operator;
  }

  private acceptToken(operator: string): boolean {
    const found = this.isNext(operator);
    if (found) this.position++;
    return found;
  }

  private expectToken(operator: string): void {
    if (!this.acceptToken(operator)) this.throwUnexpected(`"${operator}"`);
  }

  private throwUnexpected(wanted = ''): never {
    const { kind, text } = this.token;
    const found = kind === 'end' || kind === 'number' ? text : `"${text}"`;
    if (kind === 'string' && this.tokens[this.position - 1]?.kind === 'name')
      throw new PythonError(
        `the prefix "${this.tokens[this.position - 1]?.text}" of a string is not supported`,
      );
    if (kind === 'operator' && UNSUPPORTED_TOKEN.test(text))
      throw new PythonError(`${found} is not supported`);
    throw new PythonError(wanted ? `expected ${wanted}; got ${found}` : `unexpected ${found}`);
  }

  private parseExpression(least = CHOICE): CompiledPythonExpression {
    if (++this.nesting > MAX_NESTING) throw new PythonError('nested too deeply');
    let left = countSteps(this.parseOperand(least));
    for (;;) {
      const binding = this.token.kind === 'operator' ? PRECEDENCE.get(this.token.text) : undefined;
      if (binding === undefined || binding < least) break;
      left = countSteps(this.parseOperator(left, binding));
    }
    this.nesting--;
    return left;
  }

  private parseOperand(least: number): CompiledPythonExpression {
    const token = this.nextToken();
    const { kind, text } = token;
    if (kind === 'number') return () => token.value;
    if (kind === 'name') return (names) => lookUpPythonName(text, names);
    if (kind === 'string') {
      // Adjacent strings are concatenated.
      const more = this.token.kind === 'string' ? this.parseOperand(least) : () => '';
      return (names) => text + (more(names) as string);
    }
    if (text === '(') return this.parseParentheses();
    if (text === '[') return this.parseBrackets();
    if (text === '{') return this.parseBraces();
    if (text === 'None') return () => null;
    if (text === 'True' || text === 'False') return () => text === 'True';
    if (text.startsWith('*')) throw new PythonError(`${text} before a value is not supported`);
    if (text !== '-' && text !== '+' && (text !== 'not' || least > NOT)) {
      this.position--;
      this.throwUnexpected();
    }
    const argument = this.parseExpression(text === 'not' ? NOT : SIGN);
    return (names) => applyUnaryPythonOperator(text, argument(names));
  }

  private parseOperator(left: CompiledPythonExpression, binding: number): CompiledPythonExpression {
    if (binding === COMPARISON) return this.parseComparison(left);
    const { text: operator } = this.nextToken();
    if (operator === '.') return this.parseAttribute(left);
    if (operator === '(') return this.parseCall(left);
    if (operator === '[') return this.parseSubscript(left);
    if (operator === 'if') return this.parseConditional(left);
    const right = this.parseExpression(operator === '**' ? SIGN : binding + 1);
    if (binding > AND)
      return (names) => applyBinaryPythonOperator(operator, left(names), right(names));
    return (names) => {
      const value = left(names);
      return toPythonBoolean(value) === (operator === 'or') ? value : right(names);
    };
  }

  private parseConditional(valueIfTrue: CompiledPythonExpression): CompiledPythonExpression {
    const test = this.parseExpression(OR);
    this.expectToken('else');
    const otherwise = this.parseExpression();
    return (names) => (toPythonBoolean(test(names)) ? valueIfTrue : otherwise)(names);
  }

  private parseComparison(first: CompiledPythonExpression): CompiledPythonExpression {
    const rest: (readonly [string, CompiledPythonExpression])[] = [];
    while (this.token.kind === 'operator' && PRECEDENCE.get(this.token.text) === COMPARISON)
      rest.push([this.parseComparator(), this.parseExpression(COMPARISON + 1)]);
    return (names) => {
      let left = first(names);
      return rest.every(([operator, operand]) => {
        const right = operand(names);
        const holds = comparePythonValues(operator, left, right);
        left = right;
        return holds;
      });
    };
  }

  private parseComparator(): string {
    const { text } = this.nextToken();
    if (text === 'is') return this.acceptToken('not') ? 'is not' : 'is';
    if (text !== 'not') return text;
    this.expectToken('in');
    return 'not in';
  }

  private parseName(): string {
    if (this.token.kind !== 'name') this.throwUnexpected('a name');
    return this.nextToken().text;
  }

  private parseAttribute(owner: CompiledPythonExpression): CompiledPythonExpression {
    const name = isPythonKeyword(this.token.text) ? this.nextToken().text : this.parseName();
    return (names) => getPythonAttribute(owner(names), name);
  }

  private parseSubscript(container: CompiledPythonExpression): CompiledPythonExpression {
    const parts: CompiledPythonExpression[] = [];
    do parts.push(this.isNext(':') || this.isNext(']') ? () => null : this.parseExpression());
    while (this.acceptToken(':'));
    this.expectToken(']');
    const [index = container] = parts;
    if (parts.length === 1) return (names) => getPythonItem(container(names), index(names));
    return (names) => {
      const value = container(names);
      return slicePythonSequence(value, ...parts.map((part) => part(names)));
    };
  }

  private parseCall(callee: CompiledPythonExpression): CompiledPythonExpression {
    const byName: (readonly [string, CompiledPythonExpression])[] = [];
    const items = this.parseItems(')', () => {
      const isNamed = this.token.kind === 'name' && this.tokens[this.position + 1]?.text === '=';
      if (!isNamed) return false;
      const name = this.parseName();
      this.expectToken('=');
      byName.push([name, this.parseExpression()]);
      return true;
    });
    const byPlace = Array.isArray(items) ? items : [items];
    return (names) => {
      const callable = callee(names);
      if (!(callable instanceof PyFunction))
        throw new PythonError(`${describePythonType(callable)} cannot be called`);
      const args = byPlace.map((each) => each(names));
      return callable.call(args, new Map(byName.map(([name, each]) => [name, each(names)])));
    };
  }

  private parseParentheses(): CompiledPythonExpression {
    const items = this.parseItems(')');
    if (!Array.isArray(items)) return items;
    const [first] = items;
    const isTuple = items.length !== 1 || this.tokens[this.position - 2]?.text === ',';
    if (first && !isTuple) return first;
    return (names) => new PyTuple(items.map((each) => each(names)));
  }

  private parseBrackets(): CompiledPythonExpression {
    const items = this.parseItems(']');
    if (!Array.isArray(items)) return items;
    return (names) => new PyList(items.map((each) => each(names)));
  }

  private parseBraces(): CompiledPythonExpression {
    if (this.acceptToken('}')) return () => new PyDict();
    const entries: (readonly [CompiledPythonExpression, CompiledPythonExpression])[] = [];
    do {
      const key = this.parseExpression();
      if (entries.length === 0 && [',', '}', 'for'].some((text) => this.isNext(text)))
        throw new PythonError('a set in braces is not supported; write set([…])');
      this.expectToken(':');
      entries.push([key, this.parseExpression()]);
      if (this.isNext('for')) throw new PythonError('"for" in a dict is not supported');
    } while (this.acceptToken(',') && !this.isNext('}'));
    this.expectToken('}');
    return (names) => new PyDict(entries.map(([each, value]) => [each(names), value(names)]));
  }

  /**
   * Parses comma-separated items up to the bracket `close`, or a comprehension `item for ...`.
   * `consume`: returns true if it parsed the next item itself.
   */
  private parseItems(
    close: string,
    consume = () => false,
  ): CompiledPythonExpression[] | CompiledPythonExpression {
    const items: CompiledPythonExpression[] = [];
    while (!this.acceptToken(close)) {
      if (!consume()) items.push(this.parseExpression());
      const [first] = items;
      if (first && items.length === 1 && this.acceptToken('for'))
        return this.parseComprehension(first, close);
      if (!this.acceptToken(',') && !this.isNext(close)) this.expectToken(close);
    }
    return items;
  }

  private parseComprehension(
    item: CompiledPythonExpression,
    close: string,
  ): CompiledPythonExpression {
    const targets = [this.parseName()];
    while (this.acceptToken(',')) targets.push(this.parseName());
    this.expectToken('in');
    const over = this.parseExpression(OR);
    const test = this.acceptToken('if') ? this.parseExpression(OR) : () => true;
    if (this.isNext('for')) throw new PythonError('a second "for" is not supported');
    this.expectToken(close);
    return (names) => {
      const variables = new Map<string, PythonValue>();
      const inner: PythonNameLookup = {
        get: (name) => (variables.has(name) ? variables.get(name) : names.get(name)),
        names: () => [...variables.keys(), ...names.names()],
      };
      const made: PythonValue[] = [];
      for (const each of getPythonItems(over(names))) {
        const values = targets.length === 1 ? [each] : getPythonItems(each);
        if (values.length !== targets.length)
          throw new PythonError(`${values.length} values for ${targets.length} names`);
        for (const [i, name] of targets.entries()) variables.set(name, values[i] ?? null);
        if (toPythonBoolean(test(inner))) made.push(item(inner));
      }
      return new PyList(made);
    };
  }
}
