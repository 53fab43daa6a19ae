import { availableParallelism } from 'node:os';
import { isFollow, manifestOf, parseStudy } from '@iklab/study';
import { quote } from 'iklab/scenario';
import type { Call, Command } from '../command.ts';
import { acceptedValue, UsageError } from '../errors.ts';
import { SolverCrew } from '../solver/solverCrew.ts';
import { SOLVER_HELP, SOLVER_OPTIONS, solverChoice } from '../solver/solverOptions.ts';
import { withCrew } from '../solver/withCrew.ts';
import { withOutputClaim } from './claim.ts';
import { checkFollowOptions, followStudy } from './followCommand.ts';
import { readStudyFile, versionNote } from './namedScenario.ts';
import { checkPoses, POSES_HELP, withPoses } from './posedSource.ts';
import { formatOf, STUDY_FORMATS, writeTo } from './rowsOutput.ts';
import { shardOf } from './shardOption.ts';
import { makeRows } from './studyWork.ts';

const MOST_JOBS = 1024;

export const studyCommand: Command = {
  usage: `study FILE|- [--shard I/N] [--out FILE] [--format ${STUDY_FORMATS.join('|')}] [--jobs N] [--course FILE] [--path FILE] [--resume] [--poses] [--solver NAME=COMMAND]…`,
  help: `Solves the problems of a study by each of its methods, and prints what they come to. The rows hang on
the study alone: not on jobs, shards or machine.

FILE is a study document (JSON); - reads it from standard input. A problem is solved where all is reached
that its targets ask for: what "free" of a target leaves free does not count. Where its sampling is
"follow", each method goes along a path from several starts instead, and a row is a run.

  --out FILE    writes there; what is done stands in FILE.part until all is
  --format F    table (default without --out): what each method comes to; csv, json, parquet: a row
                each problem; npz: an array a column, for NumPy; rows (default with --out): a file that iklab merge reads. The end of
                FILE says it too: .csv, .json, .parquet, .npz, .rows, .txt
  --shard I/N   one of N parts of the problems, I from 1 to N: iklab merge makes them one
  --jobs N      threads, each with a solver of its own. Default: the cores of the machine
  --course FILE of a study that follows a path: a row each point of each run, in a file that ends in
                .csv, .json, .parquet or .npz
  --path FILE   of a study that follows a path: the poses of a file (CSV, TSV, JSON lines, NPY, NPZ) in place of
                its shape, in columns t, x, y, z and qx, qy, qz, qw where the tool turns, or the goals of a log;
                seconds, metres, in the frame of the scene
  --resume      goes on with FILE.part; from the beginning where it is not there or has no rows. A file of rows that is
                whole already is left as it is
  ${POSES_HELP}
  ${SOLVER_HELP}

Progress goes to standard error. Interrupted (Ctrl+C, SIGTERM), it ends with status 130 or 143 and has
kept what was done.

  iklab study benchmark.json
  iklab study benchmark.json --out results.parquet
  iklab study benchmark.json --shard 3/8 --out part-3.rows --resume
  iklab study benchmark.json --solver 'mine=python3 my_solver.py'`,
  operands: { least: 1, most: 1 },
  options: [
    'shard',
    'out',
    'format',
    'jobs',
    'course',
    'path',
    'resume',
    'poses',
    ...SOLVER_OPTIONS,
  ],
  check(options) {
    const { shard, out, format, jobs, resume } = options;
    solverChoice(options);
    const form = formatOf(format, out);
    checkPoses(options, form, options.solver !== undefined);
    shardOf(shard);
    jobsOf(jobs);
    if (resume && out === undefined) throw new UsageError('--resume needs --out FILE');
  },
  run,
};

function jobsOf(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= MOST_JOBS) return Number(text);
  throw new UsageError(`--jobs must be a whole number from 1 to ${MOST_JOBS}, is ${quote(text)}`);
}

async function run(call: Call) {
  const { operands, options, engine } = call;
  const document = await readStudyFile(operands[0] ?? '');
  const note = versionNote(document, engine.catalogue);
  if (note !== null) console.error(note);
  const [shard, jobs] = [shardOf(options.shard), jobsOf(options.jobs)];
  if (isFollow(document)) {
    checkFollowOptions(options);
    await followStudy(call, document, shard, jobs);
    return;
  }
  for (const name of ['course', 'path'] as const)
    if (options[name] !== undefined)
      throw new UsageError(`--${name} is of a study whose sampling is "follow"`);
  const study = acceptedValue(parseStudy(document, engine.catalogue));
  await withOutputClaim(options.out, (path) =>
    withCrew(call, SolverCrew, study, path, async (whole, crew) => {
      const told = { study: whole, manifest: manifestOf(whole, shard, engine.catalogue) };
      const work = { told, document, jobs, path, crew };
      const format = formatOf(options.format, options.out);
      await makeRows(call, work, (source) =>
        withPoses(source, engine, options.poses, (posed) => writeTo(posed, format, path, call.out)),
      );
    }),
  );
}
