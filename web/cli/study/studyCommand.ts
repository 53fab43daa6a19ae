import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isStudy,
  MAX_SHARDS,
  type Manifest,
  manifestOf,
  parseStudy,
  type Shard,
  type Slice,
  type Study,
  shardRange,
  slicesOf,
  WHOLE_STUDY,
} from '@iklab/study';
import {
  type Catalogue,
  fileName,
  isRecord,
  quote,
  type Result,
  refusedResult,
} from 'iklab/scenario';
import type { Call, Command } from '../command.ts';
import { acceptedValue, Interrupted, inputFault, UsageError } from '../errors.ts';
import { readDocument } from '../readDocument.ts';
import { withOutputClaim } from './claim.ts';
import { checkPoses, POSES_HELP, withPoses } from './posedSource.ts';
import { openRows } from './rowsFile.ts';
import { checkSame, RowsLog } from './rowsLog.ts';
import { formatOf, STUDY_FORMATS, writeFault, writeTo } from './rowsOutput.ts';
import { StudyProgress } from './studyProgress.ts';
import { solveInThreads } from './studyThreads.ts';

const MOST_JOBS = 1024;

export const studyCommand: Command = {
  usage: `study FILE|- [--shard I/N] [--out FILE] [--format ${STUDY_FORMATS.join('|')}] [--jobs N] [--resume] [--poses]`,
  help: `Solves the problems of a study by each of its methods, and prints what they come to. The rows hang on
the study alone: not on jobs, shards or machine.

FILE is a study document (JSON); - reads it from standard input. A problem is solved where all is reached
that its targets ask for: what "free" of a target leaves free does not count.

  --out FILE    writes there; what is done stands in FILE.part until all is
  --format F    table (default without --out): what each method comes to; csv, json, parquet: a row
                each problem; rows (default with --out): a file that iklab merge reads. The end of
                FILE says it too: .csv, .json, .parquet, .rows, .txt
  --shard I/N   one of N parts of the problems, I from 1 to N: iklab merge makes them one
  --jobs N      threads, each with a solver of its own. Default: the cores of the machine
  --resume      goes on with FILE.part; from the beginning where it is not there or has no rows. A file of rows that is
                whole already is left as it is
  ${POSES_HELP}

Progress goes to standard error. Interrupted (Ctrl+C, SIGTERM), it ends with status 130 or 143 and has
kept what was done.

  iklab study benchmark.json
  iklab study benchmark.json --out results.parquet
  iklab study benchmark.json --shard 3/8 --out part-3.rows --resume`,
  operands: { least: 1, most: 1 },
  options: ['shard', 'out', 'format', 'jobs', 'resume', 'poses'],
  check({ shard, out, format, jobs, resume, poses }) {
    const form = formatOf(format, out);
    checkPoses(poses, form);
    shardOf(shard);
    jobsOf(jobs);
    if (resume && out === undefined) throw new UsageError('--resume needs --out FILE');
  },
  run,
};

/** Of `--shard I/N`. */
export function shardOf(text: string | undefined): Shard {
  if (text === undefined) return WHOLE_STUDY;
  const [, index, of] = /^(\d{1,7})\/(\d{1,7})$/.exec(text)?.map(Number) ?? [];
  if (index !== undefined && of !== undefined && index >= 1 && index <= of && of <= MAX_SHARDS)
    return { index, of };
  const reason = `must be I/N with I from 1 to N, and N at most ${MAX_SHARDS}`;
  throw new UsageError(`--shard ${reason}; is ${quote(text)}`);
}

function jobsOf(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= MOST_JOBS) return Number(text);
  throw new UsageError(`--jobs must be a whole number from 1 to ${MOST_JOBS}, is ${quote(text)}`);
}

async function run(call: Call) {
  const { operands, options, engine } = call;
  const document = await readDocument(operands[0] ?? '');
  const study = acceptedValue(readStudy(document, engine.catalogue));
  await withOutputClaim(options.out, (path) => make(call, document, study, path));
}

