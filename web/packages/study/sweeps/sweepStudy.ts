/** One or two numbers of a method over their values: what is asked, and what has come of it. */
import { type Catalogue, CURRENT, fullDocument, type Result, type Scenario } from 'iklab/scenario';
import { parseStudy } from '../parseStudy.ts';
import type { Interval } from '../statistics.ts';
import type { Study } from '../study.ts';
import type { Axis, StudyLook } from '../studyDocument.ts';
import type { RunPlan } from '../taskRun.ts';
import { studyHash } from '../writeStudy.ts';

export interface SweepSpec {
  /** Of the scene. */
  readonly method: number;
  /** Paths are those of a scene with this method alone: methods[0].params.lambda. */
  readonly axes: readonly Axis[];
  /** Problems at each value. */
  readonly count: number;
  /** What is coloured of two parameters: no row hangs on it. */
  readonly measure?: StudyLook['measure'];
}

/** A mean or a share, and where it lies; how surely is the measure's to say. */
export type SweepEstimate = Interval & { readonly mean: number };

/** What a value of the sweep comes to. */
export interface SweepPoint {
  readonly count: number;
  readonly solved: number;
  /** Updates per problem, the same problems at every value; null: not solved. */
  readonly outcomes: readonly (number | null)[];
  /** Of the problems that were solved; null: none was. */
  readonly updates: SweepEstimate | null;
  /** Of the run that follows the scene's own targets, once settled; null: they stand still. */
  readonly moving: Readonly<Record<'error' | 'jitter' | 'shake', SweepEstimate>> | null;
  /** Of all problems at their end, metres. */
  readonly error: SweepEstimate;
}

export interface SweepRequest {
  readonly kind: 'sweep';
  /** The scenario at this value, as JSON. */
  readonly scenario: string;
  readonly count: number;
}

/** The seed of a sweep's problems. */
export const SWEEP_SEED = 1;

/** The sweep as a study, or what is wrong with it. Every value gets the same problems. */
export function sweepStudy(
  scenario: Scenario,
  { method, axes, count, measure }: SweepSpec,
  catalogue: Catalogue,
): Result<Study> {
  const methods = scenario.methods.slice(method, method + 1);
  const document = {
    iklabStudy: CURRENT,
    scenario: fullDocument({ ...scenario, methods }),
    sampling: { kind: 'reachable' },
    sweep: axes,
    count,
    seed: SWEEP_SEED,
    ...(measure && { view: { measure } }),
  };
  return parseStudy(document, catalogue);
}

/** Increase it when the fields of a point change: browsers may still store points of an earlier version. */
const POINTS = 2;

/** The key under which a sweep's results are kept. */
export const sweepKey = (study: Study, build: string): string =>
  `${build}-sweep${POINTS}-${studyHash(study)}`;

/** A scenario is written out when it is its turn: there may be thousands of large ones. */
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
