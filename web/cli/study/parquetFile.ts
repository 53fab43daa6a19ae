/** The rows of a study as Parquet, a row group at a time, so that no more of them is in memory. */
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { type RowColumn, type RowValue, rowColumns } from '../../study/rowColumns.ts';
import { ROW_STRIDE } from '../../study/rowFields.ts';
import type { RowsSource } from '../../study/rowsSource.ts';

const GROUP = 65_536; // rows

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  flag: { type: 'BOOLEAN' },
  index: { type: 'INT32' },
  count: { type: 'INT64' },
  number: { type: 'DOUBLE' },
} as const;

export function writeParquet(source: RowsSource, path: string): void {
  const columns = rowColumns(source.study);
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(schemaOf)],
    kvMetadata: [{ key: 'iklab', value: JSON.stringify(source.manifest) }],
    createdBy: `iklab ${source.manifest.version}`,
  });
  let group = columns.map((): (RowValue | bigint)[] => []);
  const write = () => {
    const columnData = columns.map(({ name }, i) => ({ name, data: group[i] ?? [] }));
    writer.write({ columnData, rowGroupSize: GROUP });
    group = columns.map(() => []);
  };
  for (const cell of source.study.cells) {
    for (const { first, rows } of source.chunks(cell.index)) {
      for (let i = 0; i * ROW_STRIDE < rows.length; i++) {
        for (const [c, { type, value }] of columns.entries()) {
          const own = value(cell, first + i, rows, i * ROW_STRIDE);
          group[c]?.push(type === 'count' ? BigInt(own as number) : own);
        }
        if (group[0]?.length === GROUP) write();
      }
    }
  }
  if (group[0]?.length !== 0) write();
  writer.finish();
}

const schemaOf = ({ name, type, optional }: RowColumn) => ({
  name,
  ...types[type],
  repetition_type: optional ? ('OPTIONAL' as const) : ('REQUIRED' as const),
});