/** `path`: of the output; null: it is printed. */
async function make(call: Call, document: unknown, study: Study, path: string | null) {
  const { options, engine, out, launcher } = call;
  const [shard, format] = [shardOf(options.shard), formatOf(options.format, options.out)];
  if (options.resume && format === 'rows' && path !== null && existsSync(path))
    return checkThere(path, manifestOf(study, shard, engine.catalogue), engine.catalogue);
  const log = openLog(study, shard, path, options.resume ?? false, engine.catalogue);
  try {
    await solve(study, shard, document, jobsOf(options.jobs), launcher, log);
    await withPoses(log.rows.source(), engine, options.poses, (source) =>
      writeTo(source, format, path, out),
    );
    log.forget();
  } catch (error) {
    throw writeFault(log.part, error);
  } finally {
    log.keepPart();
  }
}

function readStudy(document: unknown, catalogue: Catalogue): Result<Study> {
  if (!isRecord(document) || isStudy(document) || !('iklab' in document))
    return parseStudy(document, catalogue);
  const study = '{"iklabStudy": 1, "scenario": …, "count": 1000}';
  return refusedResult(`is a scenario; a study holds one: ${study}`);
}

/** A file of rows that was finished before: whole, and of what is asked for. */
function checkThere(path: string, manifest: Manifest, catalogue: Catalogue): void {
  checkSame(openRows(path, catalogue).manifest, manifest, path);
  console.error(`${fileName(path)} is there already, whole`);
}

interface OpenLog {
  readonly rows: RowsLog;
  /** Its path. */
  readonly part: string;
  /** What becomes of it where the study is interrupted. */
  readonly kept: string;
  /** All is done, and written. */
  forget(): void;
  /** It is not, but may be gone on with. */
  keepPart(): void;
}

/** What is done of a study stands beside its output; without one, among what is temporary. */
function openLog(
  study: Study,
  shard: Shard,
  path: string | null,
  resume: boolean,
  catalogue: Catalogue,
): OpenLog {
  const manifest = manifestOf(study, shard, catalogue);
  const folder = path === null ? mkdtempSync(join(tmpdir(), 'iklab-study-')) : null;
  const part = folder === null ? `${path}.part` : join(folder, 'rows.part');
  const there = existsSync(part);
  if (there && !resume)
    throw inputFault(fileName(part), 'is there already: go on with --resume, or remove it');
  const rows = opened(part);
  return {
    rows,
    part,
    kept: folder === null ? 'go on with --resume' : 'nothing is kept without --out FILE',
    forget: () => rmSync(part, { force: true }),
    keepPart() {
      rows.close();
      if (folder !== null) rmSync(folder, { recursive: true });
    },
  };

  function opened(at: string): RowsLog {
    try {
      if (RowsLog.hasRowsLeft(at)) return RowsLog.reopen(at, study, manifest, catalogue);
      return RowsLog.create(at, study, manifest);
    } catch (error) {
      throw writeFault(at, error);
    }
  }
}

async function solve(
  study: Study,
  shard: Shard,
  document: unknown,
  jobs: number,
  launcher: URL,
  { rows, kept }: OpenLog,
): Promise<void> {
  const open = [...slicesOf(study, shard)].filter((slice) => !rows.has(slice));
  if (open.length === 0) return;
  const all = shardRange(study.count, shard).count * study.cells.length;
  const progress = new StudyProgress(all, all - open.reduce((sum, { count }) => sum + count, 0));
  const stop = interruption();
  const threads = Math.min(jobs, open.length);
  const work = { document };
  await solveInThreads(launcher, work, threads, open.values(), take, stop.signal).finally(stop.end);
  progress.end();
  if (stop.signal.aborted) throw new Interrupted(stop.status(), `interrupted: ${kept}`);

  function take(slice: Slice, made: Float64Array): void {
    rows.add(slice, made);
    progress.add(slice.count);
  }
}

/** Ctrl+C, or what a scheduler sends: threads end, what is done is kept. */
function interruption() {
  const stop = new AbortController();
  let status = 0;
  const hear = (signal: NodeJS.Signals) => {
    status = signal === 'SIGINT' ? 130 : 143;
    stop.abort();
  };
  process.once('SIGINT', hear).once('SIGTERM', hear);
  const end = () => void process.off('SIGINT', hear).off('SIGTERM', hear);
  return { signal: stop.signal, status: () => status, end };
}
