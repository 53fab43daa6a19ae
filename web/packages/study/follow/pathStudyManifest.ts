import type { Catalogue } from '@iklab/core/scenario/methods';
import { version } from '../../../../package.json';
import type { StudyManifest } from '../document/studyManifest.ts';
import type { Shard } from '../tasks/studySlices.ts';
import { FOLLOW_KIND } from './pathSampling.ts';
import { fullPathStudyDocument, type PathStudy, pathStudyHash } from './pathStudy.ts';

export const makePathStudyManifest = (
  study: PathStudy,
  shard: Shard,
  { build }: Catalogue,
): PathStudyManifest => ({
  version,
  build,
  kind: FOLLOW_KIND,
  study: pathStudyHash(study),
  seed: study.seed,
  shard,
  document: fullPathStudyDocument(study),
  ...(study.solvers && { solvers: study.solvers }),
});
export type PathStudyManifest = StudyManifest & { readonly kind: typeof FOLLOW_KIND };
