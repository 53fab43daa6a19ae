/**
 * Parses the statements of a program. What is outside the grammar becomes a `broken` statement, and
 * parsing continues after it.
 */
import { ExpressionParser, SyntaxStop } from './codeExpressions.ts';
import type { Token, Tokens } from './codeTokens.ts';
import type { Branch, Declaration, Expression, Parameter, Statement } from './codeTree.ts';

const DEEPEST = 30; // Maximum nesting of blocks.
const ASSIGNS = ['=', '+=', '-=', '*=', '/=', ':='];
const PYTHON_SKIPS = /^(pass|raise|assert|print)$/;
const INTEGER = /^(int|long|short|unsigned|char|size_t|u?int\d+_t)$/;
/** Marks by which a statement outside the grammar may change a number. */
const CHANGES = /^([-+*/]?=|\+\+|--|&|:=|\*\*=)$/;
const JUMPS = ['break', 'continue'];
const C_BLOCKS = new Set(['class', 'struct', 'namespace', 'enum', 'union', 'extern', 'do', 'try']);
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

export function statementsOf(tokens: Tokens): readonly Statement[] {
  return new StatementParser(tokens).program();
}

class StatementParser extends ExpressionParser {
  #nesting = 0;
  /** Whether functions of MATLAB end with `end`. */
  readonly #closed: boolean;

  constructor(tokens: Tokens) {
    super(tokens);
    this.#closed = tokens.language === 'matlab' && functionsEnd(tokens.tokens);
  }

  program(): Statement[] {
    const all: Statement[] = [];
    while (this.token) {
      all.push(...this.#block(0));
      this.at++; // An end without a beginning.
    }
    return all;
  }

  /** Statements up to the end of the block, or to a line that is indented less. */
  #block(column: number): Statement[] {
    const all: Statement[] = [];
    if (this.#nesting >= DEEPEST) return all;
    this.#nesting++;
    while (this.token && !this.#ends(column)) {
      const { at } = this;
      if (this.token.kind === 'line' || this.is(';', ',')) this.at++;
      else all.push(...this.#statement());
      if (this.at === at) this.at++;
    }
    this.#nesting--;
    return all;
  }

  #ends(column: number): boolean {
    if (this.language === 'c') return this.is('}');
    if (this.language === 'matlab') return this.is(...ENDS);
    return this.#isFirst() && (this.token?.column ?? 0) < column;
  }

  #isFirst(): boolean {
    const before = this.tokens[this.at - 1];
    return before === undefined || before.kind === 'line';
  }

  #statement(): Statement[] {
    const start = this.at;
    this.resetDepth();
    try {
      const read = this.#compound() ?? this.#simple();
      if (this.#isEnd()) return read;
    } catch (stop) {
      if (!(stop instanceof SyntaxStop)) throw stop;
    }
    const broken = this.#broken(start);
    const body = this.#bodyOf(start);
    const word = this.tokens[start]?.text ?? '';
    return body ? [broken, { kind: 'maybe', word, line: broken.line, body }] : [broken];
  }

  /** The body of a statement whose head cannot be parsed, or null if it has none. */
  #bodyOf(start: number): Statement[] | null {
    const [first, last] = [this.tokens[start], this.tokens[this.at - 1]];
    if (this.language === 'c') return last?.text === '{' ? this.#braces() : null;
    if (this.language === 'matlab') return OPENERS.test(first?.text ?? '') ? this.#body() : null;
    if (last?.text !== ':' || this.#nesting >= DEEPEST) return null;
    while (this.token?.kind === 'line') this.at++;
    return this.#block((first?.column ?? 0) + 1);
  }

  #isEnd(): boolean {
    const last = this.tokens[this.at - 1];
    if (!this.token || this.token.kind === 'line' || this.is(';')) return true;
    if (this.language === 'matlab')
      return this.is(',') || last?.kind === 'line' || last?.text === 'end' || this.is(...ENDS);
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

