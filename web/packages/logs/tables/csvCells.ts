import { LogMistake } from './logMistake.ts';

export const TAB = 9;
export const SPACE = 32;
export const COMMA = 44;
export const SEMICOLON = 59;
const LINE = 10;
const RETURN = 13;
const QUOTE = 34;
const HASH = 35;

const utf8 = new TextDecoder('utf-8', { fatal: false, ignoreBOM: false });
/** Decodes text as UTF-8; never throws. */
export const decoded = (bytes: Uint8Array): string => utf8.decode(bytes);

/** Line number of a byte, from 1. */
export function lineAt(bytes: Uint8Array, place: number): number {
  let line = 1;
  for (let at = bytes.indexOf(LINE); at >= 0 && at < place; at = bytes.indexOf(LINE, at + 1))
    line++;
  return line;
}

/**
 * Iterates over the cells of separated text (RFC 4180) as byte ranges, without creating strings.
 */
export class Cells {
  readonly #bytes: Uint8Array;
  readonly #separator: number;
  #at: number;
  #from = 0;
  #to = 0;
  #last = true;

  constructor(bytes: Uint8Array, separator: number, at = 0) {
    this.#bytes = bytes;
    this.#separator = separator;
    this.#at = at;
  }

  /** Range of the cell, without quotes and surrounding spaces. */
  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  /** True if the cell is the last one of its line. */
  get last(): boolean {
    return this.#last;
  }

  /** Start of the next cell. */
  get at(): number {
    return this.#at;
  }

  /** Advances to the next line that is neither empty nor a comment; returns false at the end. */
  nextLine(): boolean {
    const bytes = this.#bytes;
    while (this.#at < bytes.length) {
      const first = this.#start(this.#at);
      const byte = bytes[first];
      if (byte === HASH) {
        const end = bytes.indexOf(LINE, first);
        this.#at = end < 0 ? bytes.length : end + 1;
      } else if (byte === LINE || byte === RETURN) this.#at = first + 1;
      else if (first < bytes.length) return true;
      else this.#at = first;
    }
    return false;
  }

  next(): void {
    const bytes = this.#bytes;
    const separator = this.#separator;
    const { length } = bytes;
    let at = this.#start(this.#at);
    if (bytes[at] === QUOTE) at = this.#quoted(at);
    else {
      this.#from = at;
      for (; at < length; at++) {
        const byte = bytes[at];
        if (byte === separator || byte === LINE || byte === RETURN) break;
      }
      this.#to = at;
      while (this.#to > this.#from && bytes[this.#to - 1] === SPACE) this.#to--;
    }
    if (separator === SPACE) at = this.#start(at);
    const byte = bytes[at];
    this.#last = at >= length || byte === LINE || byte === RETURN;
    // The line feed after a carriage return counts as an empty line.
    this.#at = at < length && (separator !== SPACE || this.#last) ? at + 1 : at;
  }

  text(): string {
    return decoded(this.#bytes.subarray(this.#from, this.#to)).replaceAll('""', '"');
  }

  /** Skips spaces, and tabs unless they are the separator. */
  #start(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (bytes[at] === SPACE || (bytes[at] === TAB && this.#separator !== TAB)) at++;
    return at;
  }

  /** Sets the range of the cell; returns the position of its terminator. */
  #quoted(open: number): number {
    const bytes = this.#bytes;
    let at = bytes.indexOf(QUOTE, open + 1);
    while (at >= 0 && bytes[at + 1] === QUOTE) at = bytes.indexOf(QUOTE, at + 2);
    if (at < 0) throw new LogMistake('unterminated quoted cell', lineAt(bytes, open));
    this.#from = open + 1;
    this.#to = at;
    while (this.#to > this.#from && bytes[this.#to - 1] === SPACE) this.#to--;
    while (this.#from < this.#to && bytes[this.#from] === SPACE) this.#from++;
    for (at++; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === this.#separator || byte === LINE || byte === RETURN) break;
    }
    return at;
  }
}
