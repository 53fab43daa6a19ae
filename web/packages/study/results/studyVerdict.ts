import type { Study } from '../document/study.ts';
import {
  type PairedMeans,
  type PairedProportions,
  pairedMeans,
  pairedProportions,
} from './pairedProportions.ts';
import type { ProblemCosts } from './problemCosts.ts';
import { simultaneousCriticalZ } from './simultaneousCriticalZ.ts';
import type { ConfidenceInterval } from './statistics.ts';

/** Least number of problems for a comparison of methods. */
export const MIN_COMPARABLE_PROBLEMS = 30;
const MAX_PAIRED = 16;

/** Comparison of the best method of a study (first) with another (second). */
export interface MethodComparison {
  readonly cell: number;
  readonly shares: PairedProportions;
  readonly costs: PairedMeans;
}

/**
 * Ranking of the methods of a study: the best, and those that do not differ significantly from it.
 */
export interface StudyVerdict {
  readonly n: number;
  /** Critical value z of all intervals in the verdict, which then hold at once. */
  readonly z: number;
  readonly best: number;
  readonly solved: readonly number[];
  /** Indices of all cells by success rate, highest first, then by cost, lowest first. */
  readonly order: readonly number[];
  /** Comparisons of the best cell with all others, in the order of `order`. */
  readonly comparisons: readonly MethodComparison[];
  /**
   * Indices of cells whose success rates do not differ significantly from the best, including the
   * best.
   */
  readonly undecided: readonly number[];
  /** Bound on the difference in success rate of undecided cells. */
  readonly largestDifference: number;
  /**
   * Indices of the cells of `undecided` whose costs do not differ significantly from the cheapest.
   */
  readonly cheapest: readonly number[];
}

/** Returns whether an interval includes zero; true if an end is NaN. */
export const intervalIncludesZero = ({ low, high }: ConfidenceInterval): boolean =>
  !(low > 0 || high < 0);
const maxAbsolute = ({ low, high }: ConfidenceInterval): number =>
  Math.max(Math.abs(low), Math.abs(high));

/** Ranks the methods of a study; null if no method has solved a problem. */
export function rankMethods(
  { cells }: Pick<Study, 'cells'>,
  costs: ProblemCosts,
  lookCount = 1,
): StudyVerdict | null {
  const n = costs.costToSolve(0).length;
  const solved = cells.map(({ index }) => countOnes(solvedFlags(costs, index)));
  const spent = cells.map(({ index }) => sumOf(costs.cappedCost(index)));
  const compareBy = (values: readonly number[], a: number, b: number): number =>
    (values[a] ?? 0) - (values[b] ?? 0);
  const order = cells
    .map(({ index }) => index)
    .sort((a, b) => compareBy(solved, b, a) || compareBy(spent, a, b) || a - b);
  const [best = 0, ...rest] = order;
  if (n === 0 || solved[best] === 0) return null;
  const z = simultaneousCriticalZ(cells.length, lookCount);
  const shares = (a: number, b: number) =>
    pairedProportions(solvedFlags(costs, a), solvedFlags(costs, b), z);
  const means = (a: number, b: number) =>
    pairedMeans(costs.cappedCost(a), costs.cappedCost(b), costs.horizon, z);
  const comparisons = rest.map(
    (cell): MethodComparison => ({ cell, shares: shares(best, cell), costs: means(best, cell) }),
  );
  const undecided = [
    best,
    ...comparisons.filter((each) => !(each.shares.interval.low > 0)).map(comparedCell),
  ];
  const pairs = listPairs(undecided).map(([a, b]) => maxAbsolute(shares(a, b).interval));
  const compared = undecided.filter((cell) => !Number.isNaN(spent[cell]));
  const [first = best] = [...compared].sort((a, b) => compareBy(spent, a, b));
  const cheapest = compared.filter(
    (cell) => cell === first || !(means(cell, first).interval.low > 0),
  );
  cheapest.sort((a, b) => compareBy(spent, a, b));
  const largestDifference = Math.max(0, ...pairs);
  return {
    n,
    z,
    best,
    solved,
    order,
    comparisons,
    undecided,
    largestDifference,
    cheapest,
  } satisfies StudyVerdict;
}

/** Returns whether each method is significantly worse than the best, or at most `least` worse. */
export const isStudyDecided = ({ n, comparisons }: StudyVerdict, least: number): boolean =>
  n >= MIN_COMPARABLE_PROBLEMS &&
  comparisons.every(({ shares: { interval } }) => interval.low > 0 || interval.high < least);

const comparedCell = ({ cell }: MethodComparison): number => cell;
const solvedFlags = (costs: ProblemCosts, cell: number): Float64Array =>
  costs.costToSolve(cell).map((cost) => (cost === Number.POSITIVE_INFINITY ? 0 : 1));
const countOnes = (ones: Float64Array): number => sumOf(ones);
const sumOf = (values: Float64Array): number => values.reduce((sum, x) => sum + x, 0);

function listPairs(even: readonly number[]): (readonly [number, number])[] {
  const [first = 0] = even;
  if (even.length > MAX_PAIRED) return even.slice(1).map((cell) => [first, cell] as const);
  return even.flatMap((a, i) => even.slice(i + 1).map((b) => [a, b] as const));
}
