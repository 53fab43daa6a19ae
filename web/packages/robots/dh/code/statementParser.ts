/**
 * Parses the statements of a program, whatever its language. What is outside the grammar becomes a
 * `broken` statement, and parsing continues after it.
 */
import { ExpressionParser, SyntaxStop } from './codeExpressions.ts';
import type { Statement } from './codeTree.ts';

const DEEPEST = 30; // Maximum nesting of blocks.
const ASSIGNS = ['=', '+=', '-=', '*=', '/=', ':='];
/** Leave a loop. */
export const JUMPS = ['break', 'continue'];
/** Marks by which a statement outside the grammar may change a number. */
const CHANGES = /^([-+*/]?=|\+\+|--|&|:=|\*\*=)$/;

export abstract class StatementParser extends ExpressionParser {
  protected nesting = 0;

  /** Statements of the language; null if the next one is an assignment or a value. */
  protected abstract compound(): Statement[] | null;
  /** Whether the next token ends a block. */
  protected abstract ends(column: number): boolean;
  /** The body of a statement whose head cannot be parsed, or null if it has none. */
  protected abstract bodyOf(start: number): Statement[] | null;

  program(): Statement[] {
    const all: Statement[] = [];
    while (this.token) {
      all.push(...this.block(0));
      this.at++; // An end without a beginning.
    }
    return all;
  }

  /** Statements up to the end of the block, or to a line that is indented less. */
  protected block(column: number): Statement[] {
    const all: Statement[] = [];
    if (this.nesting >= DEEPEST) return all;
    this.nesting++;
    while (this.token && !this.ends(column)) {
      const { at } = this;
      if (this.token.kind === 'line' || this.is(';', ',')) this.at++;
      else all.push(...this.statement());
      if (this.at === at) this.at++;
    }
    this.nesting--;
    return all;
  }

  protected isFirst(): boolean {
    const before = this.tokens[this.at - 1];
    return before === undefined || before.kind === 'line';
  }

  protected statement(): Statement[] {
    const start = this.at;
    this.resetDepth();
    try {
      const read = this.compound() ?? this.#simple();
      if (this.isEnd()) return read;
    } catch (stop) {
      if (!(stop instanceof SyntaxStop)) throw stop;
    }
    const broken = this.#broken(start);
    const body = this.bodyOf(start);
    const word = this.tokens[start]?.text ?? '';
    return body ? [broken, { kind: 'maybe', word, line: broken.line, body }] : [broken];
  }

  protected isEnd(): boolean {
    const last = this.tokens[this.at - 1];
    if (!this.token || this.token.kind === 'line' || this.is(';')) return true;
    if (this.language === 'matlab')
      return this.is(',') || last?.kind === 'line' || last?.text === 'end' || this.ends(0);
    return (
      last?.kind === 'line' ||
      last?.text === '}' ||
      last?.text === ';' ||
      this.is('}') ||
      last?.text === ':'
    );
  }

  /** Skips a statement, with all lines of its open brackets. */
  #broken(start: number): Statement {
    this.at = start;
    let depth = 0;
    for (; this.token; this.at++) {
      const { text, kind } = this.token;
      if (kind === 'text') continue;
      if (depth <= 0 && this.at > start && (kind === 'line' || text === ';')) break;
      if (depth <= 0 && this.language === 'c' && '{}'.includes(text) && text !== '') break;
      if ('([{'.includes(text) && kind === 'mark') depth++;
      if (')]}'.includes(text) && kind === 'mark') depth--;
    }
    if (this.language === 'c' && this.is('{')) this.at++;
    const { line, from, to } = this.spot(start);
    const own = this.tokens.slice(start, this.at);
    const calls = own.flatMap(({ kind, text }, i) =>
      kind === 'name' && own[i + 1]?.text === '(' ? [text] : [],
    );
    const assigned = own.findIndex(({ kind, text }) => kind === 'mark' && text === '=');
    const target = own.slice(0, Math.max(0, assigned)).find(({ kind }) => kind === 'name');
    const text = this.code.slice(from, to);
    const names = own.filter(({ kind }) => kind === 'name').map((token) => token.text);
    const changes = own.some(
      ({ kind, text }, i) =>
        kind === 'mark' && (CHANGES.test(text) || (text === '>' && own[i + 1]?.text === '>')),
    );
    return { kind: 'broken', line, text, target: target?.text ?? null, calls, names, changes };
  }

  protected jump(line: number): Statement[] {
    const word = this.token?.text ?? '';
    this.at++;
    return [{ kind: 'jump', line, word }];
  }

  #simple(): Statement[] {
    const line = this.token?.line ?? 1;
    // In C++, a comma separates statements.
    const operand = () => (this.language === 'c' ? this.expression() : this.tuple());
    const first = operand();
    if (this.language === 'python' && this.take(':')) this.expression(); // A type.
    if (!this.is(...ASSIGNS)) return [{ kind: 'value', line, value: first }];
    const mark = this.tokens[this.at++]?.text ?? '=';
    const targets = [first];
    let value = operand();
    while (mark === '=' && this.take('=')) {
      targets.push(value);
      value = operand();
    }
    return [{ kind: 'assign', line, targets, mark: mark === ':=' ? '=' : mark, value }];
  }

  /** Skips to the end of the line or statement. */
  protected skip(): void {
    while (this.token && this.token.kind !== 'line' && !this.is(';')) this.at++;
  }

  protected toClosing(): void {
    for (let depth = 1; this.token && depth > 0; this.at++) {
      if (this.is('(')) depth++;
      if (this.is(')')) depth--;
    }
  }
}
