/** Statistics of a cell of a study. */
import type { Costs } from './costs.ts';
import type { RowField } from './rowFields.ts';
import { shareInterval } from './shareInterval.ts';
import { ROW_STOPS, type RowStop, stopPlace } from './solvers.ts';
import {
  boundedMean,
  type Interval,
  type MeanInterval,
  mean,
  quantile,
  sortedNumbers,
} from './statistics.ts';
import type { Study } from './study.ts';
import type { Columns } from './studyRows.ts';

export interface Distribution {
  readonly mean: number;
  readonly p5: number;
  readonly median: number;
  readonly p95: number;
  readonly most: number;
}

export interface CellSummary {
  /** Problems, without those that an external solver does not support. */
  readonly n: number;
  readonly solved: number;
  /** Of the solved problems, those solved by the first attempt. */
  readonly solvedAtFirst: number;
  /** 95 % interval of the share. */
  readonly solvedInterval: Interval;
  /** Number of runs that ended within the joint limits. */
  readonly inLimits: number;
  /**
   * Mean updates of all problems with its 95 % interval; an unsolved problem counts as the horizon.
   */
  readonly toHorizon: MeanInterval & { readonly horizon: number };
  /** These five are of the solved problems. */
  readonly updates: Distribution;
  readonly evaluations: Distribution;
  readonly restarts: Distribution;
  readonly travel: Distribution;
  readonly limitHits: Distribution;
  /** Final errors of the unsolved problems, metres. */
  readonly missed: Distribution;
  /** Number of runs per stop reason. */
  readonly stops: Readonly<Partial<Record<RowStop, number>>>;
}

/** `costs`: in updates. */
export function summaryOf(cell: number, columns: Columns, costs: Costs): CellSummary {
  const stops = columns(cell, 'stop');
  const asked = (values: Float64Array) => values.filter((_, i) => stops[i] !== UNASKED);
  const solved = asked(columns(cell, 'solved'));
  const of = (field: RowField, wanted: 0 | 1) =>
    spreadOf(asked(columns(cell, field)).filter((_, i) => solved[i] === wanted));
  const count = countOf(solved);
  const restarts = asked(columns(cell, 'restarts'));
  const { horizon } = costs;
  const toHorizon = boundedMean(costs.restricted(cell), { low: 0, high: horizon });
  return {
    n: solved.length,
    solved: count,
    solvedAtFirst: countOf(solved.map((one, i) => (restarts[i] === 0 ? one : 0))),
    solvedInterval: shareInterval(count, solved.length),
    inLimits: countOf(asked(columns(cell, 'inLimits'))),
    toHorizon: { ...toHorizon, horizon },
    updates: of('updates', 1),
    evaluations: of('evaluations', 1),
    restarts: of('restarts', 1),
    travel: of('travel', 1),
    limitHits: of('limitHits', 1),
    missed: of('error', 0),
    stops: stopsOf(stops),
  };
}

const UNASKED = stopPlace('unasked');

const countOf = (flags: Float64Array) => flags.reduce((sum, x) => sum + (x === 1 ? 1 : 0), 0);

function spreadOf(values: Float64Array): Distribution {
  const ordered = sortedNumbers(values);
  const [p5, median, p95, most] = [0.05, 0.5, 0.95, 1].map((p) => quantile(ordered, p));
  return { mean: mean(ordered), p5, median, p95, most } as Distribution;
}

function stopsOf(stops: Float64Array): Partial<Record<RowStop, number>> {
  const counts = new Float64Array(ROW_STOPS.length);
  for (const stop of stops) counts[stop] = (counts[stop] ?? 0) + 1;
  const known = ROW_STOPS.flatMap((stop, i) => (counts[i] ? [[stop, counts[i]] as const] : []));
  return Object.fromEntries(known);
}

/** Whether runs may restart; then first attempts have a share of their own. */
export const beginsAgain = ({ scenario, sweep }: Pick<Study, 'scenario' | 'sweep'>): boolean =>
  (scenario.run.restarts?.most ?? 0) > 0 ||
  sweep.some(({ path }) => path.startsWith('run.restarts.'));
