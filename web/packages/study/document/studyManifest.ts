import type { Catalogue } from '@iklab/core/scenario/methods';
import { version } from '../../../../package.json';
import { type Shard, WHOLE_STUDY_SHARD } from '../tasks/studySlices.ts';
import type { ExternalStudySolvers } from './externalSolverEntry.ts';
import type { Study } from './study.ts';
import { fullStudyDocument, studyHash } from './writeStudy.ts';

export interface StudyManifest {
  readonly version: string;
  readonly build: string;
  readonly study: string;
  readonly seed: number;
  readonly shard: Shard;
  readonly document: Readonly<Record<string, unknown>>;
  readonly solvers?: ExternalStudySolvers;
}

export const makeStudyManifest = (
  study: Study,
  shard: Shard,
  { build }: Catalogue,
): StudyManifest => ({
  version,
  build,
  study: studyHash(study),
  seed: study.seed,
  shard,
  document: fullStudyDocument(study),
  ...(study.solvers && { solvers: study.solvers }),
});

export interface Provenance {
  readonly program: 'IK Lab';
  readonly version: string;
  readonly build: string;
  readonly agent: string;
  /** Time at which the file was made, ISO 8601. */
  readonly made: string;
}

export const studyProvenance = (study: Study, catalogue: Catalogue, from: Provenance) => ({
  ...from,
  ...makeStudyManifest(study, WHOLE_STUDY_SHARD, catalogue),
  count: study.count,
});
