import type { Catalogue } from '@iklab/core/scenario/methods';
import { version } from '../../../../package.json';
import type { StudyManifest } from '../document/studyManifest.ts';
import type { Shard } from '../tasks/studySlices.ts';
import { FOLLOW_KIND } from './followSampling.ts';
import { type FollowStudy, followHash, fullFollowDocument } from './followStudy.ts';

/**
 * Makes the manifest of a file of path runs; its `kind` states that rows are runs instead of
 * problems.
 */
export const makeFollowManifest = (
  study: FollowStudy,
  shard: Shard,
  { build }: Catalogue,
): FollowManifest => ({
  version,
  build,
  kind: FOLLOW_KIND,
  study: followHash(study),
  seed: study.seed,
  shard,
  document: fullFollowDocument(study),
  ...(study.solvers && { solvers: study.solvers }),
});
export type FollowManifest = StudyManifest & { readonly kind: typeof FOLLOW_KIND };
