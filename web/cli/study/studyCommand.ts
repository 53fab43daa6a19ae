import { availableParallelism } from 'node:os';
import { isRecord, quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  MAX_STUDY_ROWS,
  makeStudyManifest,
  parseStudy,
  studyVersionNote,
} from '@iklab/study/document';
import { isPathStudyDocument } from '@iklab/study/follow';
import { findSolutionsFault } from '@iklab/study/tasks';
import type { Command, CommandCall, CommandOptions } from '../command.ts';
import { InputError, UsageError, valueOrThrow } from '../errors.ts';
import { ExternalProblemSolvers } from '../solver/externalProblemSolvers.ts';
import { runWithExternalSolvers } from '../solver/runWithExternalSolvers.ts';
import { parseSolverOptions, SOLVER_HELP, SOLVER_OPTIONS } from '../solver/solverOptions.ts';
import { parseShardOption } from './parseShardOption.ts';
import { readStudyFile } from './readStudyFile.ts';
import { chooseStudyFormat, STUDY_FORMATS, writeRowsInFormat } from './rowsOutput.ts';
import { checkPathStudyOptions, runPathStudy } from './runPathStudy.ts';
import { solveAndWriteRows } from './studyWork.ts';
import { withOutputLock } from './withOutputLock.ts';
import { checkPosesOption, POSES_HELP, writeRowsWithPoses } from './writeRowsWithPoses.ts';

const MAX_JOBS = 1024;

export const studyCommand: Command = {
  usage: `study FILE|- [--shard I/N] [--out FILE] [--format ${STUDY_FORMATS.join('|')}] [--jobs N] [--course FILE] [--path FILE] [--resume] [--causes N] [--solutions] [--poses] [--solver NAME=COMMAND]…`,
  help: `Runs every method on every problem of a study and prints the results. The rows depend only on the
study, not on jobs, shards or machine.

FILE is a study document (JSON); - reads it from standard input. A problem is solved if all constrained
components of its targets are reached: what a target lists as "free" is ignored. If the kind of the
sampling is "follow", each method follows a path from several starts, and a row is a run.

  --out FILE    write to FILE (partial results in FILE.part until complete)
  --format F    table (default without --out): results per method; csv, json, parquet: one row per
                problem; npz: one array per column, for NumPy; rows (default with --out): a file for
                iklab merge. Default by file extension: .csv, .json, .parquet, .npz, .rows, .txt
  --shard I/N   solve one of N parts of the problems, I from 1 to N; iklab merge combines them
  --jobs N      threads, each with its own solver. Default: the number of cores
  --course FILE
                for studies that follow a path: write one row per point of each run, to a .csv, .json,
                .parquet or .npz file
  --path FILE   for studies that follow a path: replace its shape by the poses of a file (CSV, TSV, JSON
                lines, NPY, NPZ) with columns t, x, y, z, and qx, qy, qz, qw if the tool rotates, or by
                the goals of a log; seconds and metres, in the frame of the scene
  --causes N    diagnose those of the first N problems that are not solved, like the field "causes" of
                the document: adds the columns cause and causeJoint, and a sentence per method. Takes
                milliseconds per problem
  --solutions   find all solutions of each problem in closed form, like the field "solutions" of the
                document: adds the columns branch to certifiedInLimits, and states how often each method
                ended in the nearest solution. For arms with six revolute joints and a closed form, as in
                iklab solutions
  --resume      continue FILE.part, or start if it does not exist or has no rows. A complete file of
                rows stays unchanged
  ${POSES_HELP}
  ${SOLVER_HELP}

Progress goes to standard error. After an interruption (Ctrl+C, SIGTERM), the exit status is 130 or 143,
and partial results are kept if --out is given.

  iklab study benchmark.json
  iklab study benchmark.json --out results.parquet
  iklab study ur5e.json --solutions
  iklab study benchmark.json --shard 3/8 --out part-3.rows --resume
  iklab study benchmark.json --solver 'mine=python3 my_solver.py'`,
  operands: { least: 1, most: 1 },
  options: [
    'shard',
    'out',
    'format',
    'jobs',
    'causes',
    'solutions',
    'course',
    'path',
    'resume',
    'poses',
    ...SOLVER_OPTIONS,
  ],
  check(options) {
    const { shard, out, format, jobs, resume } = options;
    parseSolverOptions(options);
    const form = chooseStudyFormat(format, out);
    checkPosesOption(options, form, options.solver !== undefined);
    parseShardOption(shard);
    parseJobs(jobs);
    parseCauses(options);
    if (resume && out === undefined) throw new UsageError('--resume needs --out FILE');
  },
  run: runStudy,
};

function parseJobs(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= MAX_JOBS) return Number(text);
  throw new UsageError(
    `--jobs must be a whole number from 1 to ${MAX_JOBS}; got ${quoteInOneLine(text)}`,
  );
}

function parseCauses({ causes }: CommandOptions): number | null {
  if (causes === undefined) return null;
  if (/^\d{1,9}$/.test(causes) && Number(causes) <= MAX_STUDY_ROWS) return Number(causes);
  throw new UsageError(
    `--causes must be a whole number from 0 to ${MAX_STUDY_ROWS}; got ${quoteInOneLine(causes)}`,
  );
}

async function runStudy(call: CommandCall) {
  const { operands, options, engine } = call;
  const read = await readStudyFile(operands[0] ?? '');
  const causes = parseCauses(options);
  const changes = {
    ...(causes !== null && { causes }),
    ...(options.solutions && { solutions: true }),
  };
  const document = isRecord(read) ? { ...read, ...changes } : read;
  const note = studyVersionNote(document, engine.catalogue);
  if (note !== null) console.error(`note: ${note}`);
  const [shard, jobs] = [parseShardOption(options.shard), parseJobs(options.jobs)];
  if (isPathStudyDocument(document)) {
    checkPathStudyOptions(options);
    await runPathStudy(call, document, shard, jobs);
    return;
  }
  for (const name of ['course', 'path'] as const)
    if (options[name] !== undefined)
      throw new UsageError(`--${name} is only for studies with the sampling "follow"`);
  const study = valueOrThrow(parseStudy(document, engine.catalogue));
  const fault = findSolutionsFault(engine, study);
  if (fault !== null) throw new InputError([fault]);
  await withOutputLock(options.out, (path) =>
    runWithExternalSolvers(call, ExternalProblemSolvers, study, path, async (fullStudy, crew) => {
      const origin = {
        study: fullStudy,
        manifest: makeStudyManifest(fullStudy, shard, engine.catalogue),
      };
      const work = { origin, document, jobs, path, crew };
      const format = chooseStudyFormat(options.format, options.out);
      await solveAndWriteRows(call, work, (source) =>
        writeRowsWithPoses(source, engine, options.poses, (withPosesSource) =>
          writeRowsInFormat(withPosesSource, format, path, call.out),
        ),
      );
    }),
  );
}
