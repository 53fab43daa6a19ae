/** Splits Python, MATLAB and C++ into tokens. Comments are collected, because they may name columns. */

export type Language = 'python' | 'matlab' | 'c';

export interface Token {
  /** `line`: the end of a line, where it can end a statement or a row. */
  readonly kind: 'number' | 'name' | 'text' | 'mark' | 'line';
  readonly text: string;
  readonly line: number;
  /** Offsets in the code. */
  readonly from: number;
  readonly to: number;
  /** Whether a blank precedes it. */
  readonly spaced: boolean;
  /** Indentation or column, from 0. */
  readonly column: number;
}

export interface Comment {
  readonly line: number;
  readonly text: string;
}

export interface Tokens {
  readonly code: string;
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  /** Lines of the preprocessor, and jumps, that are not followed. */
  readonly directives: readonly Comment[];
}

const MARK = /\*\*=?|\.[*/^']|[=~!<>]=|&&|\|\||->|::|[-+*/]=|<<|\+\+|--|\/\/|:=|[^\s\w]/y;
const NUMBER = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const MATLAB_NUMBER = /(?:\d+(?:\.(?![*/^'])\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const GREEK: Readonly<Record<string, string>> = { θ: 'theta', α: 'alpha', π: 'pi' };

export function tokensOf(code: string, language: Language): Tokens {
  return new Scanner(code, language).scanned();
}

class Scanner {
  readonly #code: string;
  readonly #language: Language;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  readonly #directives: Comment[] = [];
  readonly #open: string[] = [];
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #spaced = false;
  /** Whether the line defines a constant of the preprocessor. */
  #defines = false;

  constructor(code: string, language: Language) {
    this.#code = code;
    this.#language = language;
  }

  scanned(): Tokens {
    while (this.#at < this.#code.length) this.#next();
    this.#endLine();
    return {
      ...{ code: this.#code, language: this.#language, tokens: this.#tokens },
      ...{ comments: this.#comments, directives: this.#directives },
    };
  }

  #next(): void {
    const letter = this.#code[this.#at] as string;
    if (letter === '\n') {
      this.#endLine();
      this.#newLine();
    } else if (/\s/.test(letter)) {
      this.#spaced = true;
      this.#at++;
    } else if (!this.#comment() && !this.#joined() && !this.#text() && !this.#word()) this.#mark();
  }

  #newLine(): void {
    this.#at++;
    this.#line++;
    this.#lineStart = this.#at;
    this.#spaced = true;
  }

  #put(kind: Token['kind'], text: string, to: number): void {
    const [from, line, spaced] = [this.#at, this.#line, this.#spaced];
    const column = from - this.#lineStart;
    this.#tokens.push({ kind, text, line, from, to, spaced, column });
    this.#at = to;
    this.#spaced = false;
  }

  #endLine(): void {
    if (this.#defines) this.#put('mark', ';', this.#at);
    this.#defines = false;
    if (this.#language === 'c' || this.#tokens.at(-1)?.kind === 'line') return;
    const inner = this.#open.at(-1);
    if (inner === undefined || (this.#language === 'matlab' && inner !== '('))
      this.#put('line', '', this.#at);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#code)?.[0] ?? null;
  }

  #lineEnd(): number {
    const end = this.#code.indexOf('\n', this.#at);
    return end < 0 ? this.#code.length : end;
  }

  /** Skips to an offset, counting lines. */
  #skip(to: number): void {
    for (; this.#at < to; this.#at++)
      if (this.#code[this.#at] === '\n') {
        this.#line++;
        this.#lineStart = this.#at + 1;
      }
    this.#spaced = true;
  }

  #comment(): boolean {
    const first = this.#isFirst();
    const line = this.#code.slice(this.#at, this.#lineEnd());
    if (this.#language === 'c') {
      if (line.startsWith('/*')) return this.#block('*/', 2);
      if (first && line.startsWith('#')) return this.#preprocessor(line);
      if (!line.startsWith('//')) return false;
    } else if (this.#language === 'python') {
      if (!line.startsWith('#')) return false;
    } else {
      if (first && /^%\{\s*$/.test(line)) return this.#block('%}', 2);
      if (!/^[%#]/.test(line)) return false;
    }
    this.#comments.push({ line: this.#line, text: line.replace(/^[%#/]+\s*/, '') });
    this.#skip(this.#lineEnd());
    return true;
  }

  /** Whether the line has no token yet. */
  #isFirst(): boolean {
    return this.#code.slice(this.#lineStart, this.#at).trim() === '';
  }

  #block(end: string, length: number): boolean {
    const at = this.#code.indexOf(end, this.#at + length);
    const to = at < 0 ? this.#code.length : at + end.length;
    for (const [i, text] of this.#code
      .slice(this.#at + length, to)
      .split('\n')
      .entries())
      this.#comments.push({ line: this.#line + i, text: text.replace(/^[\s*%]+|\*\/$/g, '') });
    this.#skip(to);
    return true;
  }

  #preprocessor(line: string): boolean {
    const [head, name] = /^#\s*define\s+(\w+)(?=\s)/.exec(line) ?? [];
    const rest = this.#code.slice(this.#at);
    const isGuard = /^#\s*ifndef\s+(\w+)\s*#\s*define\s+\1\s*$/m.exec(rest)?.index === 0;
    const isOther =
      /^#\s*((if|el)\w*|undef\b|define\s+\w+\()/.test(line) && !/\b__cplusplus\b/.test(line);
    if ((isOther && !isGuard) || (name !== undefined && this.#isTextual(line, name)))
      this.#directives.push({ line: this.#line, text: line.trim() });
    if (head === undefined || name === undefined) {
      this.#skip(this.#lineEnd());
      return true;
    }
    this.#put('name', name, this.#at + head.length);
    this.#put('mark', '=', this.#at);
    this.#defines = true;
    return true;
  }

  /** Whether a constant depends on the operators around it: `#define SUM 1 + 2`. */
  #isTextual(line: string, name: string): boolean {
    const body = line.replace(/^#\s*define\s+\w+\s*/, '').replace(/\/[/*].*$/, '');
    const outside = body.replace(/\([^()]*\)/g, '').trim();
    if (/[\w.)]\s*[-+]/.test(outside.replace(/\d[eE][-+]/g, ''))) return true;
    return /[*/%]/.test(outside) && new RegExp(`[/%]\\s*${name}\\b`).test(this.#code);
  }

  /** A line that continues on the next one. */
  #joined(): boolean {
    const mark = this.#language === 'matlab' ? '...' : '\\';
    if (!this.#code.startsWith(mark, this.#at)) return false;
    const end = this.#lineEnd();
    const rest = this.#code.slice(this.#at + mark.length, end);
    if (this.#language !== 'matlab' && rest.trim() !== '') return false;
    if (/%/.test(rest)) this.#comments.push({ line: this.#line, text: rest.replace(/^.*?%/, '') });
    this.#skip(Math.min(end + 1, this.#code.length));
    return true;
  }

  #text(): boolean {
    const [mark = ''] = /^(?:[rbfuRBFU]{0,2}(?:"""|'''))|^[rbfuRBFU]{0,2}["']/.exec(
      this.#language === 'python'
        ? this.#code.slice(this.#at, this.#at + 5)
        : (this.#code[this.#at] as string),
    ) ?? [''];
    if (mark === '') return false;
    const quote = mark.replace(/^\w*/, '');
    if (this.#language === 'matlab' && quote === "'" && this.#isTranspose()) return false;
    const from = this.#at + mark.length;
    const end = quote.length === 3 ? this.#code.indexOf(quote, from) : this.#quoted(quote, from);
    if (end < 0) return false;
    const line = this.#line;
    const start = this.#lineStart;
    this.#put('text', this.#code.slice(from, end), end + quote.length);
    if (quote.length < 3) return true;
    // The token counts on its first line, the next one on the last.
    this.#at = from;
    [this.#line, this.#lineStart] = [line, start];
    this.#skip(end);
    this.#at = end + quote.length;
    this.#spaced = false;
    return true;
  }

  /** The end of a text that ends on its line; -1 if it does not. */
  #quoted(quote: string, from: number): number {
    for (let at = from; at < this.#code.length; at++) {
      const letter = this.#code[at];
      if (letter === '\n') return -1;
      if (letter === '\\' && this.#language !== 'matlab') at++;
      else if (letter === quote) {
        if (this.#language !== 'matlab' || this.#code[at + 1] !== quote) return at;
        at++; // A doubled quote stands for one.
      }
    }
    return -1;
  }

  #isTranspose(): boolean {
    const last = this.#tokens.at(-1);
    if (!last || this.#spaced) return false;
    return ['name', 'number'].includes(last.kind) || [')', ']', '}', "'", ".'"].includes(last.text);
  }

  #word(): boolean {
    const number = this.#match(this.#language === 'matlab' ? MATLAB_NUMBER : NUMBER);
    if (number !== null) {
      this.#put('number', number.replaceAll('_', ''), this.#at + number.length);
      if (this.#language === 'c' && /[fFlL]/.test(this.#code[this.#at] ?? '')) this.#at++;
      return true;
    }
    const name = this.#match(NAME);
    if (name === null) return false;
    if (name === 'goto' && this.#language === 'c')
      this.#directives.push({ line: this.#line, text: name });
    const plain = name.normalize('NFKC').replace(/[θαπ]/g, (letter) => GREEK[letter] ?? letter);
    this.#put('name', plain, this.#at + name.length);
    return true;
  }

  #mark(): void {
    const mark = this.#match(MARK) ?? (this.#code[this.#at] as string);
    if ('([{'.includes(mark)) this.#open.push(mark);
    const opens = CLOSES[mark];
    if (opens !== undefined && this.#open.at(-1) === opens) this.#open.pop();
    const text = mark === '::' || mark === '->' ? '.' : mark;
    this.#put('mark', text, this.#at + mark.length);
  }
}
