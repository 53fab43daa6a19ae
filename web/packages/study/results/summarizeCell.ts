import type { Study } from '../document/study.ts';
import {
  ROW_STOP_REASONS,
  type RowStopReason,
  rowStopReasonIndex,
} from '../document/withExternalSolvers.ts';
import type { RowField } from '../rows/rowFields.ts';
import type { RowColumnReader } from '../rows/studyRows.ts';
import type { ProblemCosts } from './problemCosts.ts';
import { proportionInterval } from './proportionInterval.ts';
import {
  arithmeticMean,
  boundedMeanInterval,
  type ConfidenceInterval,
  type MeanInterval,
  quantile,
  sortedNumbers,
} from './statistics.ts';

export interface ValueDistribution {
  readonly mean: number;
  readonly p5: number;
  readonly median: number;
  readonly p95: number;
  readonly most: number;
}

export interface StudyCellSummary {
  /** Number of problems, without unsupported ones of an external solver. */
  readonly n: number;
  readonly solved: number;
  /** Number of problems solved by the first attempt, without a restart. */
  readonly solvedAtFirst: number;
  /** Interval (95 %) of the share of solved problems. */
  readonly solvedInterval: ConfidenceInterval;
  readonly inLimits: number;
  /** Mean number of updates with 95 % interval; the horizon for an unsolved problem. */
  readonly toHorizon: MeanInterval & { readonly horizon: number };
  /** Distribution over solved problems; the next four fields too. */
  readonly updates: ValueDistribution;
  readonly evaluations: ValueDistribution;
  readonly restarts: ValueDistribution;
  readonly travel: ValueDistribution;
  readonly limitHits: ValueDistribution;
  /** Final errors of the unsolved problems, metres. */
  readonly missed: ValueDistribution;
  readonly stops: Readonly<Partial<Record<RowStopReason, number>>>;
}

/** `costs`: costs of the problems, in updates. */
export function summarizeCell(
  cell: number,
  columns: RowColumnReader,
  costs: ProblemCosts,
): StudyCellSummary {
  const stops = columns(cell, 'stop');
  const withoutUnasked = (values: Float64Array) =>
    values.filter((_, i) => stops[i] !== UNASKED_STOP);
  const solved = withoutUnasked(columns(cell, 'solved'));
  const distributionOf = (field: RowField, wanted: 0 | 1) =>
    computeDistribution(
      withoutUnasked(columns(cell, field)).filter((_, i) => solved[i] === wanted),
    );
  const count = countOnes(solved);
  const restarts = withoutUnasked(columns(cell, 'restarts'));
  const { horizon } = costs;
  const toHorizon = boundedMeanInterval(costs.cappedCost(cell), { low: 0, high: horizon });
  return {
    n: solved.length,
    solved: count,
    solvedAtFirst: countOnes(solved.map((one, i) => (restarts[i] === 0 ? one : 0))),
    solvedInterval: proportionInterval(count, solved.length),
    inLimits: countOnes(withoutUnasked(columns(cell, 'inLimits'))),
    toHorizon: { ...toHorizon, horizon },
    updates: distributionOf('updates', 1),
    evaluations: distributionOf('evaluations', 1),
    restarts: distributionOf('restarts', 1),
    travel: distributionOf('travel', 1),
    limitHits: distributionOf('limitHits', 1),
    missed: distributionOf('error', 0),
    stops: countStops(stops),
  };
}

const UNASKED_STOP = rowStopReasonIndex('unasked');

const countOnes = (flags: Float64Array) => flags.reduce((sum, x) => sum + (x === 1 ? 1 : 0), 0);

function computeDistribution(values: Float64Array): ValueDistribution {
  const ordered = sortedNumbers(values);
  const [p5, median, p95, most] = [0.05, 0.5, 0.95, 1].map((p) => quantile(ordered, p));
  return { mean: arithmeticMean(ordered), p5, median, p95, most } as ValueDistribution;
}

function countStops(stops: Float64Array): Partial<Record<RowStopReason, number>> {
  const counts = new Float64Array(ROW_STOP_REASONS.length);
  for (const stop of stops) counts[stop] = (counts[stop] ?? 0) + 1;
  const entries = ROW_STOP_REASONS.flatMap((stop, i) =>
    counts[i] ? [[stop, counts[i]] as const] : [],
  );
  return Object.fromEntries(entries);
}

export const studyHasRestarts = ({ scenario, sweep }: Pick<Study, 'scenario' | 'sweep'>): boolean =>
  (scenario.run.restarts?.most ?? 0) > 0 ||
  sweep.some(({ path }) => path.startsWith('run.restarts.'));
