/** Whose rows they are: what every file of them says. */
import { version } from '../../package.json';
import type { Catalogue } from '../scenario/catalogue.ts';
import type { Shard } from './plan.ts';
import type { Study } from './study.ts';
import { fullStudy, studyHash } from './writeStudy.ts';

export interface Manifest {
  readonly version: string;
  readonly build: string;
  /** The hash of the study, */
  readonly study: string;
  readonly seed: number;
  readonly shard: Shard;
  /** and the study itself. */
  readonly document: Readonly<Record<string, unknown>>;
}

export const manifestOf = (study: Study, shard: Shard, { build }: Catalogue): Manifest => ({
  version,
  build,
  study: studyHash(study),
  seed: study.seed,
  shard,
  document: fullStudy(study),
});
