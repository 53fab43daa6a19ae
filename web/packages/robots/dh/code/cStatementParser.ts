import { UnsupportedSyntaxError } from './codeExpressionParser.ts';
import type {
  CodeDeclaration,
  CodeExpression,
  CodeParameter,
  CodeStatement,
  ConditionalBranch,
} from './codeTree.ts';
import { LOOP_JUMP_WORDS, StatementParser } from './statementParser.ts';
import type { CodeToken } from './tokenizeCode.ts';

const BLOCK_KEYWORDS = new Set([
  'class',
  'struct',
  'namespace',
  'enum',
  'union',
  'extern',
  'do',
  'try',
]);
const OUTPUT_STREAM = /^(cout|cerr|clog)$/;
const INTEGER_TYPE = /^(int|long|short|unsigned|char|size_t|u?int\d+_t)$/;

export class CStatementParser extends StatementParser {
  protected isBlockEnd(): boolean {
    return this.is('}');
  }

  protected parseBrokenBody(): CodeStatement[] | null {
    return this.tokens[this.index - 1]?.text === '{' ? this.#parseBraces() : null;
  }

  protected parseCompound(): CodeStatement[] | null {
    const { token } = this;
    const line = token?.line ?? 1;
    if (this.take('{')) return [{ kind: 'block', line, body: this.#parseBraces() }];
    if (token?.kind !== 'name') return null;
    const next = this.tokens[this.index + 1];
    if (this.is('case') || next?.text === ':') {
      while (this.token && !this.take(':')) this.index++; // A label.
      return [];
    }
    if (this.take('return'))
      return [{ kind: 'return', line, value: this.is(';') ? null : this.parseExpression() }];
    if (this.is(...LOOP_JUMP_WORDS)) return this.parseJump(line);
    if (this.take('else', 'do', 'try'))
      return [{ kind: 'maybe', word: token.text, line, body: this.#parseBody() }];
    if (this.take('for')) return [this.#parseFor(line)];
    if (this.take('while', 'switch')) {
      this.expect('(');
      this.skipToClosing();
      if (this.take(';')) return []; // The end of `do`.
      return [{ kind: 'maybe', word: token.text, line, body: this.#parseBody() }];
    }
    if (this.take('if')) {
      this.expect('(');
      const condition = this.parseExpression();
      this.expect(')');
      const branches: ConditionalBranch[] = [{ condition, body: this.#parseBody() }];
      if (this.take('else')) branches.push({ condition: null, body: this.#parseBody() });
      return [{ kind: 'if', line, branches }];
    }
    return this.#parseDeclaration(line);
  }

  #parseBraces(): CodeStatement[] {
    const body = this.parseBlock(0);
    this.take('}');
    return body;
  }

  #parseBody(): CodeStatement[] {
    return this.take('{') ? this.#parseBraces() : this.parseStatement();
  }

  #parseFor(line: number): CodeStatement {
    this.expect('(');
    const { index: start } = this;
    while (this.token && !this.is('=', ';', ':')) this.index++;
    const headTokens = this.tokens.slice(start, this.index);
    const declares = headTokens.length > 1 ? readDeclaration(headTokens) : null;
    const target = {
      kind: 'name' as const,
      name: this.tokens[this.index - 1]?.text ?? '',
      ...this.getSpan(start),
    };
    if (declares && headTokens.at(-1)?.kind === 'name' && this.take(':')) {
      const over = this.parseExpression();
      this.expect(')');
      return { kind: 'for', line, target, over, declares, body: this.#parseBody() };
    }
    if (!this.take('=')) {
      this.skipToClosing();
      return { kind: 'maybe', word: 'for', line, body: this.#parseBody() };
    }
    const from = this.parseExpression();
    this.expect(';');
    const counter = target.name;
    this.expect(counter);
    const ends = this.take('<=') ? 1 : this.take('<') ? 0 : -1;
    if (ends < 0) throw new UnsupportedSyntaxError();
    const to = this.parseExpression();
    this.expect(';');
    const increment = this.take('++');
    this.expect(counter);
    if (!increment) this.expect('++');
    this.expect(')');
    const spot = this.getSpan(start);
    const one: CodeExpression = { kind: 'number', value: ends, isReal: false, ...spot };
    const end: CodeExpression = { kind: 'binary', mark: '+', left: to, right: one, ...spot };
    const callee: CodeExpression = { kind: 'name', name: 'range', ...spot };
    const args = [from, end].map((value) => ({ name: null, value }));
    return {
      kind: 'for',
      line,
      target,
      over: { kind: 'call', of: callee, args, ...spot },
      ...(declares && { declares }),
      body: this.#parseBody(),
    };
  }

  #parseDeclaration(line: number): CodeStatement[] | null {
    const start = this.index;
    const end = this.#findHeadEnd();
    const head = this.tokens.slice(start, end);
    const mark = this.tokens[end]?.text;
    const before = this.tokens[end - 1];
    if (mark === '{' && (BLOCK_KEYWORDS.has(head[0]?.text ?? '') || before?.text !== '>')) {
      const calls = head.findIndex(({ text }) => text === '(');
      const isBlock = BLOCK_KEYWORDS.has(head[0]?.text ?? '') || calls > 0;
      if (isBlock) {
        this.index = end + 1;
        const params = calls > 0 ? readParameters(head.slice(calls)) : [];
        const name = calls > 0 ? (head[calls - 1]?.text ?? '') : '';
        const kind = calls > 0 ? ('define' as const) : ('class' as const);
        return [{ kind, line, name, params, body: this.#parseBraces() }];
      }
    }
    const declares = head.length > 1 && before?.kind === 'name' && head.at(-2)?.text !== '.';
    if (mark === '<<' && OUTPUT_STREAM.test(before?.text ?? ''))
      return this.#parseOutput(line, end);
    if (mark === '<<' && head.length > 0) return [this.#parseCommaList(line, end)];
    const dims = head.findIndex(({ text }) => text === '[');
    const named = dims > 1 ? head[dims - 1] : declares ? before : undefined;
    const isDeclaration = named?.kind === 'name' && head[0]?.kind === 'name';
    if (!isDeclaration || !['=', '{'].includes(mark ?? '')) return null;
    const target = (name: string): CodeExpression => ({
      kind: 'name',
      name,
      ...this.getSpan(start),
    });
    const declaration = readDeclaration(head);
    this.index = end;
    this.take('=');
    const all: CodeStatement[] = [];
    let name: string | null = named.text;
    while (name !== null) {
      const value = this.parseExpression();
      all.push({
        ...{ kind: 'assign', line, targets: [target(name)], mark: '=', value },
        declares: declaration,
      });
      name = this.take(',') ? this.parseName() : null;
      if (name !== null) this.expect('=');
    }
    return all;
  }

  #findHeadEnd(): number {
    let depth = 0;
    for (let index = this.index; index < this.tokens.length; index++) {
      const { text, kind } = this.tokens[index] as CodeToken;
      if (kind === 'text') continue;
      if (depth === 0 && ['=', ';', '{', '}', '<<', '+='].includes(text)) return index;
      if (text === '(' || text === '[') depth++;
      if (text === ')' || text === ']') depth--;
    }
    return this.tokens.length;
  }

  #parseOutput(line: number, end: number): CodeStatement[] {
    const all: CodeStatement[] = [];
    this.index = end;
    while (this.take('<<')) all.push({ kind: 'value', line, value: this.parseExpression() });
    return all;
  }

  /**
   * Parses an Eigen comma initialiser such as `dh << 0, 0.3,\n 1, 2;`; each source line is a row.
   */
  #parseCommaList(line: number, end: number): CodeStatement {
    const { kind, text: name = '' } = this.tokens[end - 1] ?? {};
    if (kind !== 'name' || this.tokens[end - 2]?.text === '.') throw new UnsupportedSyntaxError();
    const start = this.index;
    this.index = end + 1;
    const rows: CodeExpression[][] = [];
    let last = 0;
    do {
      const item = this.parseExpression();
      if (item.line !== last) rows.push([]);
      last = item.line;
      rows.at(-1)?.push(item);
    } while (this.take(','));
    const spot = this.getSpan(start);
    const target: CodeExpression = { kind: 'name', name, ...spot };
    const value: CodeExpression = { kind: 'list', rows, matrix: true, ...spot };
    return { kind: 'assign', line, targets: [target], mark: '=', value };
  }
}

function readDeclaration(head: readonly CodeToken[]): CodeDeclaration {
  const is = (...texts: string[]) => head.some(({ text }) => texts.includes(text));
  const isInteger = head.some(({ text }) => INTEGER_TYPE.test(text)) && !is('double', 'float');
  const kind = is('&', '*', '&&') ? 'reference' : 'value';
  return { kind, isConstant: is('const', 'constexpr'), isInteger };
}

function readParameters(tokens: readonly CodeToken[]): CodeParameter[] {
  const all: CodeParameter[] = [];
  let depth = 0;
  let name: string | null = null;
  for (const [i, { kind, text }] of tokens.entries()) {
    if ('(<['.includes(text)) depth++;
    const isNamed = depth === 1 || ['&', '*'].includes(tokens[i - 1]?.text ?? '');
    if (kind === 'name' && isNamed) name = text;
    if (')>]'.includes(text)) depth--;
    const isEnd = (text === ',' && depth === 1) || depth === 0;
    if (isEnd && name !== null) all.push({ name, value: null });
    if (isEnd) name = null;
    if (depth === 0) break;
  }
  return all;
}
