/** Archives of arrays, read by a reader other than NumPy (which wasm/python/tests uses). */
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type DataTable, makeTableColumn, type TableCellValue } from './dataTable.ts';
import { encodeNpzTable } from './npz.ts';

const table = (rows: readonly (readonly TableCellValue[])[]): DataTable => ({
  columns: [
    makeTableColumn('label', 'text'),
    makeTableColumn('solved', 'flag'),
    makeTableColumn('index', 'index'),
    makeTableColumn('updates', 'count', true),
    makeTableColumn('error', 'number', true),
    makeTableColumn('angles[0]', 'number'),
    makeTableColumn('angles[1]', 'number'),
  ],
  rows: () => rows,
});

function arrays(bytes: Uint8Array) {
  const files = Object.entries(unzipSync(bytes));
  return new Map(
    files.map(([name, file]) => {
      const length = (file[8] ?? 0) + 256 * (file[9] ?? 0);
      const head = new TextDecoder('latin1').decode(file.subarray(10, 10 + length));
      expect([...file.subarray(0, 8)]).toEqual([0x93, 78, 85, 77, 80, 89, 1, 0]);
      expect([(10 + length) % 64, head.at(-1)]).toEqual([0, '\n']);
      const [, descr, shape] = /'descr': '(.*?)'.*'shape': \((.*?)\), }/.exec(head) ?? [];
      return [name, { descr, shape, data: file.slice(10 + length).buffer }] as const;
    }),
  );
}

test('each column is an array of its type; numbered columns are one array of two axes', () => {
  const rows = [
    ['S, "dls"', true, 0, 12, 0.1, 1, 2],
    ['λ', false, 1, null, null, 3, 4],
    ['', true, 2, 2 ** 40, -0, 5, 6],
  ];
  const read = arrays(encodeNpzTable(table(rows), { seed: 1 }));
  expect([...read].map(([name, { descr, shape }]) => [name, descr, shape])).toEqual([
    ['label.npy', '<U8', '3,'],
    ['solved.npy', '|b1', '3,'],
    ['index.npy', '<i8', '3,'],
    ['updates.npy', '<i8', '3,'],
    ['error.npy', '<f8', '3,'],
    ['angles.npy', '<f8', '3, 2'],
    ['manifest.npy', '<U10', ''],
  ]);
  const of = (name: string) => read.get(`${name}.npy`)?.data ?? new ArrayBuffer(0);
  expect([...new Uint8Array(of('solved'))]).toEqual([1, 0, 1]);
  expect([...new BigInt64Array(of('updates'))]).toEqual([12n, -1n, 2n ** 40n]);
  expect([...new Float64Array(of('error'))]).toEqual([0.1, Number.NaN, -0]);
  expect([...new Float64Array(of('angles'))]).toEqual([1, 2, 3, 4, 5, 6]);
  const label = [...new Uint32Array(of('label'))].map((point) => String.fromCodePoint(point));
  expect(label.join('')).toBe(`S, "dls"λ${'\0'.repeat(15)}`);
});

test('the bytes are reproducible; too many rows for memory are an error', () => {
  const rows = [['a', true, 0, 1, 0.5, 1, 2]];
  expect(encodeNpzTable(table(rows), {})).toEqual(encodeNpzTable(table(rows), {}));
  function* endless() {
    for (const row = rows[0] ?? []; ; ) yield row;
  }
  expect(() => encodeNpzTable({ ...table([]), rows: endless }, {}, 700)).toThrow(
    'has more than 100 rows, the maximum of NPZ files here',
  );
});
