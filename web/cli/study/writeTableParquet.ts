import { type DataTable, type RowsSource, toRowsTable } from '@iklab/study/rows';
import { writeParquet } from '@iklab/study/rows/writeParquet';
import { fileWriter } from 'hyparquet-writer';

export const writeRowsParquet = (source: RowsSource, path: string): void =>
  writeTableParquet(toRowsTable(source), source.manifest, path);

export const writeTableParquet = (
  table: DataTable,
  manifest: { readonly version: string },
  path: string,
): void => writeParquet(table, manifest, fileWriter(path));
