/** A study in one thread. Loaded when the first is asked for. */
import { parseStudy, rowsTable, StudySolver, slicesOf, studyVersionNote } from '@iklab/study';
import type { Engine } from 'iklab/engine';
import { readJson } from 'iklab/scenario';
import 'iklab/scenario/robotShelf';
import { checkKeys } from './checkedValues.ts';
import type { StudyOptions, StudyRow } from './packageTypes.ts';
import { documentError, refusalOf } from './refusals.ts';

const PROBLEMS = 64; // of a slice

const warned = new Set<string>();

function warn(note: string): void {
  if (warned.has(note)) return;
  warned.add(note);
  console.warn(`iklab: ${note}`);
}

export async function solvedStudy(
  document: object | string,
  options: StudyOptions,
  engine: Engine,
): Promise<readonly StudyRow[]> {
  checkKeys(options, ['onNote', 'onProgress', 'signal'], 'options');
  const { onNote = warn, onProgress, signal } = options;
  const { catalogue } = engine;
  const json = typeof document === 'string' ? readJson(document) : null;
  if (json?.ok === false) throw documentError(json.faults);
  const told = json ? json.value : document;
  const read = parseStudy(told, catalogue);
  if (!read.ok) throw documentError(read.faults);
  const study = read.value;
  const note = studyVersionNote(told, catalogue);
  if (note !== null) onNote(note);
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
