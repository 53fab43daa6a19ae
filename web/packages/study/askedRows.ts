/** Rows of the problems that every external solver received. Only these are compared. */
import { isBrought, stopPlace } from './solvers.ts';
import type { Study } from './study.ts';
import type { Columns } from './studyRows.ts';

/**
 * Returns the columns without the problems that a solver does not support, and the number of
 * problems left.
 */
export function askedOfAll(
  { cells }: Pick<Study, 'cells'>,
  columns: Columns,
): { readonly columns: Columns; readonly left: number; readonly all: number } {
  const unasked = stopPlace('unasked');
  let left: Uint8Array | null = null;
  for (const { index } of cells.filter(isBrought)) {
    const stops = columns(index, 'stop');
    left ??= new Uint8Array(stops.length).fill(1);
    for (let i = 0; i < stops.length; i++) if (stops[i] === unasked) left[i] = 0;
  }
  const all = left?.length ?? 0;
  const count = left?.reduce((sum, one) => sum + one, 0) ?? 0;
  if (!left || count === all) return { columns, left: all, all };
  const [kept] = [left];
  return {
    columns: (cell, field) => columns(cell, field).filter((_, i) => kept[i] === 1),
    left: count,
    all,
  };
}
