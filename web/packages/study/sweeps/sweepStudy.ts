/** A sweep of one or two numbers of a method: its specification, its study and its results. */

import { CURRENT_VERSION, fullDocument, type Result, type Scenario } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import type { Axis, StudyViewOptions } from '../document/studyDocument.ts';
import { studyHash } from '../document/writeStudy.ts';
import type { ConfidenceInterval } from '../results/statistics.ts';
import type { RunPlan } from '../tasks/taskRun.ts';

export interface SweepSpec {
  /** Index of the swept method among the methods of the scene. */
  readonly method: number;
  /** Axes whose paths refer to a scene with this method alone: methods[0].params.lambda. */
  readonly axes: readonly Axis[];
  /** Number of problems per value. */
  readonly count: number;
  /** Measure that colours a sweep of two parameters; rows do not depend on it. */
  readonly measure?: StudyViewOptions['measure'];
}

/** Mean of a measure and its interval, whose confidence depends on the measure. */
export type SweepEstimate = ConfidenceInterval & { readonly mean: number };

export interface SweepPoint {
  readonly count: number;
  readonly solved: number;
  /** Number of updates per problem, with the same problems at every value; null if not solved. */
  readonly outcomes: readonly (number | null)[];
  /** Number of updates over the solved problems; null if there are none. */
  readonly updates: SweepEstimate | null;
  /** Results of the settled run that tracks the scene's own targets; null if no target moves. */
  readonly moving: Readonly<Record<'error' | 'jitter' | 'shake', SweepEstimate>> | null;
  /** Final error over all problems, metres. */
  readonly error: SweepEstimate;
}

export interface SweepRequest {
  readonly kind: 'sweep';
  /** The scenario at this value, as JSON. */
  readonly scenario: string;
  readonly count: number;
}

export const SWEEP_SEED = 1;

/**
 * Makes the study of a sweep, or states what is wrong with it. Every value has the same problems.
 */
export function makeSweepStudy(
  scenario: Scenario,
  { method, axes, count, measure }: SweepSpec,
  catalogue: Catalogue,
): Result<Study> {
  const methods = scenario.methods.slice(method, method + 1);
  const document = {
    iklabStudy: CURRENT_VERSION,
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
 * Version of the fields of a point, to be increased when they change: browsers may still store
 * points of an earlier version.
 */
const POINT_VERSION = 2;

export const sweepKey = (study: Study, build: string): string =>
  `${build}-sweep${POINT_VERSION}-${studyHash(study)}`;

/**
 * Plans one task per value; their scenarios are written on demand, because there may be thousands
 * of large ones.
 */
export function sweepPlan(study: Study, build: string): RunPlan {
  const title = `Sweep of ${study.scenario.methods[0]?.label ?? ''}`;
  return {
    key: sweepKey(study, build),
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
