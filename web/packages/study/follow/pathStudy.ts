import {
  CURRENT_DOCUMENT_VERSION,
  fullDocument,
  type PlainObject,
  type Result,
  type Scenario,
} from '@iklab/core/scenario';
import {
  FaultCollector,
  isRecord,
  MAX_REPORTED_FAULTS,
  readStructureBySchema,
  recordSchema,
} from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import '@iklab/core/scenario/presets/robotShelf';
import { checkSweep } from '../document/checkSweep.ts';
import { methodConstantLines } from '../document/methodConstantLines.ts';
import { parseStudyScenario } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import { studySchema } from '../document/studyDocument.ts';
import { rowsHash } from '../document/writeStudy.ts';
import { checkPathSampling } from './checkPathSampling.ts';
import { followingTargetIndex, isOpenPath, pathDuration } from './followedPath.ts';
import {
  FOLLOW_KIND,
  type PathSampling,
  type PathSamplingDocument,
  pathSamplingDefaults,
  pathSamplingSchema,
} from './pathSampling.ts';

const { iklabStudy, name, note, scenario, sweep, seed, view } = studySchema.entries;
const followStudySchema = recordSchema({
  iklabStudy,
  name,
  note,
  scenario,
  sampling: pathSamplingSchema,
  sweep,
  seed,
  view,
});

type Shared = 'iklabStudy' | 'name' | 'note' | 'scenario' | 'sweep' | 'seed' | 'constants';

/** Validated path study. Each cell has one run per start pose: `count` in all. */
export interface PathStudy extends Pick<Study, Shared | 'cells' | 'count' | 'solvers'> {
  readonly sampling: PathSampling;
}

export const isPathStudyDocument = (document: unknown): boolean =>
  isRecord(document) && isRecord(document.sampling) && document.sampling.kind === FOLLOW_KIND;

/** Parses a path study: returns the study, or up to 20 faults, structural ones first. */
export function parsePathStudy(input: unknown, catalogue: Catalogue): Result<PathStudy> {
  const faults = new FaultCollector();
  const draft = readStructureBySchema(followStudySchema, input, faults);
  const { document } = draft;
  const read = draft.sound('scenario')
    ? parseStudyScenario(
        document.scenario,
        draft.sound('iklabStudy') ? document.iklabStudy : CURRENT_DOCUMENT_VERSION,
        catalogue,
      )
    : null;
  const found = read?.ok ? read.value : null;
  const cells = found && checkSweep(draft, found, catalogue, faults);
  const sampling =
    found && draft.sound('sampling') ? resolveDefaults(document.sampling, found) : null;
  if (found && sampling)
    checkPathSampling(sampling, document.sampling, found, cells?.length ?? 1, faults);
  if (faults.any || !found || !sampling || !cells) {
    const inner = read?.ok === false ? read.faults : [];
    return { ok: false, faults: [...faults.list(), ...inner].slice(0, MAX_REPORTED_FAULTS) };
  }
  const { iklabStudy, name, note, sweep, seed } = document;
  const fields = { iklabStudy, name, note, scenario: found, sampling, sweep, seed };
  const constants = methodConstantLines({ scenario: found, sweep }, catalogue);
  return { ok: true, value: { ...fields, cells, count: sampling.starts, constants } };
}

function resolveDefaults(
  sampling: PathSamplingDocument,
  { targets, ...scenario }: Scenario,
): PathSampling {
  const { path } = sampling;
  const target = targets[followingTargetIndex(path, { ...scenario, targets })];
  const hasOrientation = path.shape === 'motion' || target?.orientation !== null;
  const times =
    path.shape === 'poses' ? pathDuration(path.poses) * (isOpenPath(path.poses) ? 2 : 1) : null;
  return {
    ...sampling,
    turn: sampling.turn ?? (hasOrientation ? 'kept' : 'free'),
    period: times ?? sampling.period ?? pathSamplingDefaults.period,
  };
}

export function fullPathStudyDocument(study: PathStudy): PlainObject {
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

export function pathStudyHash(study: PathStudy): string {
  const { name: _, note: __, ...rest } = fullPathStudyDocument(study);
  return rowsHash(rest);
}
