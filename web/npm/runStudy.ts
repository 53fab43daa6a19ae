/** Runs a study in this thread. Imported on first use. */

import type { Engine } from '@iklab/core/engine';
import { readJson } from '@iklab/core/scenario/text';
import { type Study, studyVersionNote } from '@iklab/study/document';
import {
  isPathStudy,
  type PathRun,
  type PathStudy,
  PathStudySolver,
  parseAnyStudy,
} from '@iklab/study/follow';
import { pathRunsTable } from '@iklab/study/follow/runs';
import { type DataTable, toRowsTable } from '@iklab/study/rows';
import { findSolutionsFault, makeProblemSlices, StudySolver } from '@iklab/study/tasks';
import '@iklab/core/scenario/presets/robotShelf';
import { makeDocumentError, toIklabError } from './callErrors.ts';
import { checkObjectKeys } from './checkedValues.ts';
import type { StudyOptions, StudyRow } from './packageTypes.ts';

const SLICE_SIZE = 64; // Per slice.

const warnedNotes = new Set<string>();

function warnOnce(note: string): void {
  if (warnedNotes.has(note)) return;
  warnedNotes.add(note);
  console.warn(`iklab: ${note}`);
}

export async function runStudy(
  document: object | string,
  options: StudyOptions,
  engine: Engine,
): Promise<readonly StudyRow[]> {
  checkObjectKeys(options, ['onNote', 'onProgress', 'signal'], 'options');
  const { onNote = warnOnce, onProgress, signal } = options;
  const { catalogue } = engine;
  const json = typeof document === 'string' ? readJson(document) : null;
  if (json?.ok === false) throw makeDocumentError(json.faults);
  const parsedDocument = json ? json.value : document;
  const read = parseAnyStudy(parsedDocument, catalogue);
  if (!read.ok) throw makeDocumentError(read.faults);
  const study = read.value;
  const fault = isPathStudy(study) ? null : findSolutionsFault(engine, study);
  if (fault) throw makeDocumentError([fault]);
  const note = studyVersionNote(parsedDocument, catalogue);
  if (note !== null) onNote(note);
  const work = isPathStudy(study) ? makePathRun(engine, study) : makeProblemRun(engine, study);
  const all = study.cells.length * study.count;
  let finished = 0;
  try {
    signal?.throwIfAborted();
    for (const count of work.slices()) {
      finished += count;
      onProgress?.(finished, all);
      await new Promise<void>((next) => setTimeout(next));
      if (finished < all) signal?.throwIfAborted();
    }
  } catch (error) {
    throw toIklabError(error);
  }
  const { columns, rows } = work.table();
  const names = columns.map(({ name }) => name);
  return Array.from(rows(), (row) =>
    Object.fromEntries(names.map((name, i) => [name, row[i] ?? null])),
  );
}

interface StudyRun {
  /** Runs the study in slices. Yields the number of rows of each slice. */
  slices(): Iterable<number>;
  table(): DataTable;
}

function makeProblemRun(engine: Engine, study: Study): StudyRun {
  const chunks = study.cells.map(() => [] as { first: number; rows: Float64Array }[]);
  return {
    *slices() {
      const solver = new StudySolver(engine, study);
      try {
        for (const slice of makeProblemSlices(study, undefined, SLICE_SIZE)) {
          chunks[slice.cell]?.push({ first: slice.first, rows: solver.solve(slice) });
          yield slice.count;
        }
      } finally {
        solver.close();
      }
    },
    table: () => toRowsTable({ study, chunks: (cell) => chunks[cell] ?? [] }),
  };
}

/**
 * Makes the run of a path study. Each slice is one run. Rows have no times, which depend on the
 * machine.
 */
function makePathRun(engine: Engine, study: PathStudy): StudyRun {
  const runs = study.cells.map(() => [] as PathRun[]);
  return {
    *slices() {
      const solver = new PathStudySolver(engine, study);
      try {
        for (const { index: cell } of study.cells)
          for (let index = 0; index < study.count; index++) {
            runs[cell]?.push(solver.solve(cell, index));
            yield 1;
          }
      } finally {
        solver.close();
      }
    },
    table: () => pathRunsTable(study, (cell, index) => runs[cell]?.[index]),
  };
}
