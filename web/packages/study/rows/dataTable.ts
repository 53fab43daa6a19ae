/** The common table of all kinds of studies, from which CSV and Parquet are written. */
import { csvCell } from '@iklab/core/format';

export type TableCellValue = string | number | boolean | null;

export interface TableColumn {
  readonly name: string;
  /**
   * Type of the values of a column. `index`: an integer below 2^31; `count`: an integer below 2^53.
   */
  readonly type: 'text' | 'flag' | 'index' | 'count' | 'number';
  readonly optional: boolean;
}

export interface DataTable {
  readonly columns: readonly TableColumn[];
  rows(): Iterable<readonly TableCellValue[]>;
}

export const makeTableColumn = (
  name: string,
  type: TableColumn['type'],
  optional = false,
): TableColumn => ({
  name,
  type,
  optional,
});

export const finiteNumberOrNull = (value: number | null | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

/** Returns null unless the value is an integer below 2^53 in magnitude. */
export const integerOrNull = (value: number | null | undefined): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

const ROWS_PER_CHUNK = 1000; // Rows per chunk.

/** Yields a table as CSV text, with a first line of names (RFC 4180 except for the line ends). */
export function* tableCsv({ columns, rows }: DataTable): Generator<string> {
  let piece = csvLine(columns.map(({ name }) => name));
  let lines = 0;
  for (const row of rows()) {
    piece += csvLine(row);
    if (++lines % ROWS_PER_CHUNK !== 0) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const csvLine = (values: readonly TableCellValue[]): string => `${values.map(csvCell).join(',')}\n`;
