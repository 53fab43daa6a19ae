/** Splits programs into tokens, and collects their comments, because these may name columns. */

/** Language that can be split into tokens; `c` includes C++ and Arduino. */
export type CodeLanguage = 'python' | 'matlab' | 'c';

export interface CodeToken {
  /**
   * Kind of the token. A `mark` is an operator or bracket; a `line` is a line end that can end a
   * statement or a row.
   */
  readonly kind: 'number' | 'name' | 'text' | 'mark' | 'line';
  readonly text: string;
  readonly line: number;
  /** Offset of the token's start in the code; `to`: offset of its end, exclusive. */
  readonly from: number;
  readonly to: number;
  /** True if a blank precedes the token. */
  readonly spaced: boolean;
  /** Column of the token in its line, from 0. */
  readonly column: number;
}

export interface CodeComment {
  readonly line: number;
  readonly text: string;
}

export interface CodeTokens {
  readonly code: string;
  readonly language: CodeLanguage;
  readonly tokens: readonly CodeToken[];
  readonly comments: readonly CodeComment[];
  /** Preprocessor lines and `goto` jumps, which the analysis does not follow. */
  readonly directives: readonly CodeComment[];
}

const MARK = /\*\*=?|\.[*/^']|[=~!<>]=|&&|\|\||->|::|[-+*/]=|<<|\+\+|--|\/\/|:=|[^\s\w]/y;
const NUMBER = /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const MATLAB_NUMBER = /(?:\d+(?:\.(?![*/^'])\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const OPENING_BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const GREEK: Readonly<Record<string, string>> = { θ: 'theta', α: 'alpha', π: 'pi' };

export function tokenizeCode(code: string, language: CodeLanguage): CodeTokens {
  return new Scanner(code, language).scan();
}

class Scanner {
  readonly #code: string;
  readonly #language: CodeLanguage;
  readonly #tokens: CodeToken[] = [];
  readonly #comments: CodeComment[] = [];
  readonly #directives: CodeComment[] = [];
  readonly #open: string[] = [];
  #offset = 0;
  #line = 1;
  #lineStart = 0;
  #spaced = false;
  #defines = false;

  constructor(code: string, language: CodeLanguage) {
    this.#code = code;
    this.#language = language;
  }

  scan(): CodeTokens {
    while (this.#offset < this.#code.length) this.#scanNext();
    this.#endLine();
    return {
      ...{ code: this.#code, language: this.#language, tokens: this.#tokens },
      ...{ comments: this.#comments, directives: this.#directives },
    };
  }

  #scanNext(): void {
    const letter = this.#code[this.#offset] as string;
    if (letter === '\n') {
      this.#endLine();
      this.#startLine();
    } else if (/\s/.test(letter)) {
      this.#spaced = true;
      this.#offset++;
    } else if (
      !this.#scanComment() &&
      !this.#scanContinuation() &&
      !this.#scanText() &&
      !this.#scanWord()
    )
      this.#scanMark();
  }

  #startLine(): void {
    this.#offset++;
    this.#line++;
    this.#lineStart = this.#offset;
    this.#spaced = true;
  }

  #addToken(kind: CodeToken['kind'], text: string, to: number): void {
    const [from, line, spaced] = [this.#offset, this.#line, this.#spaced];
    const column = from - this.#lineStart;
    this.#tokens.push({ kind, text, line, from, to, spaced, column });
    this.#offset = to;
    this.#spaced = false;
  }

  #endLine(): void {
    if (this.#defines) this.#addToken('mark', ';', this.#offset);
    this.#defines = false;
    if (this.#language === 'c' || this.#tokens.at(-1)?.kind === 'line') return;
    const inner = this.#open.at(-1);
    if (inner === undefined || (this.#language === 'matlab' && inner !== '('))
      this.#addToken('line', '', this.#offset);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#offset;
    return pattern.exec(this.#code)?.[0] ?? null;
  }

  #findLineEnd(): number {
    const end = this.#code.indexOf('\n', this.#offset);
    return end < 0 ? this.#code.length : end;
  }

  #skipTo(to: number): void {
    for (; this.#offset < to; this.#offset++)
      if (this.#code[this.#offset] === '\n') {
        this.#line++;
        this.#lineStart = this.#offset + 1;
      }
    this.#spaced = true;
  }

  #scanComment(): boolean {
    const first = this.#isLineEmpty();
    const line = this.#code.slice(this.#offset, this.#findLineEnd());
    if (this.#language === 'c') {
      if (line.startsWith('/*')) return this.#scanBlockComment('*/', 2);
      if (first && line.startsWith('#')) return this.#scanDirective(line);
      if (!line.startsWith('//')) return false;
    } else if (this.#language === 'python') {
      if (!line.startsWith('#')) return false;
    } else {
      if (first && /^%\{\s*$/.test(line)) return this.#scanBlockComment('%}', 2);
      if (!/^[%#]/.test(line)) return false;
    }
    this.#comments.push({ line: this.#line, text: line.replace(/^[%#/]+\s*/, '') });
    this.#skipTo(this.#findLineEnd());
    return true;
  }

  #isLineEmpty(): boolean {
    return this.#code.slice(this.#lineStart, this.#offset).trim() === '';
  }

  #scanBlockComment(end: string, length: number): boolean {
    const endOffset = this.#code.indexOf(end, this.#offset + length);
    const to = endOffset < 0 ? this.#code.length : endOffset + end.length;
    for (const [i, text] of this.#code
      .slice(this.#offset + length, to)
      .split('\n')
      .entries())
      this.#comments.push({ line: this.#line + i, text: text.replace(/^[\s*%]+|\*\/$/g, '') });
    this.#skipTo(to);
    return true;
  }

  #scanDirective(line: string): boolean {
    const [head, name] = /^#\s*define\s+(\w+)(?=\s)/.exec(line) ?? [];
    const rest = this.#code.slice(this.#offset);
    const isGuard = /^#\s*ifndef\s+(\w+)\s*#\s*define\s+\1\s*$/m.exec(rest)?.index === 0;
    const isOther =
      /^#\s*((if|el)\w*|undef\b|define\s+\w+\()/.test(line) && !/\b__cplusplus\b/.test(line);
    if ((isOther && !isGuard) || (name !== undefined && this.#isTextual(line, name)))
      this.#directives.push({ line: this.#line, text: line.trim() });
    if (head === undefined || name === undefined) {
      this.#skipTo(this.#findLineEnd());
      return true;
    }
    this.#addToken('name', name, this.#offset + head.length);
    this.#addToken('mark', '=', this.#offset);
    this.#defines = true;
    return true;
  }

  #isTextual(line: string, name: string): boolean {
    const body = line.replace(/^#\s*define\s+\w+\s*/, '').replace(/\/[/*].*$/, '');
    const outside = body.replace(/\([^()]*\)/g, '').trim();
    if (/[\w.)]\s*[-+]/.test(outside.replace(/\d[eE][-+]/g, ''))) return true;
    return /[*/%]/.test(outside) && new RegExp(`[/%]\\s*${name}\\b`).test(this.#code);
  }

  #scanContinuation(): boolean {
    const mark = this.#language === 'matlab' ? '...' : '\\';
    if (!this.#code.startsWith(mark, this.#offset)) return false;
    const end = this.#findLineEnd();
    const rest = this.#code.slice(this.#offset + mark.length, end);
    if (this.#language !== 'matlab' && rest.trim() !== '') return false;
    if (/%/.test(rest)) this.#comments.push({ line: this.#line, text: rest.replace(/^.*?%/, '') });
    this.#skipTo(Math.min(end + 1, this.#code.length));
    return true;
  }

  #scanText(): boolean {
    const [mark = ''] = /^(?:[rbfuRBFU]{0,2}(?:"""|'''))|^[rbfuRBFU]{0,2}["']/.exec(
      this.#language === 'python'
        ? this.#code.slice(this.#offset, this.#offset + 5)
        : (this.#code[this.#offset] as string),
    ) ?? [''];
    if (mark === '') return false;
    const quote = mark.replace(/^\w*/, '');
    if (this.#language === 'matlab' && quote === "'" && this.#isTranspose()) return false;
    const from = this.#offset + mark.length;
    const end =
      quote.length === 3 ? this.#code.indexOf(quote, from) : this.#findQuoteEnd(quote, from);
    if (end < 0) return false;
    const line = this.#line;
    const start = this.#lineStart;
    this.#addToken('text', this.#code.slice(from, end), end + quote.length);
    if (quote.length < 3) return true;
    // The token counts on its first line, the next one on the last.
    this.#offset = from;
    [this.#line, this.#lineStart] = [line, start];
    this.#skipTo(end);
    this.#offset = end + quote.length;
    this.#spaced = false;
    return true;
  }

  #findQuoteEnd(quote: string, from: number): number {
    for (let offset = from; offset < this.#code.length; offset++) {
      const letter = this.#code[offset];
      if (letter === '\n') return -1;
      if (letter === '\\' && this.#language !== 'matlab') offset++;
      else if (letter === quote) {
        if (this.#language !== 'matlab' || this.#code[offset + 1] !== quote) return offset;
        offset++; // A doubled quote stands for one.
      }
    }
    return -1;
  }

  #isTranspose(): boolean {
    const last = this.#tokens.at(-1);
    if (!last || this.#spaced) return false;
    return ['name', 'number'].includes(last.kind) || [')', ']', '}', "'", ".'"].includes(last.text);
  }

  #scanWord(): boolean {
    const number = this.#match(this.#language === 'matlab' ? MATLAB_NUMBER : NUMBER);
    if (number !== null) {
      this.#addToken('number', number.replaceAll('_', ''), this.#offset + number.length);
      if (this.#language === 'c' && /[fFlL]/.test(this.#code[this.#offset] ?? '')) this.#offset++;
      return true;
    }
    const name = this.#match(NAME);
    if (name === null) return false;
    if (name === 'goto' && this.#language === 'c')
      this.#directives.push({ line: this.#line, text: name });
    const plain = name.normalize('NFKC').replace(/[θαπ]/g, (letter) => GREEK[letter] ?? letter);
    this.#addToken('name', plain, this.#offset + name.length);
    return true;
  }

  #scanMark(): void {
    const mark = this.#match(MARK) ?? (this.#code[this.#offset] as string);
    if ('([{'.includes(mark)) this.#open.push(mark);
    const opens = OPENING_BRACKETS[mark];
    if (opens !== undefined && this.#open.at(-1) === opens) this.#open.pop();
    const text = mark === '::' || mark === '->' ? '.' : mark;
    this.#addToken('mark', text, this.#offset + mark.length);
  }
}
