/** Invalid counts, which an earlier version accepted from external solvers. */
import { unzipSync } from 'fflate';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { parseTestStudy } from '../document/testStudies.ts';
import { withExternalSolvers } from '../document/withExternalSolvers.ts';
import { tableCsv } from './dataTable.ts';
import { LoadedRowsBuilder } from './loadedRowsBuilder.ts';
import { encodeNpzTable } from './npz.ts';
import { rowFieldIndex } from './rowFields.ts';
import { rowStride } from './rowLayout.ts';
import { toRowsTable } from './rowsTableColumns.ts';
import { encodeParquetTable } from './writeParquet.ts';

const UPDATES = [1.5, 1e308, 2 ** 53, Number.POSITIVE_INFINITY, 7];

const study = withExternalSolvers(parseTestStudy({ count: UPDATES.length }), {
  protocol: 1,
  entries: [{ name: 'it', command: ['it'], solver: '', options: null, threads: 1, transport: 0 }],
  ...{ own: false, answers: 0, time: 1, batch: 1, jobs: 1 },
  machine: { processor: 'x', cores: 1 },
});
const table = toRowsTable({
  study,
  *chunks() {
    const stride = rowStride(study);
    const rows = new Float64Array(UPDATES.length * stride);
    for (const [i, updates] of UPDATES.entries())
      rows[i * stride + rowFieldIndex('updates')] = updates;
    yield { first: 0, rows };
  },
});
const at = table.columns.findIndex(({ name }) => name === 'updates');

test('an invalid count becomes unknown in every format', async () => {
  const [, ...lines] = [...tableCsv(table)].join('').trim().split('\n');
  expect(lines.map((line) => line.split(',')[at])).toEqual(['', '', '', '', '7']);
  const npy = unzipSync(encodeNpzTable(table, {}))['updates.npy'] as Uint8Array;
  const counts = new BigInt64Array(npy.slice(-8 * UPDATES.length).buffer);
  expect([...counts]).toEqual([-1n, -1n, -1n, -1n, 7n]);
  const file = encodeParquetTable(table, { version: '1' }).slice().buffer;
  const rows = await parquetReadObjects({ file });
  expect(rows.map(({ updates }) => updates ?? null)).toEqual([null, null, null, null, 7n]);
});

test('rejects a table with an invalid count, with the row and the value', () => {
  const rows = new LoadedRowsBuilder({ study, manifest: {} as never }, UPDATES.length);
  const said = UPDATES.map((updates, i) => rows.setValue('updates', 0, i, updates));
  expect(said[0]).toBe(
    'is damaged: updates of row 0 of it must be a whole number from 0 to 9007199254740991; got 1.5',
  );
  expect(said.map((each) => each === '')).toEqual([false, false, false, false, true]);
  expect([-1, null, 3n].map((updates) => rows.setValue('updates', 0, 0, updates) === '')).toEqual([
    ...[false, true, true],
  ]);
});
