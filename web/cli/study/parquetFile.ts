/** The rows of a study as a Parquet file. */

import { type RowsSource, rowsTable, writeParquet } from '@iklab/study';
import { fileWriter } from 'hyparquet-writer';

export const writeRowsParquet = (source: RowsSource, path: string): void =>
  writeParquet(rowsTable(source), source.manifest, fileWriter(path));
