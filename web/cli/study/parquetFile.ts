/** The rows of a study as a Parquet file. */
import { fileWriter } from 'hyparquet-writer';
import { writeParquet } from '../../study/dataParquet.ts';
import { rowsTable } from '../../study/rowColumns.ts';
import type { RowsSource } from '../../study/rowsSource.ts';

export const writeRowsParquet = (source: RowsSource, path: string): void =>
  writeParquet(rowsTable(source), source.manifest, fileWriter(path));
