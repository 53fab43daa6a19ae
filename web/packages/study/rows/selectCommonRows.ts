import type { Study } from '../document/study.ts';
import { isExternalSolverCell, rowStopReasonIndex } from '../document/withExternalSolvers.ts';
import type { RowColumnReader } from './studyRows.ts';

/**
 * Leaves out problems that an external solver does not support. `common`: number of remaining
 * problems.
 */
export function selectCommonRows(
  { cells }: Pick<Study, 'cells'>,
  columns: RowColumnReader,
): { readonly columns: RowColumnReader; readonly common: number; readonly all: number } {
  const unasked = rowStopReasonIndex('unasked');
  let isCommon: Uint8Array | null = null;
  for (const { index } of cells.filter(isExternalSolverCell)) {
    const stops = columns(index, 'stop');
    isCommon ??= new Uint8Array(stops.length).fill(1);
    for (let i = 0; i < stops.length; i++) if (stops[i] === unasked) isCommon[i] = 0;
  }
  const all = isCommon?.length ?? 0;
  const count = isCommon?.reduce((sum, one) => sum + one, 0) ?? 0;
  if (!isCommon || count === all) return { columns, common: all, all };
  const [mask] = [isCommon];
  return {
    columns: (cell, field) => columns(cell, field).filter((_, i) => mask[i] === 1),
    common: count,
    all,
  };
}
