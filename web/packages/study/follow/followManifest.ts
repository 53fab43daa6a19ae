import type { Catalogue } from 'iklab/scenario';
import { version } from '../../../../package.json';
import type { Shard } from '../plan.ts';
import type { Manifest } from '../studyManifest.ts';
import { FOLLOW } from './followSampling.ts';
import { type FollowStudy, followHash, fullFollow } from './followStudy.ts';

/** What a file of runs says of itself: in `kind` that its rows are no problems. */
export const followManifest = (
  study: FollowStudy,
  shard: Shard,
  { build }: Catalogue,
): FollowManifest => ({
  version,
  build,
  kind: FOLLOW,
  study: followHash(study),
  seed: study.seed,
  shard,
  document: fullFollow(study),
  ...(study.solvers && { solvers: study.solvers }),
});
export type FollowManifest = Manifest & { readonly kind: typeof FOLLOW };
