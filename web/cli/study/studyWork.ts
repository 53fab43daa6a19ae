import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoteFileName } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { isExternalSolverCell, type StudyCell } from '@iklab/study/document';
import {
  isPathRunsFileOrigin,
  type PathRunsFileOrigin,
  type RowsFileOrigin,
  type RowsOrRunsSource,
} from '@iklab/study/rows';
import { type ProblemSlice, shardRange } from '@iklab/study/tasks';
import type { CommandCall } from '../command.ts';
import { InterruptedError, makeInputError } from '../errors.ts';
import type { ExternalSolverRunner } from '../solver/solverPrograms.ts';
import { listenForInterruption } from './listenForInterruption.ts';
import { openStoredRowsFile } from './rowsFile.ts';
import { checkSameManifest, RowsLog } from './rowsLog.ts';
import { chooseStudyFormat, toOutputWriteError } from './rowsOutput.ts';
import { solveSlicesInThreads } from './solveSlicesInThreads.ts';
import { StudyProgress } from './studyProgress.ts';

export interface StudyWork<T extends RowsFileOrigin | PathRunsFileOrigin> {
  readonly origin: T;
  readonly document: unknown;
  readonly jobs: number;
  /** Path of the output; null to print it. */
  readonly path: string | null;
  readonly crew: ExternalSolverRunner<T['study']> | null;
}

/** Solves the open slices of a study and writes all rows. `--resume` keeps a finished file. */
export async function solveAndWriteRows<T extends RowsFileOrigin | PathRunsFileOrigin>(
  { options, engine, launcher }: CommandCall,
  work: StudyWork<T>,
  write: (source: RowsOrRunsSource<T>) => Promise<void>,
): Promise<void> {
  const { origin, path } = work;
  const resume = options.resume ?? false;
  const isRowsFormat = chooseStudyFormat(options.format, options.out) === 'rows';
  if (resume && isRowsFormat && path !== null && existsSync(path)) {
    const existing = openStoredRowsFile(path, engine.catalogue);
    checkSameManifest(existing.manifest, origin.manifest, path);
    console.error(`${quoteFileName(path)} is already complete`);
    if (options.course !== undefined) await write(existing as RowsOrRunsSource<T>); // Of the same study.
    return;
  }
  const log = openLog(origin, path, resume, engine.catalogue);
  try {
    await solveOpen(work, launcher, log);
    await write(log.rows.source());
    log.remove();
  } catch (error) {
    throw toOutputWriteError(log.part, error);
  } finally {
    log.closeLog();
  }
}

interface OpenLog<T extends RowsFileOrigin | PathRunsFileOrigin> {
  readonly rows: RowsLog<T>;
  readonly part: string;
  readonly advice: string;
  remove(): void;
  closeLog(): void;
}

function openLog<T extends RowsFileOrigin | PathRunsFileOrigin>(
  origin: T,
  path: string | null,
  resume: boolean,
  catalogue: Catalogue,
): OpenLog<T> {
  const folder = path === null ? mkdtempSync(join(tmpdir(), 'iklab-study-')) : null;
  const part = folder === null ? `${path}.part` : join(folder, 'rows.part');
  const doesExist = existsSync(part);
  if (doesExist && !resume)
    throw makeInputError(
      quoteFileName(part),
      'already exists; continue with --resume, or remove it',
    );
  const rows = openRowsLog(part);
  return {
    rows,
    part,
    advice:
      folder === null
        ? 'continue with --resume'
        : 'nothing was kept, because --out FILE is missing',
    remove: () => rmSync(part, { force: true }),
    closeLog() {
      rows.close();
      if (folder !== null) rmSync(folder, { recursive: true });
    },
  };

  function openRowsLog(file: string): RowsLog<T> {
    try {
      if (RowsLog.mayHaveRows(file)) return RowsLog.reopen(file, origin, catalogue);
      return RowsLog.create(file, origin);
    } catch (error) {
      throw toOutputWriteError(file, error);
    }
  }
}

async function solveOpen<T extends RowsFileOrigin | PathRunsFileOrigin>(
  { origin, document, jobs, crew }: StudyWork<T>,
  launcher: URL,
  { rows, advice }: OpenLog<T>,
): Promise<void> {
  const { cells, count, solvers } = origin.study;
  const { open } = rows;
  if (open.length === 0) return;
  const all = shardRange(count, origin.manifest.shard).count * cells.length;
  const doneCount = all - open.reduce((sum, slice) => sum + slice.count, 0);
  const progress = new StudyProgress(
    all,
    doneCount,
    isPathRunsFileOrigin(origin) ? 'runs' : 'problems',
  );
  const stop = listenForInterruption();
  const work = { document, ...(solvers && { solvers }) };
  const methodSlices = open.filter(({ cell }) => !isExternalSolverCell(cells[cell] as StudyCell));
  try {
    const threads = Math.min(jobs, methodSlices.length);
    if (threads > 0)
      await solveSlicesInThreads(launcher, work, threads, methodSlices.values(), take, stop.signal);
    if (crew && !stop.signal.aborted) await crew.solve(open, take, stop.signal);
  } finally {
    stop.end();
  }
  progress.end();
  if (stop.signal.aborted) throw new InterruptedError(stop.status(), `interrupted: ${advice}`);

  function take(slice: ProblemSlice, made: Float64Array): void {
    rows.add(slice, made);
    progress.add(slice.count);
  }
}
