import { resolve } from 'node:path';
import {
  isRuns,
  type Machine,
  type NumbersSource,
  type RowsSource,
  type RunsSource,
  WHOLE_STUDY,
} from '@iklab/study';
import { type Catalogue, fileName } from 'iklab/scenario';
import type { Call, Command } from '../command.ts';
import { InputError, inputFault, UsageError } from '../errors.ts';
import { callersFolder } from '../input.ts';
import { withOutputClaim } from './claim.ts';
import { checkFollowOptions, writeRuns } from './followCommand.ts';
import { sameSolvers, solverNames } from './manifest.ts';
import { checkPoses, POSES_HELP, withPoses } from './posedSource.ts';
import { openRows } from './rowsFile.ts';
import { formatOf, STUDY_FORMATS, writeTo } from './rowsOutput.ts';

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
    checkPoses(options, formatOf(options.format, options.out));
  },
  async run(call: Call) {
    const { operands, options, engine, out } = call;
    const paths = operands.map((path) => resolve(callersFolder(), path));
    const mix = options['mix-times'] ?? false;
    const source = mergedRows(operands, paths, engine.catalogue, mix);
    if (areRuns(source)) {
      checkFollowOptions(options);
      await withOutputClaim(options.out, (path) =>
        withOutputClaim(options.course, (course) => writeRuns(call, source, path, course)),
      );
      return;
    }
    if (options.course !== undefined)
      throw new UsageError('--course is only for runs along a path; these are rows of problems');
    const format = formatOf(options.format, options.out);
    await withOutputClaim(options.out, (path) =>
      withPoses(source, engine, options.poses, (posed) => writeTo(posed, format, path, out)),
    );
  },
};

/** Returns the rows of all shards in order; throws an InputError if shards do not match. */
export function mergedRows(
  names: readonly string[],
  paths: readonly string[],
  catalogue: Catalogue,
  mixTimes = false,
): RowsSource | RunsSource {
  const shards = paths.map((path) => openRows(path, catalogue));
  const [first] = shards;
  if (!first) throw new Error('there are no shards');
  const misfits = shards.flatMap((shard, i) => {
    const reason = misfitOf(shard, first, fileName(names[0] ?? ''), mixTimes);
    return reason === null ? [] : [{ path: fileName(names[i] ?? ''), reason }];
  });
  if (misfits.length > 0) throw new InputError(misfits);
  const { build } = first.manifest;
  if (build !== catalogue.build)
    throw inputFault(
      fileName(names[0] ?? ''),
      `was created by build ${build}, this is ${catalogue.build}; merge it with its own build`,
    );
  const places = new Map<number, NumbersSource>();
  for (const [i, shard] of shards.entries()) {
    const { index, of } = shard.manifest.shard;
    const twin = shards.findIndex((other) => other.manifest.shard.index === index);
    if (twin !== i)
      throw inputFault(
        fileName(names[i] ?? ''),
        `is shard ${index}/${of}, like ${fileName(names[twin] ?? '')}`,
      );
    places.set(index, shard);
  }
  return joined(first, places);
}

/** Why a shard does not match the first; null if it does. */
function misfitOf(
  { manifest }: NumbersSource,
  first: NumbersSource,
  name: string,
  mixTimes: boolean,
): string | null {
  const wanted = first.manifest;
  if (manifest.build !== wanted.build)
    return `was created by build ${manifest.build}, but ${name} by ${wanted.build}; rows of two builds may differ`;
  if (manifest.study !== wanted.study)
    return `belongs to study ${manifest.study}, but ${name} to ${wanted.study}`;
  if (!sameSolvers(manifest, wanted))
    return `contains rows of ${solverNames(manifest)}, but ${name} of ${solverNames(wanted)}`;
  const [machine, other] = [manifest, wanted].map(({ solvers }) => machineText(solvers?.machine));
  if (machine !== other && !mixTimes)
    return `was timed on ${machine}, but ${name} on ${other}; --mix-times accepts both`;
  const [{ index, of }, others] = [manifest.shard, wanted.shard.of];
  return of === others ? null : `is shard ${index}/${of}, but ${name} is one of ${others} shards`;
}

const machineText = (machine: Machine | undefined): string =>
  machine ? `${machine.processor}, ${machine.cores} cores` : '';

const areRuns = (source: RowsSource | RunsSource): source is RunsSource => isRuns(source);

const MOST_NAMED = 8;

function joined(
  first: NumbersSource,
  shards: ReadonlyMap<number, NumbersSource>,
): RowsSource | RunsSource {
  const { of } = first.manifest.shard;
  const lacking = of - shards.size;
  if (lacking > 0) {
    const said: string[] = [];
    for (let index = 1; index <= of && said.length < MOST_NAMED; index++)
      if (!shards.has(index)) said.push(`${index}/${of}`);
    const more = lacking > said.length ? ` and ${lacking - said.length} more` : '';
    const verb = lacking === 1 ? 'shard is' : 'shards are';
    throw inputFault('merge', `${lacking} ${verb} missing: ${said.join(', ')}${more}`);
  }
  const all = [...shards].sort(([a], [b]) => a - b).map(([, shard]) => shard);
  // Manifest and study are those of the first shard, so their kinds match.
  return {
    manifest: { ...first.manifest, shard: WHOLE_STUDY },
    study: first.study,
    count: all.reduce((sum, { count }) => sum + count, 0),
    *chunks(cell) {
      for (const shard of all) yield* shard.chunks(cell);
    },
  } as RowsSource | RunsSource;
}
