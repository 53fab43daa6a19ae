import { expect, test } from 'vitest';
import { choosePaneColumns, gridTracks } from './choosePaneColumns.ts';

/** The scale of a box of this shape in a pane, without title and margins. */
const box =
  (width: number, height: number) =>
  (pane: { width: number; height: number }): number =>
    Math.min(pane.width / width, pane.height / height);

test('chooses the columns that show the content largest', () => {
  expect(choosePaneColumns({ width: 1240, height: 500 }, 4, box(1, 2))).toBe(4);
  expect(choosePaneColumns({ width: 1240, height: 500 }, 4, box(3, 1))).toBe(2);
  expect(choosePaneColumns({ width: 1240, height: 500 }, 2, box(1, 2))).toBe(2);
  expect(choosePaneColumns({ width: 500, height: 900 }, 2, box(3, 1))).toBe(1);
  expect(choosePaneColumns({ width: 500, height: 900 }, 8, box(1, 1))).toBe(2);
});

test('prefers the squarest grid if another is hardly better', () => {
  expect(choosePaneColumns({ width: 1240, height: 600 }, 4, () => 1)).toBe(2);
  expect(choosePaneColumns({ width: 1240, height: 600 }, 3, () => 1)).toBe(2);
});

test('makes no pane narrower than its title', () => {
  const upright = box(1, 100);
  expect(choosePaneColumns({ width: 390, height: 420 }, 4, upright)).toBe(2);
  expect(choosePaneColumns({ width: 700, height: 420 }, 4, upright)).toBe(4);
});

test('avoids grids with an empty column', () => {
  // five panes in four columns need two rows, as in three
  expect(choosePaneColumns({ width: 2000, height: 800 }, 5, (pane) => pane.height)).not.toBe(4);
});

test.each([
  [5, 3, [2, 2, 2, 3, 3]],
  [7, 4, [3, 3, 3, 3, 4, 4, 4]],
  [3, 2, [1, 1, 2]],
  [4, 2, [1, 1, 1, 1]],
])('%i panes in %i columns fill every row', (count, columns, spans) => {
  expect(gridTracks(count, columns).spans).toEqual(spans);
});

test('every row of every grid is full, and no pane is narrower than in a full row', () => {
  for (let count = 1; count <= 8; count++)
    for (let columns = 1; columns <= count; columns++) {
      const { tracks, spans } = gridTracks(count, columns);
      for (let first = 0; first < count; first += columns) {
        const row = spans.slice(first, first + columns);
        expect(row.reduce((sum, span) => sum + span, 0)).toBe(tracks);
        expect(Math.min(...row)).toBeGreaterThanOrEqual(tracks / columns);
      }
    }
});
