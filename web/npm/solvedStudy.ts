/** A study in one thread. Loaded when the first is asked for. */
import { parseStudy, parseStudyText, rowsTable, StudySolver, slicesOf } from '@iklab/study';
import type { Engine } from 'iklab/engine';
import 'iklab/scenario/robotShelf';
import { checkKeys } from './checkedValues.ts';
import type { StudyOptions, StudyRow } from './packageTypes.ts';
import { documentError, refusalOf } from './refusals.ts';

const PROBLEMS = 64; // of a slice

export async function solvedStudy(
  document: object | string,
  options: StudyOptions,
  engine: Engine,
): Promise<readonly StudyRow[]> {
  checkKeys(options, ['onProgress', 'signal'], 'options');
  const { onProgress, signal } = options;
  const { catalogue } = engine;
  const read =
    typeof document === 'string'
      ? parseStudyText(document, catalogue)
      : parseStudy(document, catalogue);
  if (!read.ok) throw documentError(read.faults);
  const study = read.value;
  const solver = new StudySolver(engine, study);
  const chunks = study.cells.map(() => [] as { first: number; rows: Float64Array }[]);
  const all = study.cells.length * study.count;
  let done = 0;
  try {
    for (const slice of slicesOf(study, undefined, PROBLEMS)) {
      signal?.throwIfAborted();
      chunks[slice.cell]?.push({ first: slice.first, rows: solver.solve(slice) });
      done += slice.count;
      onProgress?.(done, all);
      await new Promise<void>((next) => setTimeout(next));
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    solver.close();
  }
  const { columns, rows } = rowsTable({ study, chunks: (cell) => chunks[cell] ?? [] });
  const names = columns.map(({ name }) => name);
  return Array.from(rows(), (row) =>
    Object.fromEntries(names.map((name, i) => [name, row[i] ?? null])),
  );
}
