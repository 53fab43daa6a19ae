import { extname } from 'node:path';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { makePathStudyManifest, type PathStudyManifest, parsePathStudy } from '@iklab/study/follow';
import {
  type PathRunReader,
  pathPointsTable,
  pathRunsJson,
  pathRunsTable,
  readPathRuns,
} from '@iklab/study/follow/runs';
import { type DataTable, type PathRunsSource, tableCsv } from '@iklab/study/rows';
import type { Shard } from '@iklab/study/tasks';
import type { CommandCall, CommandOptions } from '../command.ts';
import { UsageError, valueOrThrow } from '../errors.ts';
import { ExternalPathSolvers } from '../solver/externalPathSolvers.ts';
import { runWithExternalSolvers } from '../solver/runWithExternalSolvers.ts';
import { canFormatStudyConclusions, formatPathStudyTable } from './formatPathStudyTable.ts';
import { replaceStudyPathPoses } from './replaceStudyPathPoses.ts';
import { writeRowsFile } from './rowsFile.ts';
import {
  chooseStudyFormat,
  saveFileAtomically,
  writeNpz,
  writeOpenedFile,
  writeTextPieces,
} from './rowsOutput.ts';
import { solveAndWriteRows } from './studyWork.ts';
import { withOutputLock } from './withOutputLock.ts';
import { writeTableParquet } from './writeTableParquet.ts';

const COURSE_FORMATS = ['csv', 'json', 'parquet', 'npz'] as const;
type FileFormat = (typeof COURSE_FORMATS)[number];

export function checkPathStudyOptions(options: CommandOptions): void {
  if (options.poses && options.course === undefined)
    throw new UsageError('--poses needs --course FILE in a study that follows a path');
  for (const name of ['causes', 'solutions'] as const)
    if (options[name] !== undefined)
      throw new UsageError(`--${name} is not for a study whose sampling is "follow"`);
  const batch = options['solver-batch'];
  if (batch !== undefined && batch !== '1')
    throw new UsageError(
      `--solver-batch must be 1 if the sampling is "follow", because each point starts from the previous answer; got ${quoteInOneLine(batch)}`,
    );
  if (options.course !== undefined) findCourseFormat(options.course);
}

function findCourseFormat(path: string): FileFormat {
  const end = extname(path).slice(1).toLowerCase();
  const format = COURSE_FORMATS.find((each) => each === end);
  if (format) return format;
  throw new UsageError(
    `--course must end in .csv, .json, .parquet or .npz; got ${quoteInOneLine(path)}`,
  );
}

export async function runPathStudy(
  call: CommandCall,
  studyDocument: unknown,
  shard: Shard,
  jobs: number,
): Promise<void> {
  const { options, engine } = call;
  const document =
    options.path === undefined
      ? studyDocument
      : replaceStudyPathPoses(studyDocument, options.path, engine);
  const study = valueOrThrow(parsePathStudy(document, engine.catalogue));
  await withOutputLock(options.out, (path) =>
    withOutputLock(options.course, (course) =>
      runWithExternalSolvers(call, ExternalPathSolvers, study, path, (fullStudy, crew) => {
        const origin = {
          study: fullStudy,
          manifest: makePathStudyManifest(fullStudy, shard, engine.catalogue),
        };
        return solveAndWriteRows(call, { origin, document, jobs, path, crew }, (source) =>
          writePathRuns(call, source, path, course),
        );
      }),
    ),
  );
}

/** `path`: null to print the runs. `course`: path of the table of points; null for none. */
export async function writePathRuns(
  call: CommandCall,
  source: PathRunsSource,
  path: string | null,
  course: string | null,
): Promise<void> {
  const { study, manifest } = source;
  const isTold =
    chooseStudyFormat(call.options.format, call.options.out) === 'table' &&
    canFormatStudyConclusions(source);
  const runs = readPathRuns(source, course !== null || isTold);
  if (course !== null)
    saveTable(
      pathPointsTable(study, runs, call.options.poses),
      findCourseFormat(course),
      manifest,
      course,
    );
  await writeResults(call, source, runs, path);
}

async function writeResults(
  { options, out }: CommandCall,
  source: PathRunsSource,
  runs: PathRunReader,
  path: string | null,
): Promise<void> {
  const { study, manifest } = source;
  const format = chooseStudyFormat(options.format, options.out);
  if (format === 'rows' && path !== null) {
    saveFileAtomically(path, (unfinished) =>
      writeOpenedFile(unfinished, (file) => writeRowsFile(source, file)),
    );
    return;
  }
  const rows = pathRunsTable(study, runs);
  if (format !== 'table' && path !== null) {
    saveTable(rows, format as FileFormat, manifest, path);
    return;
  }
  const pieces =
    format === 'table'
      ? formatPathStudyTable(study, runs, manifest)
      : formatText(rows, format, manifest);
  if (path !== null) {
    saveFileAtomically(path, (unfinished) => writeTextPieces(pieces, unfinished));
    return;
  }
  for (const piece of pieces) {
    out.write(piece);
    if (out.full) await out.flush();
    if (out.closed) return;
  }
}

const formatText = (
  table: DataTable,
  format: string,
  manifest: PathStudyManifest,
): Iterable<string> => (format === 'csv' ? tableCsv(table) : pathRunsJson(manifest, table));

const saveTable = (
  table: DataTable,
  format: FileFormat,
  manifest: PathStudyManifest,
  path: string,
): void =>
  saveFileAtomically(path, (unfinished) => {
    if (format === 'parquet') writeTableParquet(table, manifest, unfinished);
    else if (format === 'npz') writeNpz(table, manifest, unfinished);
    else writeTextPieces(formatText(table, format, manifest), unfinished);
  });
