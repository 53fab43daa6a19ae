/** `iklab study` for studies that follow a path. */
import { extname } from 'node:path';
import {
  type DataTable,
  type FollowManifest,
  type FollowRuns,
  followCourseTable,
  followJson,
  followManifest,
  followRunsTable,
  parseFollow,
  type RunsSource,
  runsIn,
  type Shard,
  tableCsv,
} from '@iklab/study';
import { quote } from 'iklab/scenario';
import type { Call, Options } from '../command.ts';
import { acceptedValue, UsageError } from '../errors.ts';
import { FollowCrew } from '../solver/followCrew.ts';
import { withCrew } from '../solver/withCrew.ts';
import { withOutputClaim } from './claim.ts';
import { followTable, tellsStory } from './followTable.ts';
import { writeTableParquet } from './parquetFile.ts';
import { withPathFile } from './pathFile.ts';
import { writeRows } from './rowsFile.ts';
import { formatOf, saveWhole, writeNpz, writeOpened, writePieces } from './rowsOutput.ts';
import { makeRows } from './studyWork.ts';

const COURSE_ENDS = ['csv', 'json', 'parquet', 'npz'] as const;
type FileFormat = (typeof COURSE_ENDS)[number];

/** Throws a UsageError for options that such a study does not support. */
export function checkFollowOptions(options: Options): void {
  if (options.poses && options.course === undefined)
    throw new UsageError('--poses needs --course FILE in a study that follows a path');
  if (options.causes !== undefined)
    throw new UsageError('--causes is not for a study whose sampling is "follow"');
  const batch = options['solver-batch'];
  if (batch !== undefined && batch !== '1')
    throw new UsageError(
      `--solver-batch must be 1 if the sampling is "follow", because each point starts from the previous answer; got ${quote(batch)}`,
    );
  if (options.course !== undefined) courseFormat(options.course);
}

function courseFormat(path: string): FileFormat {
  const end = extname(path).slice(1).toLowerCase();
  const known = COURSE_ENDS.find((each) => each === end);
  if (known) return known;
  throw new UsageError(`--course must end in .csv, .json, .parquet or .npz; got ${quote(path)}`);
}

export async function followStudy(
  call: Call,
  given: unknown,
  shard: Shard,
  jobs: number,
): Promise<void> {
  const { options, engine } = call;
  const document = options.path === undefined ? given : withPathFile(given, options.path, engine);
  const study = acceptedValue(parseFollow(document, engine.catalogue));
  await withOutputClaim(options.out, (path) =>
    withOutputClaim(options.course, (course) =>
      withCrew(call, FollowCrew, study, path, (whole, crew) => {
        const told = { study: whole, manifest: followManifest(whole, shard, engine.catalogue) };
        return makeRows(call, { told, document, jobs, path, crew }, (source) =>
          writeRuns(call, source, path, course),
        );
      }),
    ),
  );
}

/** A null `path` prints the runs; a null `course` writes no courses. */
export async function writeRuns(
  call: Call,
  source: RunsSource,
  path: string | null,
  course: string | null,
): Promise<void> {
  const { study, manifest } = source;
  const isTold = formatOf(call.options.format, call.options.out) === 'table' && tellsStory(source);
  const runs = runsIn(source, course !== null || isTold);
  if (course !== null)
    saveTable(
      followCourseTable(study, runs, call.options.poses),
      courseFormat(course),
      manifest,
      course,
    );
  await put(call, source, runs, path);
}

async function put(
  { options, out }: Call,
  source: RunsSource,
  runs: FollowRuns,
  path: string | null,
): Promise<void> {
  const { study, manifest } = source;
  const format = formatOf(options.format, options.out);
  if (format === 'rows' && path !== null) {
    saveWhole(path, (unfinished) => writeOpened(unfinished, (file) => writeRows(source, file)));
    return;
  }
  const rows = followRunsTable(study, runs);
  if (format !== 'table' && path !== null) {
    saveTable(rows, format as FileFormat, manifest, path);
    return;
  }
  const pieces =
    format === 'table' ? followTable(study, runs, manifest) : textOf(rows, format, manifest);
  if (path !== null) {
    saveWhole(path, (unfinished) => writePieces(pieces, unfinished));
    return;
  }
  for (const piece of pieces) {
    out.write(piece);
    if (out.full) await out.flush();
    if (out.closed) return;
  }
}

const textOf = (table: DataTable, format: string, manifest: FollowManifest): Iterable<string> =>
  format === 'csv' ? tableCsv(table) : followJson(manifest, table);

const saveTable = (
  table: DataTable,
  format: FileFormat,
  manifest: FollowManifest,
  path: string,
): void =>
  saveWhole(path, (unfinished) => {
    if (format === 'parquet') writeTableParquet(table, manifest, unfinished);
    else if (format === 'npz') writeNpz(table, manifest, unfinished);
    else writePieces(textOf(table, format, manifest), unfinished);
  });
