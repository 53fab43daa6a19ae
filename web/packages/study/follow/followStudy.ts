/** A study that follows a path: its document, how it is read and written. */
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

/** A study document that follows a path, as it has been read and checked: `parseFollow` is the only maker. */
export interface FollowStudy {
  readonly iklabStudy: Version;
  readonly name: string;
  readonly note: string;
  readonly scenario: Scenario;
  readonly sampling: FollowSampling;
  readonly sweep: readonly Axis[];
  readonly seed: number;
  /** Each has a run from every start. */
  readonly cells: readonly Cell[];
  /** Runs of each cell: `starts` of the sampling. */
  readonly count: number;
  /** As of `Study`. */
  readonly constants: Study['constants'];
  /** Programs of others that follow it too, each a cell behind its own. */
  readonly solvers?: Solvers;
}

/** Whether a document means to follow a path. */
export const isFollow = (document: unknown): boolean =>
  isRecord(document) && isRecord(document.sampling) && document.sampling.kind === FOLLOW;

/** The study that a document stands for, or all of its faults, up to 20: structure first. */
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

/** What is left open of a sampling, by its scenario. */
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

/** The document with its defaults filled in. */
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

/** 16 hexadecimal digits: the same for studies whose rows are the same, whatever they are called. */
export function followHash(study: FollowStudy): string {
  const { name: _, note: __, ...rest } = fullFollow(study);
  return rowsHash(rest);
}
