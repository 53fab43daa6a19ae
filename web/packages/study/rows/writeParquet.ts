import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { DataTable, TableCellValue, TableColumn } from './dataTable.ts';

const ROWS_PER_GROUP = 65_536; // Rows.

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  flag: { type: 'BOOLEAN' },
  index: { type: 'INT32' },
  count: { type: 'INT64' },
  number: { type: 'DOUBLE' },
} as const;

export type ParquetSink = ConstructorParameters<typeof ParquetWriter>[0]['writer'];

/** Writes one row group at a time. Stores `manifest` as JSON in the metadata under `iklab`. */
export function writeParquet(
  { columns, rows }: DataTable,
  manifest: { readonly version: string },
  writer: ParquetSink,
): void {
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(columnSchema)],
    kvMetadata: [{ key: 'iklab', value: JSON.stringify(manifest) }],
    createdBy: `iklab ${manifest.version}`,
  });
  let group = columns.map((): (TableCellValue | bigint)[] => []);
  const write = () => {
    const columnData = columns.map(({ name }, i) => ({ name, data: group[i] ?? [] }));
    file.write({ columnData, rowGroupSize: ROWS_PER_GROUP });
    group = columns.map(() => []);
  };
  for (const row of rows()) {
    for (const [i, { type }] of columns.entries()) {
      const value = row[i] ?? null;
      group[i]?.push(type === 'count' && value !== null ? BigInt(value as number) : value);
    }
    if (group[0]?.length === ROWS_PER_GROUP) write();
  }
  if (group[0]?.length !== 0) write();
  file.finish();
}

const columnSchema = ({ name, type, optional }: TableColumn) => ({
  name,
  ...types[type],
  repetition_type: optional ? ('OPTIONAL' as const) : ('REQUIRED' as const),
});

export function encodeParquetTable(
  table: DataTable,
  manifest: { readonly version: string },
): Uint8Array<ArrayBuffer> {
  const memory = new ByteWriter();
  writeParquet(table, manifest, memory);
  return memory.getBytes();
}
