/**
 * Parses the statements of a program in any language. Unknown syntax becomes a `broken` statement;
 * parsing continues after it.
 */
import { CodeExpressionParser, UnsupportedSyntaxError } from './codeExpressionParser.ts';
import type { CodeStatement } from './codeTree.ts';

const MAX_NESTING = 30; // Maximum nesting of blocks.
const ASSIGNMENT_MARKS = ['=', '+=', '-=', '*=', '/=', ':='];
export const LOOP_JUMP_WORDS = ['break', 'continue'];
const CHANGING_MARK = /^([-+*/]?=|\+\+|--|&|:=|\*\*=)$/;

export abstract class StatementParser extends CodeExpressionParser {
  protected nesting = 0;

  /**
   * Parses a compound statement of the language; null if the next statement is an assignment or a
   * value.
   */
  protected abstract parseCompound(): CodeStatement[] | null;
  protected abstract isBlockEnd(column: number): boolean;
  protected abstract parseBrokenBody(start: number): CodeStatement[] | null;

  parseProgram(): CodeStatement[] {
    const all: CodeStatement[] = [];
    while (this.token) {
      all.push(...this.parseBlock(0));
      this.index++; // An end without a beginning.
    }
    return all;
  }

  protected parseBlock(column: number): CodeStatement[] {
    const all: CodeStatement[] = [];
    if (this.nesting >= MAX_NESTING) return all;
    this.nesting++;
    while (this.token && !this.isBlockEnd(column)) {
      const { index: before } = this;
      if (this.token.kind === 'line' || this.is(';', ',')) this.index++;
      else all.push(...this.parseStatement());
      if (this.index === before) this.index++;
    }
    this.nesting--;
    return all;
  }

  protected isLineStart(): boolean {
    const before = this.tokens[this.index - 1];
    return before === undefined || before.kind === 'line';
  }

  protected parseStatement(): CodeStatement[] {
    const start = this.index;
    this.resetDepth();
    try {
      const read = this.parseCompound() ?? this.#parseSimple();
      if (this.isStatementEnd()) return read;
    } catch (stop) {
      if (!(stop instanceof UnsupportedSyntaxError)) throw stop;
    }
    const broken = this.#skipBroken(start);
    const body = this.parseBrokenBody(start);
    const word = this.tokens[start]?.text ?? '';
    return body ? [broken, { kind: 'maybe', word, line: broken.line, body }] : [broken];
  }

  protected isStatementEnd(): boolean {
    const last = this.tokens[this.index - 1];
    if (!this.token || this.token.kind === 'line' || this.is(';')) return true;
    if (this.language === 'matlab')
      return this.is(',') || last?.kind === 'line' || last?.text === 'end' || this.isBlockEnd(0);
    return (
      last?.kind === 'line' ||
      last?.text === '}' ||
      last?.text === ';' ||
      this.is('}') ||
      last?.text === ':'
    );
  }

  #skipBroken(start: number): CodeStatement {
    this.index = start;
    let depth = 0;
    for (; this.token; this.index++) {
      const { text, kind } = this.token;
      if (kind === 'text') continue;
      if (depth <= 0 && this.index > start && (kind === 'line' || text === ';')) break;
      if (depth <= 0 && this.language === 'c' && '{}'.includes(text) && text !== '') break;
      if ('([{'.includes(text) && kind === 'mark') depth++;
      if (')]}'.includes(text) && kind === 'mark') depth--;
    }
    if (this.language === 'c' && this.is('{')) this.index++;
    const { line, from, to } = this.getSpan(start);
    const skippedTokens = this.tokens.slice(start, this.index);
    const calls = skippedTokens.flatMap(({ kind, text }, i) =>
      kind === 'name' && skippedTokens[i + 1]?.text === '(' ? [text] : [],
    );
    const assigned = skippedTokens.findIndex(({ kind, text }) => kind === 'mark' && text === '=');
    const target = skippedTokens
      .slice(0, Math.max(0, assigned))
      .find(({ kind }) => kind === 'name');
    const text = this.code.slice(from, to);
    const names = skippedTokens.filter(({ kind }) => kind === 'name').map((token) => token.text);
    const changes = skippedTokens.some(
      ({ kind, text }, i) =>
        kind === 'mark' &&
        (CHANGING_MARK.test(text) || (text === '>' && skippedTokens[i + 1]?.text === '>')),
    );
    return { kind: 'broken', line, text, target: target?.text ?? null, calls, names, changes };
  }

  protected parseJump(line: number): CodeStatement[] {
    const word = this.token?.text ?? '';
    this.index++;
    return [{ kind: 'jump', line, word }];
  }

  #parseSimple(): CodeStatement[] {
    const line = this.token?.line ?? 1;
    // In C++, a comma separates statements.
    const operand = () => (this.language === 'c' ? this.parseExpression() : this.parseTuple());
    const first = operand();
    if (this.language === 'python' && this.take(':')) this.parseExpression(); // A type.
    if (!this.is(...ASSIGNMENT_MARKS)) return [{ kind: 'value', line, value: first }];
    const mark = this.tokens[this.index++]?.text ?? '=';
    const targets = [first];
    let value = operand();
    while (mark === '=' && this.take('=')) {
      targets.push(value);
      value = operand();
    }
    return [{ kind: 'assign', line, targets, mark: mark === ':=' ? '=' : mark, value }];
  }

  protected skipStatement(): void {
    while (this.token && this.token.kind !== 'line' && !this.is(';')) this.index++;
  }

  protected skipToClosing(): void {
    for (let depth = 1; this.token && depth > 0; this.index++) {
      if (this.is('(')) depth++;
      if (this.is(')')) depth--;
    }
  }
}
