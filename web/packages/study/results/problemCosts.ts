/** Costs of solving, with the same horizon (budget) for every method. */
import { STOPS } from '@iklab/core/engine/protocol';
import type { Study, StudyCell } from '../document/study.ts';
import { isExternalSolverCell } from '../document/withExternalSolvers.ts';
import type { RowColumnReader } from '../rows/studyRows.ts';
import { arithmeticMean, quantile, sortedNumbers } from './statistics.ts';

export const COST_KINDS = ['updates', 'evaluations', 'time'] as const;
/** Kind of cost. `time`: updates times the measured milliseconds per update (`updateTimes.ts`). */
export type CostKind = (typeof COST_KINDS)[number];

export interface ProblemCosts {
  readonly kind: CostKind;
  /**
   * Budget per problem (horizon) of every method: updates, evaluations, or milliseconds for `time`.
   */
  readonly horizon: number;
  /**
   * Returns the costs of the problems of a cell. Infinity: not solved within the horizon. NaN:
   * external solver.
   */
  costToSolve(cell: number): Float64Array;
  /**
   * Returns the costs of the problems of a cell, with the horizon for unsolved ones. NaN: external
   * solver.
   */
  cappedCost(cell: number): Float64Array;
}

const UNSOLVED = Number.POSITIVE_INFINITY;
const LIMIT = STOPS.indexOf('iteration-limit');

/**
 * Computes the costs of all cells. `paces`: milliseconds per update of each cell, for `time` only.
 * `knownHorizon`: budget, by default computed from the rows.
 */
export function computeCosts(
  study: Pick<Study, 'cells'>,
  columns: RowColumnReader,
  kind: CostKind,
  paces: readonly number[] = [],
  knownHorizon?: number,
): ProblemCosts {
  const foreign = new Set(study.cells.filter(isExternalSolverCell).map(({ index }) => index));
  const spent = (cell: number): Float64Array => {
    if (kind !== 'time') return columns(cell, kind);
    const pace = paces[cell] ?? Number.NaN;
    return columns(cell, 'updates').map((updates) => updates * pace);
  };
  const horizon = knownHorizon ?? findHorizon(study, columns, kind, spent);
  const until = cachedByCell((cell) => {
    const solved = columns(cell, 'solved');
    // Updates of an external solver are not comparable with those of our methods.
    if (foreign.has(cell)) return solved.map((one) => (one === 1 ? Number.NaN : UNSOLVED));
    return spent(cell).map((cost, i) => (solved[i] === 1 && cost <= horizon ? cost : UNSOLVED));
  });
  const restricted = cachedByCell((cell) =>
    until(cell).map((cost) => (foreign.has(cell) ? Number.NaN : Math.min(cost, horizon))),
  );
  return { kind, horizon, costToSolve: until, cappedCost: restricted };
}

const MAX_CACHED = 16; // Cached columns: a study may have a thousand cells with a million problems each.

function cachedByCell(make: (cell: number) => Float64Array) {
  const cache = new Map<number, Float64Array>();
  return (cell: number): Float64Array => {
    const made = cache.get(cell) ?? make(cell);
    const [oldest] = cache.keys();
    if (oldest !== undefined && cache.size >= MAX_CACHED && !cache.has(cell)) cache.delete(oldest);
    cache.set(cell, made);
    return made;
  };
}

const maxAttempts = ({ scenario: { run } }: StudyCell): number => 1 + (run.restarts?.most ?? 0);

/**
 * Returns the horizon of a kind of cost. For updates, the horizon is the greatest update limit. For
 * other kinds, it comes from unsolved runs that used up their updates.
 */
function findHorizon(
  { cells }: Pick<Study, 'cells'>,
  columns: RowColumnReader,
  kind: CostKind,
  spent: (cell: number) => Float64Array,
): number {
  if (kind === 'updates')
    return cells.reduce(
      (most, cell) => Math.max(most, cell.scenario.run.maxUpdates * maxAttempts(cell)),
      0,
    );
  const ends = cells
    .filter((cell) => !isExternalSolverCell(cell))
    .map((cell) => {
      const [solved, stop] = [columns(cell.index, 'solved'), columns(cell.index, 'stop')];
      const cut = (i: number): boolean =>
        solved[i] !== 1 && (stop[i] === LIMIT || maxAttempts(cell) > 1);
      return quantile(sortedNumbers(spent(cell.index).filter((_, i) => cut(i))), 0.5);
    });
  const finiteEnds = ends.filter(Number.isFinite);
  if (finiteEnds.length > 0) return Math.min(...finiteEnds);
  let most = 0;
  for (const { index } of cells) for (const cost of spent(index)) if (cost > most) most = cost;
  return most;
}

export interface MeanCost {
  /** Mean cost of all problems, with the horizon for unsolved ones. */
  readonly mean: number;
  /**
   * 5th percentile of the costs of solved problems; then median and 95th percentile. NaN if there
   * are none.
   */
  readonly p5: number;
  readonly median: number;
  readonly p95: number;
}

export function summarizeCellCost(costs: ProblemCosts, cell: number): MeanCost {
  const solved = sortedNumbers(costs.costToSolve(cell).filter(Number.isFinite));
  const [p5, median, p95] = [0.05, 0.5, 0.95].map((p) => quantile(solved, p));
  return { mean: arithmeticMean(costs.cappedCost(cell)), p5, median, p95 } as MeanCost;
}
