/** Where numbers come from: what every file of them says. */

import type { Catalogue } from 'iklab/scenario';
import { version } from '../../../package.json';
import { type Shard, WHOLE_STUDY } from './plan.ts';
import type { Solvers } from './solverEntry.ts';
import type { Study } from './study.ts';
import { fullStudy, studyHash } from './writeStudy.ts';

/** What a file of rows says of itself. */
export interface Manifest {
  readonly version: string;
  readonly build: string;
  /** The hash of the study, */
  readonly study: string;
  readonly seed: number;
  readonly shard: Shard;
  /** The study as a document. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Programs that have rows beside it. */
  readonly solvers?: Solvers;
}

/** What a file with a shard's rows says of itself. */
export const manifestOf = (study: Study, shard: Shard, { build }: Catalogue): Manifest => ({
  version,
  build,
  study: studyHash(study),
  seed: study.seed,
  shard,
  document: fullStudy(study),
  ...(study.solvers && { solvers: study.solvers }),
});

/** What a file that the page writes says of itself, whatever it holds. */
export interface Provenance {
  readonly program: 'IK Lab';
  readonly version: string;
  /** Of the solver module. */
  readonly build: string;
  /** Of the browser, as it calls itself. */
  readonly agent: string;
  /** When, ISO 8601. */
  readonly made: string;
}

/** What a file that the page writes says of itself and of its study, as the command line has it. */
export const studyProvenance = (study: Study, catalogue: Catalogue, from: Provenance) => ({
  ...from,
  ...manifestOf(study, WHOLE_STUDY, catalogue),
  count: study.count,
});
