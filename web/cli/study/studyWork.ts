/** Solves the open slices of a study, saves each finished one, and writes all rows. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Cell,
  isBrought,
  isRuns,
  type NumbersSource,
  type Slice,
  shardRange,
  type ToldRows,
  type ToldRuns,
} from '@iklab/study';
import { type Catalogue, fileName } from 'iklab/scenario';
import type { Call } from '../command.ts';
import { Interrupted, inputFault } from '../errors.ts';
import type { Crew } from '../solver/solverPrograms.ts';
import { interruption } from './interruption.ts';
import { openRows } from './rowsFile.ts';
import { checkSame, RowsLog } from './rowsLog.ts';
import { formatOf, writeFault } from './rowsOutput.ts';
import { StudyProgress } from './studyProgress.ts';
import { solveInThreads } from './studyThreads.ts';

export interface Work<T extends ToldRows | ToldRuns> {
  readonly told: T;
  readonly document: unknown;
  readonly jobs: number;
  /** Path of the output; null to print it. */
  readonly path: string | null;
  readonly crew: Crew<T['study']> | null;
}

/** Solves what is open, then writes. With `--resume`, a finished file of rows is kept. */
export async function makeRows<T extends ToldRows | ToldRuns>(
  { options, engine, launcher }: Call,
  work: Work<T>,
  write: (source: NumbersSource<T>) => Promise<void>,
): Promise<void> {
  const { told, path } = work;
  const resume = options.resume ?? false;
  const whole = formatOf(options.format, options.out) === 'rows';
  if (resume && whole && path !== null && existsSync(path)) {
    const there = openRows(path, engine.catalogue);
    checkSame(there.manifest, told.manifest, path);
    console.error(`${fileName(path)} is already complete`);
    if (options.course !== undefined) await write(there as NumbersSource<T>); // Of the same study.
    return;
  }
  const log = openLog(told, path, resume, engine.catalogue);
  try {
    await solve(work, launcher, log);
    await write(log.rows.source());
    log.forget();
  } catch (error) {
    throw writeFault(log.part, error);
  } finally {
    log.keepPart();
  }
}

interface OpenLog<T extends ToldRows | ToldRuns> {
  readonly rows: RowsLog<T>;
  readonly part: string;
  /** Advice for continuing after an interruption. */
  readonly kept: string;
  /** Removes the log after all rows have been written. */
  forget(): void;
  /** Keeps an unfinished log, so that the study can continue later. */
  keepPart(): void;
}

/** Opens the log next to the output of a study; without an output, in a temporary folder. */
function openLog<T extends ToldRows | ToldRuns>(
  told: T,
  path: string | null,
  resume: boolean,
  catalogue: Catalogue,
): OpenLog<T> {
  const folder = path === null ? mkdtempSync(join(tmpdir(), 'iklab-study-')) : null;
  const part = folder === null ? `${path}.part` : join(folder, 'rows.part');
  const there = existsSync(part);
  if (there && !resume)
    throw inputFault(fileName(part), 'already exists; continue with --resume, or remove it');
  const rows = opened(part);
  return {
    rows,
    part,
    kept:
      folder === null
        ? 'continue with --resume'
        : 'nothing was kept, because --out FILE is missing',
    forget: () => rmSync(part, { force: true }),
    keepPart() {
      rows.close();
      if (folder !== null) rmSync(folder, { recursive: true });
    },
  };

  function opened(at: string): RowsLog<T> {
    try {
      if (RowsLog.hasRowsLeft(at)) return RowsLog.reopen(at, told, catalogue);
      return RowsLog.create(at, told);
    } catch (error) {
      throw writeFault(at, error);
    }
  }
}

async function solve<T extends ToldRows | ToldRuns>(
  { told, document, jobs, crew }: Work<T>,
  launcher: URL,
  { rows, kept }: OpenLog<T>,
): Promise<void> {
  const { cells, count, solvers } = told.study;
  const { open } = rows;
  if (open.length === 0) return;
  const all = shardRange(count, told.manifest.shard).count * cells.length;
  const done = all - open.reduce((sum, slice) => sum + slice.count, 0);
  const progress = new StudyProgress(all, done, isRuns(told) ? 'runs' : 'problems');
  const stop = interruption();
  const work = { document, ...(solvers && { solvers }) };
  const own = open.filter(({ cell }) => !isBrought(cells[cell] as Cell));
  try {
    const threads = Math.min(jobs, own.length);
    if (threads > 0) await solveInThreads(launcher, work, threads, own.values(), take, stop.signal);
    if (crew && !stop.signal.aborted) await crew.solve(open, take, stop.signal);
  } finally {
    stop.end();
  }
  progress.end();
  if (stop.signal.aborted) throw new Interrupted(stop.status(), `interrupted: ${kept}`);

  function take(slice: Slice, made: Float64Array): void {
    rows.add(slice, made);
    progress.add(slice.count);
  }
}
