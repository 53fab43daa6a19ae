import type { CodeExpression, CodeStatement, ConditionalBranch } from './codeTree.ts';
import { LOOP_JUMP_WORDS, StatementParser } from './statementParser.ts';
import type { CodeToken, CodeTokens } from './tokenizeCode.ts';

const OPENERS = /^(for|parfor|while|if|switch|try|classdef|properties|methods|events|enumeration)$/;
const BLOCK_ENDS = [
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

export class MatlabStatementParser extends StatementParser {
  /** True if the functions of the MATLAB file end with `end`. */
  readonly #closed: boolean;

  constructor(tokens: CodeTokens) {
    super(tokens);
    this.#closed = tokens.language === 'matlab' && hasFunctionEnds(tokens.tokens);
  }

  protected isBlockEnd(): boolean {
    return this.is(...BLOCK_ENDS);
  }

  protected parseBrokenBody(start: number): CodeStatement[] | null {
    return OPENERS.test(this.tokens[start]?.text ?? '') ? this.#parseBody() : null;
  }

  protected parseCompound(): CodeStatement[] | null {
    const { token } = this;
    const line = token?.line ?? 1;
    if (token?.kind !== 'name') return null;
    const next = this.tokens[this.index + 1];
    if (this.take('for', 'parfor')) {
      const bracket = this.take('(');
      const target = this.parseTarget();
      this.expect('=');
      const over = this.parseExpression();
      if (bracket) this.expect(')');
      return [{ kind: 'for', line, target, over, body: this.#parseBody() }];
    }
    if (this.take('while')) {
      this.parseExpression();
      return [{ kind: 'maybe', word: 'while', line, body: this.#parseBody() }];
    }
    if (this.take('if')) return [this.#parseIf(line)];
    if (this.take('switch')) return [this.#parseSwitch(line)];
    if (this.take('try')) {
      const body = this.parseBlock(0);
      if (this.take('catch')) body.push(...this.parseBlock(0));
      this.take('end');
      return [{ kind: 'maybe', word: 'try', line, body }];
    }
    if (this.take('do')) {
      const body = this.parseBlock(0);
      if (this.take('until')) this.parseExpression();
      return [{ kind: 'maybe', word: 'do', line, body }];
    }
    if (this.take('function')) return [this.#parseFunction(line)];
    if (OPENERS.test(token.text)) {
      this.skipStatement();
      return [{ kind: 'class', line, name: '', body: this.#parseBody() }];
    }
    if (this.take('return')) return [{ kind: 'return', line, value: null }];
    if (this.is(...LOOP_JUMP_WORDS)) return this.parseJump(line);
    // A command: `syms q1 q2`, `hold on`.
    if (next?.kind !== 'name' || !next.spaced || next.line !== line) return null;
    this.index++;
    const names: string[] = [];
    for (; this.token && this.token.kind !== 'line' && !this.is(';', ','); this.index++)
      names.push(this.token.text);
    if (/^(global|persistent)$/.test(token.text)) return [{ kind: 'outer', line, names }];
    if (token.text === 'load') return [{ kind: 'import', line, names: [], text: 'load' }];
    return [{ kind: 'forget', line, names: /^(syms|clear)$/.test(token.text) ? names : [] }];
  }

  #parseBody(): CodeStatement[] {
    const body = this.parseBlock(0);
    this.take('end', 'endfor', 'endif', 'endfunction');
    return body;
  }

  #parseIf(line: number): CodeStatement {
    const branches: ConditionalBranch[] = [];
    do {
      const condition = this.parseExpression();
      branches.push({ condition, body: this.parseBlock(0) });
    } while (this.take('elseif'));
    if (this.take('else')) branches.push({ condition: null, body: this.parseBlock(0) });
    this.take('end', 'endif');
    return { kind: 'if', line, branches };
  }

  #parseSwitch(line: number): CodeStatement {
    const { index: start } = this;
    const value = this.parseExpression();
    const branches: ConditionalBranch[] = [];
    while (this.token?.kind === 'line' || this.is(';', ',')) this.index++;
    while (this.is('case', 'otherwise')) {
      const last = this.take('otherwise');
      if (!last) this.index++;
      const right = last ? null : this.parseExpression();
      const condition: CodeExpression | null = right && {
        ...{ kind: 'binary', mark: '==', left: value, right },
        ...this.getSpan(start),
      };
      branches.push({ condition, body: this.parseBlock(0) });
    }
    this.take('end');
    return { kind: 'if', line, branches };
  }

  #parseFunction(line: number): CodeStatement {
    const head = this.index;
    this.skipStatement();
    const headTokens = this.tokens.slice(head, this.index);
    const open = headTokens.findIndex(({ text }) => text === '(');
    const name = headTokens[(open < 0 ? headTokens.length : open) - 1]?.text ?? '';
    const params = (open < 0 ? [] : headTokens.slice(open)).flatMap(({ kind, text }) =>
      kind === 'name' ? [{ name: text, value: null }] : [],
    );
    const body: CodeStatement[] = [];
    if (this.#closed) body.push(...this.#parseBody());
    else
      while (this.token && !this.is('function')) {
        const { index: before } = this;
        if (this.is(...BLOCK_ENDS) || this.token.kind === 'line' || this.is(';', ',')) this.index++;
        else body.push(...this.parseStatement());
        if (this.index === before) this.index++;
      }
    return { kind: 'define', line, name, params, body };
  }
}

function hasFunctionEnds(tokens: readonly CodeToken[]): boolean {
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
