/** Runs a study in this thread. Imported on first use. */
import {
  type DataTable,
  type FollowedRun,
  FollowSolver,
  type FollowStudy,
  followRunsTable,
  isFollowStudy,
  parseAnyStudy,
  rowsTable,
  type Study,
  StudySolver,
  slicesOf,
  studyVersionNote,
} from '@iklab/study';
import type { Engine } from 'iklab/engine';
import { readJson } from 'iklab/scenario';
import 'iklab/scenario/robotShelf';
import { checkKeys } from './checkedValues.ts';
import type { StudyOptions, StudyRow } from './packageTypes.ts';
import { documentError, refusalOf } from './refusals.ts';

const PROBLEMS = 64; // Per slice.

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
  const read = parseAnyStudy(told, catalogue);
  if (!read.ok) throw documentError(read.faults);
  const study = read.value;
  const note = studyVersionNote(told, catalogue);
  if (note !== null) onNote(note);
  const work = isFollowStudy(study) ? runsAlong(engine, study) : problemsOf(engine, study);
  const all = study.cells.length * study.count;
  let done = 0;
  try {
    signal?.throwIfAborted();
    for (const count of work.slices()) {
      done += count;
      onProgress?.(done, all);
      await new Promise<void>((next) => setTimeout(next));
      if (done < all) signal?.throwIfAborted();
    }
  } catch (error) {
    throw refusalOf(error);
  }
  const { columns, rows } = work.table();
  const names = columns.map(({ name }) => name);
  return Array.from(rows(), (row) =>
    Object.fromEntries(names.map((name, i) => [name, row[i] ?? null])),
  );
}

interface Work {
  /** Solves slice after slice; yields the number of rows of each. */
  slices(): Iterable<number>;
  table(): DataTable;
}

function problemsOf(engine: Engine, study: Study): Work {
  const chunks = study.cells.map(() => [] as { first: number; rows: Float64Array }[]);
  return {
    *slices() {
      const solver = new StudySolver(engine, study);
      try {
        for (const slice of slicesOf(study, undefined, PROBLEMS)) {
          chunks[slice.cell]?.push({ first: slice.first, rows: solver.solve(slice) });
          yield slice.count;
        }
      } finally {
        solver.close();
      }
    },
    table: () => rowsTable({ study, chunks: (cell) => chunks[cell] ?? [] }),
  };
}

/** Each slice is one run. Rows have no times, which depend on the machine. */
function runsAlong(engine: Engine, study: FollowStudy): Work {
  const runs = study.cells.map(() => [] as FollowedRun[]);
  return {
    *slices() {
      const solver = new FollowSolver(engine, study);
      try {
        for (const { index: cell } of study.cells)
          for (let index = 0; index < study.count; index++) {
            runs[cell]?.push(solver.run(cell, index));
            yield 1;
          }
      } finally {
        solver.close();
      }
    },
    table: () => followRunsTable(study, (cell, index) => runs[cell]?.[index]),
  };
}
