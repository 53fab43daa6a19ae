/** Tables as CSV and Parquet: other readers find the same values. */
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { type DataTable, finiteNumberOrNull, makeTableColumn, tableCsv } from './dataTable.ts';
import { encodeParquetTable } from './writeParquet.ts';

const table = (count: number): DataTable => ({
  columns: [
    makeTableColumn('name', 'text'),
    makeTableColumn('solved', 'flag'),
    makeTableColumn('index', 'index'),
    makeTableColumn('updates', 'count'),
    makeTableColumn('error, m', 'number', true),
  ],
  *rows() {
    for (let i = 0; i < count; i++)
      yield [i === 0 ? 'a "b", c' : 'd', i % 2 === 0, i, 2 ** 40 + i, i === 1 ? null : i / 7];
  },
});

test('CSV quotes cells where needed, writes flags as 1 and 0 and unknown values as empty cells', () => {
  expect([...tableCsv(table(3))].join('')).toBe(
    'name,solved,index,updates,"error, m"\n"a ""b"", c",1,0,1099511627776,0\nd,0,1,1099511627777,\nd,1,2,1099511627778,0.2857142857142857\n',
  );
});

test('CSV text cells never start a spreadsheet formula; negative numbers stay as they are', () => {
  const lines = tableCsv({
    columns: [makeTableColumn('=name', 'text'), makeTableColumn('error', 'number')],
    rows: () => [['=1+1', -0.25]],
  });
  expect([...lines].join('')).toBe("'=name,error\n'=1+1,-0.25\n");
});

test('CSV is written in chunks; an empty table has only the header', () => {
  const pieces = [...tableCsv(table(2500))];
  expect(pieces.length).toBe(3);
  expect(pieces.join('').split('\n')).toHaveLength(2502);
  expect([...tableCsv(table(0))].join('')).toBe('name,solved,index,updates,"error, m"\n');
});

test('Parquet has the same values and the manifest as metadata', async () => {
  const manifest = { version: '1.2', seed: 5 };
  const { buffer } = encodeParquetTable(table(3), manifest).slice();
  expect(await parquetReadObjects({ file: buffer })).toEqual([
    { name: 'a "b", c', solved: true, index: 0, updates: 2n ** 40n, 'error, m': 0 },
    { name: 'd', solved: false, index: 1, updates: 2n ** 40n + 1n, 'error, m': null },
    { name: 'd', solved: true, index: 2, updates: 2n ** 40n + 2n, 'error, m': 2 / 7 },
  ]);
  const { key_value_metadata, created_by } = parquetMetadata(buffer);
  expect(JSON.parse(key_value_metadata?.[0]?.value ?? '')).toEqual({ version: '1.2', seed: 5 });
  expect(created_by).toBe('iklab 1.2');
});

test('finite turns non-finite and missing values into null', () => {
  expect(
    [1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined].map(finiteNumberOrNull),
  ).toEqual([...[1, null, null, null, null]]);
});
