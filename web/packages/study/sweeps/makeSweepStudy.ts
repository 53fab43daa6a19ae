import {
  CURRENT_DOCUMENT_VERSION,
  fullDocument,
  type Result,
  type Scenario,
} from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import type { StudyAxis, StudyViewOptions } from '../document/studyDocument.ts';
import { studyHash } from '../document/writeStudy.ts';
import type { ConfidenceInterval } from '../results/statistics.ts';
import type { TaskRunPlan } from '../tasks/taskRun.ts';

export interface SweepSpec {
  /** Index of the swept method among the methods of the scene. */
  readonly method: number;
  /** Swept numbers. Paths refer to a scene with one method: methods[0].params.lambda. */
  readonly axes: readonly StudyAxis[];
  readonly count: number;
  /** Measure that the colours show in a sweep of two parameters. */
  readonly measure?: StudyViewOptions['measure'];
}

export type SweepEstimate = ConfidenceInterval & { readonly mean: number };

export interface SweepPoint {
  readonly count: number;
  readonly solved: number;
  /** Number of updates per problem; null if unsolved. All points have the same problems. */
  readonly outcomes: readonly (number | null)[];
  /** Mean number of updates over the solved problems; null if there are none. */
  readonly updates: SweepEstimate | null;
  /** Measures of a settled run that tracks the moving targets; null if no target moves. */
  readonly moving: Readonly<Record<'error' | 'jitter' | 'shake', SweepEstimate>> | null;
  /** Mean final error over all problems, metres. */
  readonly error: SweepEstimate;
}

export interface SweepRequest {
  readonly kind: 'sweep';
  /** Scenario at one point of the sweep, as JSON. */
  readonly scenario: string;
  readonly count: number;
}

export const SWEEP_SEED = 1;

/**
 * Makes the study of a sweep, with the same problems at every point; returns the faults of an
 * invalid sweep.
 */
export function makeSweepStudy(
  scenario: Scenario,
  { method, axes, count, measure }: SweepSpec,
  catalogue: Catalogue,
): Result<Study> {
  const methods = scenario.methods.slice(method, method + 1);
  const document = {
    iklabStudy: CURRENT_DOCUMENT_VERSION,
    scenario: fullDocument({ ...scenario, methods }),
    sampling: { kind: 'reachable' },
    sweep: axes,
    count,
    seed: SWEEP_SEED,
    ...(measure && { view: { measure } }),
  };
  return parseStudy(document, catalogue);
}

/**
 * Version of the results of a sweep point. Increase it when fields change, because browsers store
 * results.
 */
const POINT_VERSION = 2;

export const sweepResultsKey = (study: Study, build: string): string =>
  `${build}-sweep${POINT_VERSION}-${studyHash(study)}`;

/** Plans one task per point. Scenarios are written on demand, because there may be thousands. */
export function planSweepTasks(study: Study, build: string): TaskRunPlan {
  const title = `Sweep of ${study.scenario.methods[0]?.label ?? ''}`;
  return {
    key: sweepResultsKey(study, build),
    title,
    tasks: study.cells.map(({ scenario }) => ({
      group: title,
      get request(): SweepRequest {
        return {
          kind: 'sweep',
          scenario: JSON.stringify(fullDocument(scenario)),
          count: study.count,
        };
      },
      weight: study.count,
    })),
  };
}
