import { expect, test } from 'vitest';
import { parseTestStudy } from '../document/testStudies.ts';
import { ROW_FIELDS, ROW_STRIDE, rowFieldIndex } from './rowFields.ts';
import { makeRowColumnReader, type RowsSource } from './rowsSource.ts';

/**
 * Rows whose numbers encode cell, problem and field; `read`: the cells in the order in which they
 * were read.
 */
function encodedSource(count: number) {
  const read: number[] = [];
  const of = (cell: number, problem: number, k: number) => 1e6 * cell + 100 * problem + k;
  const source = {
    study: parseTestStudy(),
    count,
    *chunks(cell: number) {
      read.push(cell);
      for (let first = 0; first < 10; first += 4) {
        const rows = new Float64Array(Math.min(4, 10 - first) * ROW_STRIDE);
        yield {
          first,
          rows: rows.map((_, i) => of(cell, first + Math.floor(i / ROW_STRIDE), i % ROW_STRIDE)),
        };
      }
    },
  } as unknown as RowsSource;
  return { source, read, of };
}

test('columns have the problems in order, and each cell is read only once', () => {
  const { source, read, of } = encodedSource(10);
  const column = makeRowColumnReader(source);
  for (const cell of [0, 1])
    for (const field of ROW_FIELDS) {
      const wanted = Array.from({ length: 10 }, (_, i) => of(cell, i, rowFieldIndex(field)));
      expect([...column(cell, field)]).toEqual(wanted);
    }
  expect(read).toEqual([0, 1]);
});

test('a cell with very many problems is read again for each field', () => {
  const { source, read, of } = encodedSource(2 ** 20 + 1);
  const column = makeRowColumnReader(source);
  expect(column(1, 'error')[9]).toBe(of(1, 9, rowFieldIndex('error')));
  expect(column(1, 'updates')[0]).toBe(of(1, 0, rowFieldIndex('updates')));
  expect(read).toEqual([1, 1]);
});
