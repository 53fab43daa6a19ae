/** Detects the layout of separated text: separator, decimal point, column names. */
import { Cells, COMMA, decoded, SEMICOLON, SPACE, TAB } from './csvCells.ts';
import { decimalOf } from './decimal.ts';
import { MAX_COLUMN_NAME, MAX_LOG_COLUMNS } from './logBounds.ts';
import { LogMistake } from './logMistake.ts';

export interface CsvLayout {
  /** The separator and the decimal point, as bytes. */
  readonly separator: number;
  readonly point: number;
  /** Column names; null if the file has none. */
  readonly names: readonly string[] | null;
  /** Number of cells in the first line. */
  readonly width: number;
  /** Offset of the first row of numbers. */
  readonly start: number;
}

const POINT = 46;
const SAMPLE_LINES = 50;
const MAX_COMMENT = 64 * 1024; // Bytes before the first row.
const SEPARATORS = [TAB, SEMICOLON, COMMA, SPACE];

export function csvLayout(bytes: Uint8Array): CsvLayout {
  const [a, b, c] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    throw new LogMistake('its text is UTF-16; expected UTF-8');
  const begin = a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
  const separator = separatorOf(bytes, begin);
  const lines = linesOf(bytes, separator, begin, SAMPLE_LINES);
  const point = pointOf(lines, separator);
  const [first = [], second] = lines;
  const { start, width } = firstLine(bytes, separator, begin);
  const said = { separator, point, width };
  if (namesColumns(first, second, point)) return { ...said, names: first.map(shortened), start };
  const begins = new Cells(bytes, separator, begin);
  begins.nextLine();
  const names = commentNames(bytes.subarray(begin, begins.at), separator, width);
  return { ...said, names, start: begins.at };
}

const shortened = (name: string): string => name.slice(0, MAX_COLUMN_NAME);

/** Number of cells in the first line, and the offset after it. */
function firstLine(bytes: Uint8Array, separator: number, begin: number) {
  const cells = new Cells(bytes, separator, begin);
  let width = 0;
  if (cells.nextLine())
    do {
      cells.next();
      width++;
    } while (!cells.last);
  return { start: cells.at, width };
}

/** The texts of the first lines; of each no more cells than columns are read. */
function linesOf(bytes: Uint8Array, separator: number, begin: number, most: number): string[][] {
  const cells = new Cells(bytes, separator, begin);
  const lines: string[][] = [];
  while (lines.length < most && cells.nextLine()) {
    const line: string[] = [];
    do {
      cells.next();
      if (line.length < MAX_LOG_COLUMNS) line.push(cells.text());
    } while (!cells.last);
    lines.push(line);
  }
  return lines;
}

/** The first separator that splits both lines into the same number of cells, more than one. */
function separatorOf(bytes: Uint8Array, begin: number): number {
  const parted = (separator: number): number => {
    const [first, second] = linesOf(bytes, separator, begin, 2);
    const count = first?.length ?? 1;
    return second === undefined || second.length === count ? count : 1;
  };
  return SEPARATORS.find((separator) => parted(separator) > 1) ?? COMMA;
}

/** A comma if numbers contain commas and none contains a point. */
function pointOf(lines: readonly (readonly string[])[], separator: number): number {
  if (separator === COMMA) return POINT;
  const cells = lines.flat();
  const commas = cells.some((cell) => /^[+-]?\d*,\d+(e[+-]?\d+)?$/i.test(cell));
  const points = cells.some((cell) => /^[+-]?\d*\.\d+(e[+-]?\d+)?$/i.test(cell));
  return commas && !points ? COMMA : POINT;
}

/** Whether a line has words where the next has numbers, or only words. */
function namesColumns(
  first: readonly string[],
  second: readonly string[] | undefined,
  point: number,
): boolean {
  const isNumber = (cell: string | undefined) => {
    const bytes = new TextEncoder().encode(cell ?? '');
    return !Number.isNaN(decimalOf(bytes, 0, bytes.length, point));
  };
  const isWord = (cell: string) => cell !== '' && !isNumber(cell) && !/^[+-]?(nan|inf)/i.test(cell);
  if (first.some((cell, i) => isWord(cell) && isNumber(second?.[i]))) return true;
  return first.some(isWord) && !first.some(isNumber);
}

/**
 * Names from the last comment, as numpy.savetxt writes them (`# t,q0,q1`); null unless there is one
 * for each column.
 */
function commentNames(before: Uint8Array, separator: number, width: number): string[] | null {
  const comment = decoded(before.subarray(-MAX_COMMENT))
    .trim()
    .split(/\r?\n/)
    .at(-1)
    ?.trim()
    .replace(/^#+\s*/, '');
  if (!comment) return null;
  const [names = []] = linesOf(new TextEncoder().encode(comment), separator, 0, 1);
  return names.length === width ? names : null;
}
