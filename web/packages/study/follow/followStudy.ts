/** A study that follows a path: its document, parsed and written. */
import {
  type Catalogue,
  CURRENT,
  draftOf,
  Faults,
  fullDocument,
  isRecord,
  MAX_FAULTS,
  type PlainObject,
  type Result,
  record,
  type Scenario,
  type Version,
} from 'iklab/scenario';
import 'iklab/scenario/robotShelf';
import { checkSweep } from '../checkSweep.ts';
import { scenarioIn } from '../parseStudy.ts';
import type { Solvers } from '../solverEntry.ts';
import type { Cell, Study } from '../study.ts';
import { constantsLines } from '../studyConstants.ts';
import { type Axis, studySchema } from '../studyDocument.ts';
import { rowsHash } from '../writeStudy.ts';
import { checkFollow } from './checkFollow.ts';
import { followingTarget, isOpenPath, timeOf } from './followPath.ts';
import {
  FOLLOW,
  type FollowDocument,
  type FollowSampling,
  followDefaults,
  followSampling,
} from './followSampling.ts';

const { iklabStudy, name, note, scenario, sweep, seed, view } = studySchema.entries;
const followSchema = record({
  iklabStudy,
  name,
  note,
  scenario,
  sampling: followSampling,
  sweep,
  seed,
  view,
});

/** A parsed and validated path study. Only `parseFollow` creates one. */
export interface FollowStudy {
  readonly iklabStudy: Version;
  readonly name: string;
  readonly note: string;
  readonly scenario: Scenario;
  readonly sampling: FollowSampling;
  readonly sweep: readonly Axis[];
  readonly seed: number;
  /** Each cell has one run per start. */
  readonly cells: readonly Cell[];
  /** Number of runs of each cell: `starts` of the sampling. */
  readonly count: number;
  /** As in `Study`. */
  readonly constants: Study['constants'];
  /** External solvers that follow the path too; their cells come after those of the study. */
  readonly solvers?: Solvers;
}

export const isFollow = (document: unknown): boolean =>
  isRecord(document) && isRecord(document.sampling) && document.sampling.kind === FOLLOW;

/** Returns the study of a document, or up to 20 faults; structural faults come first. */
export function parseFollow(input: unknown, catalogue: Catalogue): Result<FollowStudy> {
  const faults = new Faults();
  const draft = draftOf(followSchema, input, faults);
  const { document } = draft;
  const read = draft.sound('scenario')
    ? scenarioIn(
        document.scenario,
        draft.sound('iklabStudy') ? document.iklabStudy : CURRENT,
        catalogue,
      )
    : null;
  const found = read?.ok ? read.value : null;
  const cells = found && checkSweep(draft, found, catalogue, faults);
  const sampling = found && draft.sound('sampling') ? settled(document.sampling, found) : null;
  if (found && sampling)
    checkFollow(sampling, document.sampling, found, cells?.length ?? 1, faults);
  if (faults.any || !found || !sampling || !cells) {
    const inner = read?.ok === false ? read.faults : [];
    return { ok: false, faults: [...faults.list(), ...inner].slice(0, MAX_FAULTS) };
  }
  const { iklabStudy, name, note, sweep, seed } = document;
  const said = { iklabStudy, name, note, scenario: found, sampling, sweep, seed };
  const constants = constantsLines({ scenario: found, sweep }, catalogue);
  return { ok: true, value: { ...said, cells, count: sampling.starts, constants } };
}

/** Resolves the defaults of a sampling from its scenario. */
function settled(sampling: FollowDocument, { targets, ...scenario }: Scenario): FollowSampling {
  const { path } = sampling;
  const target = targets[followingTarget(path, { ...scenario, targets })];
  const turns = path.shape === 'motion' || target?.orientation !== null;
  const times =
    path.shape === 'poses' ? timeOf(path.poses) * (isOpenPath(path.poses) ? 2 : 1) : null;
  return {
    ...sampling,
    turn: sampling.turn ?? (turns ? 'kept' : 'free'),
    period: times ?? sampling.period ?? followDefaults.period,
  };
}

export function fullFollow(study: FollowStudy): PlainObject {
  const { iklabStudy, name, note, scenario, sampling, sweep, seed } = study;
  const { period: _, ...rest } = sampling;
  const timed = sampling.path.shape === 'poses' ? rest : sampling;
  return structuredClone({
    iklabStudy,
    name,
    note,
    scenario: fullDocument(scenario),
    sampling: timed,
    sweep,
    seed,
  });
}

/**
 * Returns a hash of 16 hexadecimal digits, equal for studies with equal rows; names and notes are
 * ignored.
 */
export function followHash(study: FollowStudy): string {
  const { name: _, note: __, ...rest } = fullFollow(study);
  return rowsHash(rest);
}
