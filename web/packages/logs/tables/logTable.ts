import { groupedCountText } from '@iklab/core/format';
import {
  MAX_COLUMN_NAME_LENGTH,
  MAX_LOG_COLUMNS,
  MAX_LOG_ROWS,
  MAX_LOG_VALUES,
} from './logBounds.ts';
import { LogError } from './logError.ts';

export const LOG_FORMATS = ['CSV', 'JSON lines', 'NPY', 'NPZ'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export interface ArrayColumnPosition {
  /** Name of the array; '' if the file has none. */
  readonly array: string;
  readonly index: number;
}

export interface LogColumn {
  /** Name of the column in the log's file; `q[3]` for an element of an array `q`. */
  readonly name: string;
  /** Values of the column, one per row, in the unit of the file; NaN if there is no number. */
  readonly values: Float64Array;
  readonly missing: number;
  readonly part: ArrayColumnPosition | null;
}

export interface LogTable {
  readonly format: LogFormat;
  readonly rows: number;
  readonly columns: readonly LogColumn[];
  readonly remarks: readonly string[];
}

export interface LogProgress {
  readonly rows: number;
  /** Number of bytes read so far; `bytes` is the total number. */
  readonly read: number;
  readonly bytes: number;
}

/**
 * Generator that yields its progress after every `LOG_ROWS_PER_STEP` rows, then returns its result.
 */
export type LogProgressGenerator<T> = Generator<LogProgress, T>;

const FIRST_ROWS = 1024;

export class LogTableBuilder {
  readonly #format: LogFormat;
  readonly #columns: { name: string; part: ArrayColumnPosition | null; values: Float64Array }[] =
    [];
  readonly #indexByName = new Map<string, number>();
  readonly #remarks: string[] = [];
  #capacity = FIRST_ROWS;
  #rows = 0;

  constructor(format: LogFormat) {
    this.#format = format;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adds a column and returns the column's index. Names may repeat. */
  addColumn(written: string, part: ArrayColumnPosition | null = null): number {
    const name = shortName(written);
    const index = this.#columns.length;
    if (index >= MAX_LOG_COLUMNS)
      throw new LogError(`more than ${groupedCountText(MAX_LOG_COLUMNS)} columns`);
    this.#checkNumbers(this.#rows, index + 1);
    this.#columns.push({ name, part, values: new Float64Array(this.#capacity).fill(Number.NaN) });
    if (!this.#indexByName.has(name)) this.#indexByName.set(name, index);
    return index;
  }

  columnIndex(name: string, part: ArrayColumnPosition | null = null): number {
    return this.#indexByName.get(shortName(name)) ?? this.addColumn(name, part);
  }

  setValue(column: number, value: number): void {
    (this.#columns[column] as { values: Float64Array }).values[this.#rows] = value;
  }

  endRow(): void {
    this.#rows++;
    if (this.#rows > MAX_LOG_ROWS)
      throw new LogError(`more than ${groupedCountText(MAX_LOG_ROWS)} rows`);
    if (this.#rows >= this.#capacity) this.#grow();
  }

  addRemark(sentence: string): void {
    this.#remarks.push(sentence);
  }

  finish(): LogTable {
    this.#checkNumbers(this.#rows, this.#columns.length);
    const columns = this.#columns.map(({ name, part, values }) =>
      makeLogColumn(name, values.slice(0, this.#rows), part),
    );
    return { format: this.#format, rows: this.#rows, columns, remarks: this.#remarks };
  }

  #checkNumbers(rows: number, columns: number): void {
    if (rows * columns > MAX_LOG_VALUES)
      throw new LogError(
        `more than ${groupedCountText(MAX_LOG_VALUES)} numbers: ${groupedCountText(columns)} columns of ${groupedCountText(rows)} rows`,
      );
  }

  /**
   * Enlarges the columns. Allows one row more than the limit of numbers, so that an excess is
   * reported.
   */
  #grow(): void {
    this.#checkNumbers(this.#rows, this.#columns.length);
    const most = Math.floor(MAX_LOG_VALUES / Math.max(1, this.#columns.length)) + 1;
    this.#capacity = Math.max(this.#capacity, Math.min(2 * this.#capacity, most, MAX_LOG_ROWS + 1));
    for (const column of this.#columns) {
      const values = new Float64Array(this.#capacity).fill(Number.NaN, this.#rows);
      values.set(column.values);
      column.values = values;
    }
  }
}

const shortName = (name: string): string => name.slice(0, MAX_COLUMN_NAME_LENGTH);

export function makeLogColumn(
  name: string,
  values: Float64Array,
  part: ArrayColumnPosition | null = null,
): LogColumn {
  let missingCount = 0;
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) missingCount++;
  return { name: shortName(name), values, missing: missingCount, part };
}
