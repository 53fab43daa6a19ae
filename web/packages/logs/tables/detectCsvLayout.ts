import {
  COMMA_CODE,
  CsvCellReader,
  decodeUtf8,
  SEMICOLON_CODE,
  SPACE_CODE,
  TAB_CODE,
} from './csvCellReader.ts';
import { MAX_COLUMN_NAME_LENGTH, MAX_LOG_COLUMNS } from './logBounds.ts';
import { LogError } from './logError.ts';
import { parseDecimal } from './parseDecimal.ts';

export interface CsvLayout {
  /** Separator of the cells, as a byte; `point` is the decimal point. */
  readonly separator: number;
  readonly point: number;
  readonly names: readonly string[] | null;
  readonly width: number;
  /** Byte offset of the first row of numbers. */
  readonly start: number;
}

const POINT = 46;
const SAMPLE_LINES = 50;
const MAX_COMMENT = 64 * 1024; // Bytes before the first row.
const SEPARATORS = [TAB_CODE, SEMICOLON_CODE, COMMA_CODE, SPACE_CODE];

export function detectCsvLayout(bytes: Uint8Array): CsvLayout {
  const [a, b, c] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
    throw new LogError('its text is UTF-16; expected UTF-8');
  const begin = a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
  const separator = detectSeparator(bytes, begin);
  const lines = readLines(bytes, separator, begin, SAMPLE_LINES);
  const point = detectPoint(lines, separator);
  const [first = [], second] = lines;
  const { start, width } = firstLine(bytes, separator, begin);
  const common = { separator, point, width };
  if (isHeader(first, second, point)) return { ...common, names: first.map(truncateName), start };
  const begins = new CsvCellReader(bytes, separator, begin);
  begins.nextLine();
  const names = commentNames(bytes.subarray(begin, begins.offset), separator, width);
  return { ...common, names, start: begins.offset };
}

const truncateName = (name: string): string => name.slice(0, MAX_COLUMN_NAME_LENGTH);

function firstLine(bytes: Uint8Array, separator: number, begin: number) {
  const cells = new CsvCellReader(bytes, separator, begin);
  let width = 0;
  if (cells.nextLine())
    do {
      cells.next();
      width++;
    } while (!cells.last);
  return { start: cells.offset, width };
}

function readLines(bytes: Uint8Array, separator: number, begin: number, most: number): string[][] {
  const cells = new CsvCellReader(bytes, separator, begin);
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

function detectSeparator(bytes: Uint8Array, begin: number): number {
  const cellCount = (separator: number): number => {
    const [first, second] = readLines(bytes, separator, begin, 2);
    const count = first?.length ?? 1;
    return second === undefined || second.length === count ? count : 1;
  };
  return SEPARATORS.find((separator) => cellCount(separator) > 1) ?? COMMA_CODE;
}

/**
 * Returns the decimal point of the numbers as a byte: a comma if some contain a comma and none a
 * point.
 */
function detectPoint(lines: readonly (readonly string[])[], separator: number): number {
  if (separator === COMMA_CODE) return POINT;
  const cells = lines.flat();
  const commas = cells.some((cell) => /^[+-]?\d*,\d+(e[+-]?\d+)?$/i.test(cell));
  const points = cells.some((cell) => /^[+-]?\d*\.\d+(e[+-]?\d+)?$/i.test(cell));
  return commas && !points ? COMMA_CODE : POINT;
}

function isHeader(
  first: readonly string[],
  second: readonly string[] | undefined,
  point: number,
): boolean {
  const isNumber = (cell: string | undefined) => {
    const bytes = new TextEncoder().encode(cell ?? '');
    return !Number.isNaN(parseDecimal(bytes, 0, bytes.length, point));
  };
  const isWord = (cell: string) => cell !== '' && !isNumber(cell) && !/^[+-]?(nan|inf)/i.test(cell);
  if (first.some((cell, i) => isWord(cell) && isNumber(second?.[i]))) return true;
  return first.some(isWord) && !first.some(isNumber);
}

/**
 * Returns the column names from the last comment before the numbers, as in numpy.savetxt (`#
 * t,q0,q1`); null unless every column has a name.
 */
function commentNames(before: Uint8Array, separator: number, width: number): string[] | null {
  const comment = decodeUtf8(before.subarray(-MAX_COMMENT))
    .trim()
    .split(/\r?\n/)
    .at(-1)
    ?.trim()
    .replace(/^#+\s*/, '');
  if (!comment) return null;
  const [names = []] = readLines(new TextEncoder().encode(comment), separator, 0, 1);
  return names.length === width ? names : null;
}