  #jump(line: number): Statement[] {
    const word = this.token?.text ?? '';
    this.at++;
    return [{ kind: 'jump', line, word }];
  }

  #compound(): Statement[] | null {
    if (this.language === 'python') return this.#python();
    return this.language === 'matlab' ? this.#matlab() : this.#c();
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
  #skip(): void {
    while (this.token && this.token.kind !== 'line' && !this.is(';')) this.at++;
  }

  // Python

  #python(): Statement[] | null {
    const { token } = this;
    const line = token?.line ?? 1;
    if (token?.kind !== 'name') {
      if (!this.is('@')) return null;
      this.#skip();
      return [];
    }
    const column = token.column;
    if (this.take('return'))
      return [{ kind: 'return', line, value: this.#isEnd() ? null : this.tuple() }];
    if (this.is(...JUMPS)) return this.#jump(line);
    if (this.take('del')) throw new SyntaxStop();
    if (this.is('import', 'from', 'global', 'nonlocal')) return [this.#names(line)];
    if (PYTHON_SKIPS.test(token.text) && this.tokens[this.at + 1]?.text !== '=') {
      this.#skip();
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
      const name = this.name();
      if (this.take('(')) this.#toClosing();
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
    this.#skip();
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
    if (this.token?.column !== column || !this.#isFirst()) return false;
    return this.take(word);
  }

  /** The statements after a colon, on the same line or indented. */
  #suite(column: number): Statement[] {
    this.expect(':');
    if (this.token?.kind !== 'line') {
      const all: Statement[] = [];
      while (this.token && (this.token as Token).kind !== 'line') {
        if (this.take(';')) continue;
        all.push(...this.#statement());
      }
      return all;
    }
    while (this.token?.kind === 'line') this.at++;
    return this.#block(column + 1);
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
    return { kind: 'define', line, name, params, body: this.#suite(column) };
  }

  #toClosing(): void {
    for (let depth = 1; this.token && depth > 0; this.at++) {
      if (this.is('(')) depth++;
      if (this.is(')')) depth--;
    }
  }

  // MATLAB

  #matlab(): Statement[] | null {
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
      const body = this.#block(0);
      if (this.take('catch')) body.push(...this.#block(0));
      this.take('end');
      return [{ kind: 'maybe', word: 'try', line, body }];
    }
    if (this.take('do')) {
      const body = this.#block(0);
      if (this.take('until')) this.expression();
      return [{ kind: 'maybe', word: 'do', line, body }];
    }
    if (this.take('function')) return [this.#function(line)];
    if (OPENERS.test(token.text)) {
      this.#skip();
      return [{ kind: 'class', line, name: '', body: this.#body() }];
    }
    if (this.take('return')) return [{ kind: 'return', line, value: null }];
    if (this.is(...JUMPS)) return this.#jump(line);
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
    const body = this.#block(0);
    this.take('end', 'endfor', 'endif', 'endfunction');
    return body;
  }

  #matlabIf(line: number): Statement {
    const branches: Branch[] = [];
    do {
      const condition = this.expression();
      branches.push({ condition, body: this.#block(0) });
    } while (this.take('elseif'));
    if (this.take('else')) branches.push({ condition: null, body: this.#block(0) });
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
      branches.push({ condition, body: this.#block(0) });
    }
    this.take('end');
    return { kind: 'if', line, branches };
  }

  #function(line: number): Statement {
    const head = this.at;
    this.#skip();
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
        else body.push(...this.#statement());
        if (this.at === at) this.at++;
      }
    return { kind: 'define', line, name, params, body };
  }

  // C++

  #c(): Statement[] | null {
    const { token } = this;
    const line = token?.line ?? 1;
    if (this.take('{')) return [{ kind: 'block', line, body: this.#braces() }];
    if (token?.kind !== 'name') return null;
    if (this.take('return'))
      return [{ kind: 'return', line, value: this.is(';') ? null : this.expression() }];
    if (this.is(...JUMPS)) return this.#jump(line);
    if (this.take('else', 'do', 'try'))
      return [{ kind: 'maybe', word: token.text, line, body: this.#cBody() }];
    if (this.take('for')) return [this.#cFor(line)];
    if (this.take('while', 'switch')) {
      this.expect('(');
      this.#toClosing();
      if (this.take(';')) return []; // The end of `do`.
      return [{ kind: 'maybe', word: token.text, line, body: this.#cBody() }];
    }
    if (this.take('if')) {
      this.expect('(');
      const condition = this.expression();
      this.expect(')');
      const branches: Branch[] = [{ condition, body: this.#cBody() }];
      if (this.take('else')) branches.push({ condition: null, body: this.#cBody() });
      return [{ kind: 'if', line, branches }];
    }
    return this.#declaration(line);
  }

  #braces(): Statement[] {
    const body = this.#block(0);
    this.take('}');
    return body;
  }

  #cBody(): Statement[] {
    return this.take('{') ? this.#braces() : this.#statement();
  }

  /** Counts upwards by one: `for (int i = 0; i < n; i++)`. */
  #cFor(line: number): Statement {
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
      return { kind: 'for', line, target, over, declares, body: this.#cBody() };
    }
    if (!this.take('=')) {
      this.#toClosing();
      return { kind: 'maybe', word: 'for', line, body: this.#cBody() };
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
      body: this.#cBody(),
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
  const refers = is('&', '*', '&&');
  return {
    kind: !refers ? 'value' : is('const', 'constexpr') ? 'constant' : 'reference',
    isInteger,
  };
}

/** The parameters of a function of C++, from its opening bracket on. */
function parametersOf(tokens: readonly Token[]): Parameter[] {
  const all: Parameter[] = [];
  let depth = 0;
  let name: string | null = null;
  for (const { kind, text } of tokens) {
    if ('(<['.includes(text)) depth++;
    if (kind === 'name' && depth === 1) name = text;
    if (')>]'.includes(text)) depth--;
    const isEnd = (text === ',' && depth === 1) || depth === 0;
    if (isEnd && name !== null) all.push({ name, value: null });
    if (isEnd) name = null;
    if (depth === 0) break;
  }
  return all;
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
