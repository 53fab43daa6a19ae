import { resolve } from 'node:path';
import { quoteFileName } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import type { SolverComputer } from '@iklab/study/document';
import {
  isPathRunsFileOrigin,
  type PathRunsSource,
  type RowsOrRunsSource,
  type RowsSource,
} from '@iklab/study/rows';
import { WHOLE_STUDY_SHARD } from '@iklab/study/tasks';
import type { Command, CommandCall } from '../command.ts';
import { InputError, makeInputError, UsageError } from '../errors.ts';
import { getCallerFolder } from '../readInputText.ts';
import { openStoredRowsFile } from './rowsFile.ts';
import { chooseStudyFormat, STUDY_FORMATS, writeRowsInFormat } from './rowsOutput.ts';
import { checkPathStudyOptions, writePathRuns } from './runPathStudy.ts';
import { describeStudySolvers, haveSameSolvers } from './storedRowsHeader.ts';
import { withOutputLock } from './withOutputLock.ts';
import { checkPosesOption, POSES_HELP, writeRowsWithPoses } from './writeRowsWithPoses.ts';

export const mergeCommand: Command = {
  usage: `merge FILE… [--out FILE] [--format ${STUDY_FORMATS.join('|')}] [--course FILE] [--poses] [--mix-times]`,
  help: `Merges shards; the result is identical to an unsharded run.

FILE is a file of rows, written by iklab study --shard I/N --out FILE; give all N, in any order. Given the
one file of an unsharded study, merge converts it to another format.

  --out FILE    write to FILE
  --format F    as for iklab study
  --course FILE
                as for iklab study, for runs along a path
  ${POSES_HELP}
  --mix-times   accept rows with --solver whose times were measured on different machines

  iklab merge part-*.rows
  iklab merge part-*.rows --out results.parquet`,
  operands: { least: 1, most: Number.POSITIVE_INFINITY },
  options: ['out', 'format', 'course', 'poses', 'mix-times'],
  check(options) {
    checkPosesOption(options, chooseStudyFormat(options.format, options.out));
  },
  async run(call: CommandCall) {
    const { operands, options, engine, out } = call;
    const paths = operands.map((path) => resolve(getCallerFolder(), path));
    const mix = options['mix-times'] ?? false;
    const source = mergeShardRows(operands, paths, engine.catalogue, mix);
    if (isRunsSource(source)) {
      checkPathStudyOptions(options);
      await withOutputLock(options.out, (path) =>
        withOutputLock(options.course, (course) => writePathRuns(call, source, path, course)),
      );
      return;
    }
    if (options.course !== undefined)
      throw new UsageError('--course is only for runs along a path; these are rows of problems');
    const format = chooseStudyFormat(options.format, options.out);
    await withOutputLock(options.out, (path) =>
      writeRowsWithPoses(source, engine, options.poses, (withPosesSource) =>
        writeRowsInFormat(withPosesSource, format, path, out),
      ),
    );
  },
};

/** Returns the rows of all shards in order; throws an InputError if shards do not match. */
export function mergeShardRows(
  names: readonly string[],
  paths: readonly string[],
  catalogue: Catalogue,
  mixTimes = false,
): RowsSource | PathRunsSource {
  const shards = paths.map((path) => openStoredRowsFile(path, catalogue));
  const [first] = shards;
  if (!first) throw new Error('there are no shards');
  const misfits = shards.flatMap((shard, i) => {
    const reason = explainMisfit(shard, first, quoteFileName(names[0] ?? ''), mixTimes);
    return reason === null ? [] : [{ path: quoteFileName(names[i] ?? ''), reason }];
  });
  if (misfits.length > 0) throw new InputError(misfits);
  const { build } = first.manifest;
  if (build !== catalogue.build)
    throw makeInputError(
      quoteFileName(names[0] ?? ''),
      `was created by build ${build}, this is ${catalogue.build}; merge it with its own build`,
    );
  const shardsByIndex = new Map<number, RowsOrRunsSource>();
  for (const [i, shard] of shards.entries()) {
    const { index, of: total } = shard.manifest.shard;
    const twin = shards.findIndex((other) => other.manifest.shard.index === index);
    if (twin !== i)
      throw makeInputError(
        quoteFileName(names[i] ?? ''),
        `is shard ${index}/${total}, like ${quoteFileName(names[twin] ?? '')}`,
      );
    shardsByIndex.set(index, shard);
  }
  return joinShards(first, shardsByIndex);
}

function explainMisfit(
  { manifest }: RowsOrRunsSource,
  first: RowsOrRunsSource,
  name: string,
  mixTimes: boolean,
): string | null {
  const wanted = first.manifest;
  if (manifest.build !== wanted.build)
    return `was created by build ${manifest.build}, but ${name} by ${wanted.build}; rows of two builds may differ`;
  if (manifest.study !== wanted.study)
    return `belongs to study ${manifest.study}, but ${name} to ${wanted.study}`;
  if (!haveSameSolvers(manifest, wanted))
    return `contains rows of ${describeStudySolvers(manifest)}, but ${name} of ${describeStudySolvers(wanted)}`;
  const [machine, otherMachine] = [manifest, wanted].map(({ solvers }) =>
    describeMachine(solvers?.machine),
  );
  if (machine !== otherMachine && !mixTimes)
    return `was timed on ${machine}, but ${name} on ${otherMachine}; --mix-times accepts both`;
  const [{ index, of: total }, otherTotal] = [manifest.shard, wanted.shard.of];
  return total === otherTotal
    ? null
    : `is shard ${index}/${total}, but ${name} is one of ${otherTotal} shards`;
}

const describeMachine = (machine: SolverComputer | undefined): string =>
  machine ? `${machine.processor}, ${machine.cores} cores` : '';

const isRunsSource = (source: RowsSource | PathRunsSource): source is PathRunsSource =>
  isPathRunsFileOrigin(source);

const MAX_NAMED = 8;

function joinShards(
  first: RowsOrRunsSource,
  shards: ReadonlyMap<number, RowsOrRunsSource>,
): RowsSource | PathRunsSource {
  const { of: total } = first.manifest.shard;
  const lacking = total - shards.size;
  if (lacking > 0) {
    const missingNames: string[] = [];
    for (let index = 1; index <= total && missingNames.length < MAX_NAMED; index++)
      if (!shards.has(index)) missingNames.push(`${index}/${total}`);
    const more = lacking > missingNames.length ? ` and ${lacking - missingNames.length} more` : '';
    const verb = lacking === 1 ? 'shard is' : 'shards are';
    throw makeInputError('merge', `${lacking} ${verb} missing: ${missingNames.join(', ')}${more}`);
  }
  const all = [...shards].sort(([a], [b]) => a - b).map(([, shard]) => shard);
  // Manifest and study are those of the first shard, so their kinds match.
  return {
    manifest: { ...first.manifest, shard: WHOLE_STUDY_SHARD },
    study: first.study,
    count: all.reduce((sum, { count }) => sum + count, 0),
    *chunks(cell) {
      for (const shard of all) yield* shard.chunks(cell);
    },
  } as RowsSource | PathRunsSource;
}
