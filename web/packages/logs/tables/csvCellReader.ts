import { LogError } from './logError.ts';

export const TAB_CODE = 9;
export const SPACE_CODE = 32;
export const COMMA_CODE = 44;
export const SEMICOLON_CODE = 59;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const HASH = 35;

const utf8 = new TextDecoder('utf-8', { fatal: false, ignoreBOM: false });
/** Decodes UTF-8; replaces invalid bytes instead of throwing. */
export const decodeUtf8 = (bytes: Uint8Array): string => utf8.decode(bytes);

function lineNumber(bytes: Uint8Array, position: number): number {
  let line = 1;
  for (
    let lineFeed = bytes.indexOf(LINE_FEED);
    lineFeed >= 0 && lineFeed < position;
    lineFeed = bytes.indexOf(LINE_FEED, lineFeed + 1)
  )
    line++;
  return line;
}

/**
 * Iterates over the cells of a CSV text (RFC 4180, with any separator) as byte ranges, without
 * creating strings.
 */
export class CsvCellReader {
  readonly #bytes: Uint8Array;
  readonly #separator: number;
  #offset: number;
  #from = 0;
  #to = 0;
  #last = true;

  constructor(bytes: Uint8Array, separator: number, offset = 0) {
    this.#bytes = bytes;
    this.#separator = separator;
    this.#offset = offset;
  }

  /**
   * Byte offset at which the text of the current cell begins, without quotes and surrounding
   * spaces.
   */
  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  get last(): boolean {
    return this.#last;
  }

  get offset(): number {
    return this.#offset;
  }

  /**
   * Advances to the next line that is neither empty nor a comment; returns false at the end of the
   * text.
   */
  nextLine(): boolean {
    const bytes = this.#bytes;
    while (this.#offset < bytes.length) {
      const first = this.#skipSpaces(this.#offset);
      const byte = bytes[first];
      if (byte === HASH) {
        const end = bytes.indexOf(LINE_FEED, first);
        this.#offset = end < 0 ? bytes.length : end + 1;
      } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) this.#offset = first + 1;
      else if (first < bytes.length) return true;
      else this.#offset = first;
    }
    return false;
  }

  next(): void {
    const bytes = this.#bytes;
    const separator = this.#separator;
    const { length } = bytes;
    let offset = this.#skipSpaces(this.#offset);
    if (bytes[offset] === QUOTE) offset = this.#readQuoted(offset);
    else {
      this.#from = offset;
      for (; offset < length; offset++) {
        const byte = bytes[offset];
        if (byte === separator || byte === LINE_FEED || byte === CARRIAGE_RETURN) break;
      }
      this.#to = offset;
      while (this.#to > this.#from && bytes[this.#to - 1] === SPACE_CODE) this.#to--;
    }
    if (separator === SPACE_CODE) offset = this.#skipSpaces(offset);
    const byte = bytes[offset];
    this.#last = offset >= length || byte === LINE_FEED || byte === CARRIAGE_RETURN;
    // The line feed after a carriage return counts as an empty line.
    this.#offset =
      offset < length && (separator !== SPACE_CODE || this.#last) ? offset + 1 : offset;
  }

  text(): string {
    return decodeUtf8(this.#bytes.subarray(this.#from, this.#to)).replaceAll('""', '"');
  }

  #skipSpaces(from: number): number {
    const bytes = this.#bytes;
    let offset = from;
    while (
      bytes[offset] === SPACE_CODE ||
      (bytes[offset] === TAB_CODE && this.#separator !== TAB_CODE)
    )
      offset++;
    return offset;
  }

  #readQuoted(open: number): number {
    const bytes = this.#bytes;
    let offset = bytes.indexOf(QUOTE, open + 1);
    while (offset >= 0 && bytes[offset + 1] === QUOTE) offset = bytes.indexOf(QUOTE, offset + 2);
    if (offset < 0) throw new LogError('unterminated quoted cell', lineNumber(bytes, open));
    this.#from = open + 1;
    this.#to = offset;
    while (this.#to > this.#from && bytes[this.#to - 1] === SPACE_CODE) this.#to--;
    while (this.#from < this.#to && bytes[this.#from] === SPACE_CODE) this.#from++;
    for (offset++; offset < bytes.length; offset++) {
      const byte = bytes[offset];
      if (byte === this.#separator || byte === LINE_FEED || byte === CARRIAGE_RETURN) break;
    }
    return offset;
  }
}
