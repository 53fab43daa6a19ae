/** Parses the statements of C and C++. */
import { SyntaxStop } from './codeExpressions.ts';
import type { Token } from './codeTokens.ts';
import type { Branch, Declaration, Expression, Parameter, Statement } from './codeTree.ts';
import { JUMPS, StatementParser } from './statementParser.ts';

const C_BLOCKS = new Set(['class', 'struct', 'namespace', 'enum', 'union', 'extern', 'do', 'try']);
const OUTPUT = /^(cout|cerr|clog)$/;
const INTEGER = /^(int|long|short|unsigned|char|size_t|u?int\d+_t)$/;

export class CStatements extends StatementParser {
  protected ends(): boolean {
    return this.is('}');
  }

  protected bodyOf(): Statement[] | null {
    return this.tokens[this.at - 1]?.text === '{' ? this.#braces() : null;
  }

  protected compound(): Statement[] | null {
    const { token } = this;
    const line = token?.line ?? 1;
    if (this.take('{')) return [{ kind: 'block', line, body: this.#braces() }];
    if (token?.kind !== 'name') return null;
    const next = this.tokens[this.at + 1];
    if (this.is('case') || next?.text === ':') {
      while (this.token && !this.take(':')) this.at++; // A label.
      return [];
    }
    if (this.take('return'))
      return [{ kind: 'return', line, value: this.is(';') ? null : this.expression() }];
    if (this.is(...JUMPS)) return this.jump(line);
    if (this.take('else', 'do', 'try'))
      return [{ kind: 'maybe', word: token.text, line, body: this.#body() }];
    if (this.take('for')) return [this.#for(line)];
    if (this.take('while', 'switch')) {
      this.expect('(');
      this.toClosing();
      if (this.take(';')) return []; // The end of `do`.
      return [{ kind: 'maybe', word: token.text, line, body: this.#body() }];
    }
    if (this.take('if')) {
      this.expect('(');
      const condition = this.expression();
      this.expect(')');
      const branches: Branch[] = [{ condition, body: this.#body() }];
      if (this.take('else')) branches.push({ condition: null, body: this.#body() });
      return [{ kind: 'if', line, branches }];
    }
    return this.#declaration(line);
  }

  #braces(): Statement[] {
    const body = this.block(0);
    this.take('}');
    return body;
  }

  #body(): Statement[] {
    return this.take('{') ? this.#braces() : this.statement();
  }

  /** Counts upwards by one: `for (int i = 0; i < n; i++)`. */
  #for(line: number): Statement {
    this.expect('(');
    const { at } = this;
    while (this.token && !this.is('=', ';', ':')) this.at++;
    const own = this.tokens.slice(at, this.at);
    const declares = own.length > 1 ? declarationOf(own) : null;
    const target = {
      kind: 'name' as const,
      name: this.tokens[this.at - 1]?.text ?? '',
      ...this.spot(at),
    };
    if (declares && own.at(-1)?.kind === 'name' && this.take(':')) {
      const over = this.expression();
      this.expect(')');
      return { kind: 'for', line, target, over, declares, body: this.#body() };
    }
    if (!this.take('=')) {
      this.toClosing();
      return { kind: 'maybe', word: 'for', line, body: this.#body() };
    }
    const from = this.expression();
    this.expect(';');
    const counter = target.name;
    this.expect(counter);
    const ends = this.take('<=') ? 1 : this.take('<') ? 0 : -1;
    if (ends < 0) throw new SyntaxStop();
    const to = this.expression();
    this.expect(';');
    const increment = this.take('++');
    this.expect(counter);
    if (!increment) this.expect('++');
    this.expect(')');
    const spot = this.spot(at);
    const one: Expression = { kind: 'number', value: ends, isReal: false, ...spot };
    const end: Expression = { kind: 'binary', mark: '+', left: to, right: one, ...spot };
    const of: Expression = { kind: 'name', name: 'range', ...spot };
    const args = [from, end].map((value) => ({ name: null, value }));
    return {
      kind: 'for',
      line,
      target,
      over: { kind: 'call', of, args, ...spot },
      ...(declares && { declares }),
      body: this.#body(),
    };
  }

  /** A declaration, a function, or an expression. */
  #declaration(line: number): Statement[] | null {
    const start = this.at;
    const end = this.#endOfHead();
    const head = this.tokens.slice(start, end);
    const mark = this.tokens[end]?.text;
    const before = this.tokens[end - 1];
    if (mark === '{' && (C_BLOCKS.has(head[0]?.text ?? '') || before?.text !== '>')) {
      const calls = head.findIndex(({ text }) => text === '(');
      const isBlock = C_BLOCKS.has(head[0]?.text ?? '') || calls > 0;
      if (isBlock) {
        this.at = end + 1;
        const params = calls > 0 ? parametersOf(head.slice(calls)) : [];
        const name = calls > 0 ? (head[calls - 1]?.text ?? '') : '';
        const kind = calls > 0 ? ('define' as const) : ('class' as const);
        return [{ kind, line, name, params, body: this.#braces() }];
      }
    }
    const declares = head.length > 1 && before?.kind === 'name' && head.at(-2)?.text !== '.';
    if (mark === '<<' && OUTPUT.test(before?.text ?? '')) return this.#output(line, end);
    if (mark === '<<' && head.length > 0) return [this.#commaList(line, end)];
    const dims = head.findIndex(({ text }) => text === '[');
    const named = dims > 1 ? head[dims - 1] : declares ? before : undefined;
    const isDeclaration = named?.kind === 'name' && head[0]?.kind === 'name';
    if (!isDeclaration || !['=', '{'].includes(mark ?? '')) return null;
    const target = (name: string): Expression => ({ kind: 'name', name, ...this.spot(start) });
    const declaration = declarationOf(head);
    this.at = end;
    this.take('=');
    const all: Statement[] = [];
    let name: string | null = named.text;
    while (name !== null) {
      const value = this.expression();
      all.push({
        ...{ kind: 'assign', line, targets: [target(name)], mark: '=', value },
        declares: declaration,
      });
      name = this.take(',') ? this.name() : null;
      if (name !== null) this.expect('=');
    }
    return all;
  }

  /** Index of the first `=`, `;`, `{` or `<<` outside brackets. */
  #endOfHead(): number {
    let depth = 0;
    for (let at = this.at; at < this.tokens.length; at++) {
      const { text, kind } = this.tokens[at] as Token;
      if (kind === 'text') continue;
      if (depth === 0 && ['=', ';', '{', '}', '<<', '+='].includes(text)) return at;
      if (text === '(' || text === '[') depth++;
      if (text === ')' || text === ']') depth--;
    }
    return this.tokens.length;
  }

  /** Parses the output of a program: `std::cout << a << b;`. */
  #output(line: number, end: number): Statement[] {
    const all: Statement[] = [];
    this.at = end;
    while (this.take('<<')) all.push({ kind: 'value', line, value: this.expression() });
    return all;
  }

  /** Eigen's `dh << 0, 0.3,\n 1, 2;`: each line is a row. */
  #commaList(line: number, end: number): Statement {
    const { kind, text: name = '' } = this.tokens[end - 1] ?? {};
    if (kind !== 'name' || this.tokens[end - 2]?.text === '.') throw new SyntaxStop();
    const start = this.at;
    this.at = end + 1;
    const rows: Expression[][] = [];
    let last = 0;
    do {
      const item = this.expression();
      if (item.line !== last) rows.push([]);
      last = item.line;
      rows.at(-1)?.push(item);
    } while (this.take(','));
    const spot = this.spot(start);
    const target: Expression = { kind: 'name', name, ...spot };
    const value: Expression = { kind: 'list', rows, matrix: true, ...spot };
    return { kind: 'assign', line, targets: [target], mark: '=', value };
  }
}

function declarationOf(head: readonly Token[]): Declaration {
  const is = (...texts: string[]) => head.some(({ text }) => texts.includes(text));
  const isInteger = head.some(({ text }) => INTEGER.test(text)) && !is('double', 'float');
  const kind = is('&', '*', '&&') ? 'reference' : 'value';
  return { kind, isConstant: is('const', 'constexpr'), isInteger };
}

/** The parameters of a function of C++, from its opening bracket on. */
function parametersOf(tokens: readonly Token[]): Parameter[] {
  const all: Parameter[] = [];
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
