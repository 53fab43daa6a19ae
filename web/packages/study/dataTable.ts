/** What a study shows as rows under columns: from it come CSV and Parquet, whatever the study is. */
import { csvCell } from 'iklab/format';

export type Value = string | number | boolean | null;

export interface TableColumn {
  readonly name: string;
  /** index: a whole number below 2^31; count: below 2^53. */
  readonly type: 'text' | 'flag' | 'index' | 'count' | 'number';
  /** It may be not known. */
  readonly optional: boolean;
}

/** A table of rows with typed columns, for files. */
export interface DataTable {
  readonly columns: readonly TableColumn[];
  rows(): Iterable<readonly Value[]>;
}

export const column = (name: string, type: TableColumn['type'], optional = false): TableColumn => ({
  name,
  type,
  optional,
});

/** Null where it is not finite, which no file of numbers can say. */
export const finite = (value: number | null | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

/** Null for anything but a whole number below 2^53: columns of counts hold nothing else. */
export const whole = (value: number | null | undefined): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

const AT_ONCE = 1000; // lines of a piece

/** A line for each row, under one of names; RFC 4180 but for its ends of lines. */
export function* tableCsv({ columns, rows }: DataTable): Generator<string> {
  let piece = lineOf(columns.map(({ name }) => name));
  let lines = 0;
  for (const row of rows()) {
    piece += lineOf(row);
    if (++lines % AT_ONCE !== 0) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const lineOf = (values: readonly Value[]): string => `${values.map(csvCell).join(',')}\n`;
