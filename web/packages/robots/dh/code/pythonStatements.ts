/** Parses the statements of Python. */
import { SyntaxStop } from './codeExpressions.ts';
import type { Token } from './codeTokens.ts';
import type { Branch, Parameter, Statement } from './codeTree.ts';
import { JUMPS, StatementParser } from './statementParser.ts';

const PYTHON_SKIPS = /^(pass|raise|assert|print)$/;

/** Decorators that do not change what a function returns. */
const HARMLESS =
  /^@\s*([\w.]*\.)?(property|cached_property|staticmethod|classmethod|dataclass|abstractmethod|override|overload|setter|cache|lru_cache|wraps|n?jit|jitclass|final)\b/;

export class PythonStatements extends StatementParser {
  #decorator: string | null = null;

  protected ends(column: number): boolean {
    return this.isFirst() && (this.token?.column ?? 0) < column;
  }

  protected bodyOf(start: number): Statement[] | null {
    const [first, last] = [this.tokens[start], this.tokens[this.at - 1]];
    if (last?.text !== ':') return null;
    while (this.token?.kind === 'line') this.at++;
    return this.block((first?.column ?? 0) + 1);
  }

  protected compound(): Statement[] | null {
    const { token } = this;
    const line = token?.line ?? 1;
    if (token?.kind !== 'name') {
      if (!this.is('@')) return null;
      const head = this.at;
      this.skip();
      const { from, to } = this.spot(head);
      const text = this.code.slice(from, to);
      if (!HARMLESS.test(text)) this.#decorator ??= text;
      return [];
    }
    const column = token.column;
    if (this.take('return'))
      return [{ kind: 'return', line, value: this.isEnd() ? null : this.tuple() }];
    if (this.is(...JUMPS)) return this.jump(line);
    if (this.take('del')) throw new SyntaxStop();
    if (this.is('import', 'from', 'global', 'nonlocal')) return [this.#names(line)];
    if (PYTHON_SKIPS.test(token.text) && this.tokens[this.at + 1]?.text !== '=') {
      this.skip();
      return [];
    }
    if (this.take('if')) return [this.#pythonIf(line, column)];
    if (this.take('for')) {
      const target = this.target();
      this.expect('in');
      const over = this.tuple();
      return [{ kind: 'for', line, target, over, body: this.#suite(column) }];
    }
    if (this.take('while')) {
      this.expression();
      return [{ kind: 'maybe', word: 'while', line, body: this.#suite(column) }];
    }
    if (this.take('def')) return [this.#definition(line, column)];
    if (this.take('class')) {
      this.#decorator = null;
      const name = this.name();
      if (this.take('(')) this.toClosing();
      return [{ kind: 'class', line, name, body: this.#suite(column) }];
    }
    if (this.take('with')) {
      const head = this.at;
      while (this.token && !this.is(':')) this.at++;
      const own = this.tokens.slice(head, this.at);
      const names = own.flatMap(({ text }, i) => (own[i - 1]?.text === 'as' ? [text] : []));
      const body = this.#suite(column);
      return [
        { kind: 'import', line, names, text: 'with' },
        { kind: 'block', line, body },
      ];
    }
    if (this.take('finally')) return [{ kind: 'block', line, body: this.#suite(column) }];
    if (!this.take('try', 'except', 'elif', 'else')) return null;
    while (this.token && !this.is(':') && this.token.kind !== 'line') this.at++;
    return [{ kind: 'maybe', word: token.text, line, body: this.#suite(column) }];
  }

  /** `global a`, `from b import c as d`: the names that get another meaning. */
  #names(line: number): Statement {
    const word = this.token?.text ?? '';
    const head = ++this.at;
    this.skip();
    const own = this.tokens.slice(head, this.at);
    const imports = own.findIndex(({ text }) => text === 'import');
    const names = own.slice(imports + 1).flatMap(({ kind, text }, i, all) => {
      const isNamed = kind === 'name' && text !== 'as' && all[i - 1]?.text !== '.';
      return isNamed && all[i + 1]?.text !== 'as' ? [text] : [];
    });
    if (word === 'global' || word === 'nonlocal') return { kind: 'outer', line, names };
    return { kind: 'import', line, names, text: 'import' };
  }

  #pythonIf(line: number, column: number): Statement {
    const branches: Branch[] = [];
    do {
      const condition = this.expression();
      branches.push({ condition, body: this.#suite(column) });
    } while (this.#continues('elif', column));
    if (this.#continues('else', column))
      branches.push({ condition: null, body: this.#suite(column) });
    return { kind: 'if', line, branches };
  }

  #continues(word: string, column: number): boolean {
    while (this.token?.kind === 'line') this.at++;
    if (this.token?.column !== column || !this.isFirst()) return false;
    return this.take(word);
  }

  /** The statements after a colon, on the same line or indented. */
  #suite(column: number): Statement[] {
    this.expect(':');
    if (this.token?.kind !== 'line') {
      const all: Statement[] = [];
      while (this.token && (this.token as Token).kind !== 'line') {
        if (this.take(';')) continue;
        all.push(...this.statement());
      }
      return all;
    }
    while (this.token?.kind === 'line') this.at++;
    return this.block(column + 1);
  }

  #definition(line: number, column: number): Statement {
    const name = this.name();
    this.expect('(');
    const params: Parameter[] = [];
    while (!this.take(')')) {
      this.take('*', '**');
      if (this.take('/', ',')) continue;
      const param = this.name();
      if (this.take(':')) this.expression();
      params.push({ name: param, value: this.take('=') ? this.expression() : null });
      if (!this.take(',') && !this.is(')')) throw new SyntaxStop();
    }
    while (this.token && !this.is(':')) this.at++; // The type of its value.
    const decorator = this.#decorator;
    this.#decorator = null;
    return { kind: 'define', line, name, params, decorator, body: this.#suite(column) };
  }
}
