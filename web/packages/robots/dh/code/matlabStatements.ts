import type { Token, Tokens } from './codeTokens.ts';
import type { Branch, Expression, Statement } from './codeTree.ts';
import { JUMPS, StatementParser } from './statementParser.ts';

const OPENERS = /^(for|parfor|while|if|switch|try|classdef|properties|methods|events|enumeration)$/;
const ENDS = [
  'end',
  'endfunction',
  'endfor',
  'endif',
  'else',
  'elseif',
  'case',
  'otherwise',
  'catch',
  'until',
];

export class MatlabStatements extends StatementParser {
  /** Whether functions of MATLAB end with `end`. */
  readonly #closed: boolean;

  constructor(tokens: Tokens) {
    super(tokens);
    this.#closed = tokens.language === 'matlab' && functionsEnd(tokens.tokens);
  }

  protected ends(): boolean {
    return this.is(...ENDS);
  }

  protected bodyOf(start: number): Statement[] | null {
    return OPENERS.test(this.tokens[start]?.text ?? '') ? this.#body() : null;
  }

  protected compound(): Statement[] | null {
    const { token } = this;
    const line = token?.line ?? 1;
    if (token?.kind !== 'name') return null;
    const next = this.tokens[this.at + 1];
    if (this.take('for', 'parfor')) {
      const bracket = this.take('(');
      const target = this.target();
      this.expect('=');
      const over = this.expression();
      if (bracket) this.expect(')');
      return [{ kind: 'for', line, target, over, body: this.#body() }];
    }
    if (this.take('while')) {
      this.expression();
      return [{ kind: 'maybe', word: 'while', line, body: this.#body() }];
    }
    if (this.take('if')) return [this.#matlabIf(line)];
    if (this.take('switch')) return [this.#switch(line)];
    if (this.take('try')) {
      const body = this.block(0);
      if (this.take('catch')) body.push(...this.block(0));
      this.take('end');
      return [{ kind: 'maybe', word: 'try', line, body }];
    }
    if (this.take('do')) {
      const body = this.block(0);
      if (this.take('until')) this.expression();
      return [{ kind: 'maybe', word: 'do', line, body }];
    }
    if (this.take('function')) return [this.#function(line)];
    if (OPENERS.test(token.text)) {
      this.skip();
      return [{ kind: 'class', line, name: '', body: this.#body() }];
    }
    if (this.take('return')) return [{ kind: 'return', line, value: null }];
    if (this.is(...JUMPS)) return this.jump(line);
    // A command: `syms q1 q2`, `hold on`.
    if (next?.kind !== 'name' || !next.spaced || next.line !== line) return null;
    this.at++;
    const names: string[] = [];
    for (; this.token && this.token.kind !== 'line' && !this.is(';', ','); this.at++)
      names.push(this.token.text);
    if (/^(global|persistent)$/.test(token.text)) return [{ kind: 'outer', line, names }];
    if (token.text === 'load') return [{ kind: 'import', line, names: [], text: 'load' }];
    return [{ kind: 'forget', line, names: /^(syms|clear)$/.test(token.text) ? names : [] }];
  }

  #body(): Statement[] {
    const body = this.block(0);
    this.take('end', 'endfor', 'endif', 'endfunction');
    return body;
  }

  #matlabIf(line: number): Statement {
    const branches: Branch[] = [];
    do {
      const condition = this.expression();
      branches.push({ condition, body: this.block(0) });
    } while (this.take('elseif'));
    if (this.take('else')) branches.push({ condition: null, body: this.block(0) });
    this.take('end', 'endif');
    return { kind: 'if', line, branches };
  }

  #switch(line: number): Statement {
    const { at } = this;
    const value = this.expression();
    const branches: Branch[] = [];
    while (this.token?.kind === 'line' || this.is(';', ',')) this.at++;
    while (this.is('case', 'otherwise')) {
      const last = this.take('otherwise');
      if (!last) this.at++;
      const right = last ? null : this.expression();
      const condition: Expression | null = right && {
        ...{ kind: 'binary', mark: '==', left: value, right },
        ...this.spot(at),
      };
      branches.push({ condition, body: this.block(0) });
    }
    this.take('end');
    return { kind: 'if', line, branches };
  }

  #function(line: number): Statement {
    const head = this.at;
    this.skip();
    const own = this.tokens.slice(head, this.at);
    const open = own.findIndex(({ text }) => text === '(');
    const name = own[(open < 0 ? own.length : open) - 1]?.text ?? '';
    const params = (open < 0 ? [] : own.slice(open)).flatMap(({ kind, text }) =>
      kind === 'name' ? [{ name: text, value: null }] : [],
    );
    const body: Statement[] = [];
    if (this.#closed) body.push(...this.#body());
    else
      while (this.token && !this.is('function')) {
        const { at } = this;
        if (this.is(...ENDS) || this.token.kind === 'line' || this.is(';', ',')) this.at++;
        else body.push(...this.statement());
        if (this.at === at) this.at++;
      }
    return { kind: 'define', line, name, params, body };
  }
}

function functionsEnd(tokens: readonly Token[]): boolean {
  let [depth, open] = [0, 0];
  tokens.forEach(({ kind, text }, i) => {
    if (kind === 'mark' && '([{'.includes(text)) depth++;
    if (kind === 'mark' && ')]}'.includes(text)) depth--;
    if (kind !== 'name' || depth > 0) return;
    const before = tokens[i - 1];
    const first = !before || before.kind === 'line' || [';', ','].includes(before.text);
    if (first && (OPENERS.test(text) || text === 'function')) open++;
    if (/^end(function|for|if|while)?$/.test(text)) open--;
  });
  return open <= 0;
}
