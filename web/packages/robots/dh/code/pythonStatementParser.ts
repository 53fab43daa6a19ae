import { UnsupportedSyntaxError } from './codeExpressionParser.ts';
import type { CodeParameter, CodeStatement, ConditionalBranch } from './codeTree.ts';
import { LOOP_JUMP_WORDS, StatementParser } from './statementParser.ts';
import type { CodeToken } from './tokenizeCode.ts';

const SKIPPED_KEYWORDS = /^(pass|raise|assert|print)$/;

const HARMLESS_DECORATOR =
  /^@\s*([\w.]*\.)?(property|cached_property|staticmethod|classmethod|dataclass|abstractmethod|override|overload|setter|cache|lru_cache|wraps|n?jit|jitclass|final)\b/;

export class PythonStatementParser extends StatementParser {
  #decorator: string | null = null;

  protected isBlockEnd(column: number): boolean {
    return this.isLineStart() && (this.token?.column ?? 0) < column;
  }

  protected parseBrokenBody(start: number): CodeStatement[] | null {
    const [first, last] = [this.tokens[start], this.tokens[this.index - 1]];
    if (last?.text !== ':') return null;
    while (this.token?.kind === 'line') this.index++;
    return this.parseBlock((first?.column ?? 0) + 1);
  }

  protected parseCompound(): CodeStatement[] | null {
    const { token } = this;
    const line = token?.line ?? 1;
    if (token?.kind !== 'name') {
      if (!this.is('@')) return null;
      const head = this.index;
      this.skipStatement();
      const { from, to } = this.getSpan(head);
      const text = this.code.slice(from, to);
      if (!HARMLESS_DECORATOR.test(text)) this.#decorator ??= text;
      return [];
    }
    const column = token.column;
    if (this.take('return'))
      return [{ kind: 'return', line, value: this.isStatementEnd() ? null : this.parseTuple() }];
    if (this.is(...LOOP_JUMP_WORDS)) return this.parseJump(line);
    if (this.take('del')) throw new UnsupportedSyntaxError();
    if (this.is('import', 'from', 'global', 'nonlocal')) return [this.#parseNames(line)];
    if (SKIPPED_KEYWORDS.test(token.text) && this.tokens[this.index + 1]?.text !== '=') {
      this.skipStatement();
      return [];
    }
    if (this.take('if')) return [this.#parseIf(line, column)];
    if (this.take('for')) {
      const target = this.parseTarget();
      this.expect('in');
      const over = this.parseTuple();
      return [{ kind: 'for', line, target, over, body: this.#parseSuite(column) }];
    }
    if (this.take('while')) {
      this.parseExpression();
      return [{ kind: 'maybe', word: 'while', line, body: this.#parseSuite(column) }];
    }
    if (this.take('def')) return [this.#parseDefinition(line, column)];
    if (this.take('class')) {
      this.#decorator = null;
      const name = this.parseName();
      if (this.take('(')) this.skipToClosing();
      return [{ kind: 'class', line, name, body: this.#parseSuite(column) }];
    }
    if (this.take('with')) {
      const head = this.index;
      while (this.token && !this.is(':')) this.index++;
      const headTokens = this.tokens.slice(head, this.index);
      const names = headTokens.flatMap(({ text }, i) =>
        headTokens[i - 1]?.text === 'as' ? [text] : [],
      );
      const body = this.#parseSuite(column);
      return [
        { kind: 'import', line, names, text: 'with' },
        { kind: 'block', line, body },
      ];
    }
    if (this.take('finally')) return [{ kind: 'block', line, body: this.#parseSuite(column) }];
    if (!this.take('try', 'except', 'elif', 'else')) return null;
    while (this.token && !this.is(':') && this.token.kind !== 'line') this.index++;
    return [{ kind: 'maybe', word: token.text, line, body: this.#parseSuite(column) }];
  }

  #parseNames(line: number): CodeStatement {
    const word = this.token?.text ?? '';
    const head = ++this.index;
    this.skipStatement();
    const nameTokens = this.tokens.slice(head, this.index);
    const imports = nameTokens.findIndex(({ text }) => text === 'import');
    const names = nameTokens.slice(imports + 1).flatMap(({ kind, text }, i, all) => {
      const isNamed = kind === 'name' && text !== 'as' && all[i - 1]?.text !== '.';
      return isNamed && all[i + 1]?.text !== 'as' ? [text] : [];
    });
    if (word === 'global' || word === 'nonlocal') return { kind: 'outer', line, names };
    return { kind: 'import', line, names, text: 'import' };
  }

  #parseIf(line: number, column: number): CodeStatement {
    const branches: ConditionalBranch[] = [];
    do {
      const condition = this.parseExpression();
      branches.push({ condition, body: this.#parseSuite(column) });
    } while (this.#takeBranch('elif', column));
    if (this.#takeBranch('else', column))
      branches.push({ condition: null, body: this.#parseSuite(column) });
    return { kind: 'if', line, branches };
  }

  #takeBranch(word: string, column: number): boolean {
    while (this.token?.kind === 'line') this.index++;
    if (this.token?.column !== column || !this.isLineStart()) return false;
    return this.take(word);
  }

  #parseSuite(column: number): CodeStatement[] {
    this.expect(':');
    if (this.token?.kind !== 'line') {
      const all: CodeStatement[] = [];
      while (this.token && (this.token as CodeToken).kind !== 'line') {
        if (this.take(';')) continue;
        all.push(...this.parseStatement());
      }
      return all;
    }
    while (this.token?.kind === 'line') this.index++;
    return this.parseBlock(column + 1);
  }

  #parseDefinition(line: number, column: number): CodeStatement {
    const name = this.parseName();
    this.expect('(');
    const params: CodeParameter[] = [];
    while (!this.take(')')) {
      this.take('*', '**');
      if (this.take('/', ',')) continue;
      const param = this.parseName();
      if (this.take(':')) this.parseExpression();
      params.push({ name: param, value: this.take('=') ? this.parseExpression() : null });
      if (!this.take(',') && !this.is(')')) throw new UnsupportedSyntaxError();
    }
    while (this.token && !this.is(':')) this.index++; // The type of its value.
    const decorator = this.#decorator;
    this.#decorator = null;
    return { kind: 'define', line, name, params, decorator, body: this.#parseSuite(column) };
  }
}
