import { type PairedProportions, pairedProportions } from '../results/pairedProportions.ts';
import { boundedMeanInterval, type ConfidenceInterval } from '../results/statistics.ts';
import { intervalIncludesZero } from '../results/studyVerdict.ts';
import { type CostCurvePoint, findFrontKnee, findParetoFront } from './findCurveKnee.ts';
import type { SweepPoint } from './makeSweepStudy.ts';

/**
 * Proposal of a sweep without moving targets: of the values with the highest success rates, one
 * with the fewest updates.
 */
export interface FixedTargetProposal {
  readonly kind: 'solved';
  readonly index: number;
  readonly best: number;
  /**
   * Indices of the points whose success rates do not differ significantly from `best`, ascending.
   */
  readonly alike: readonly number[];
}

/** Proposal of a sweep with moving targets: small error and shake. */
export interface MovingTargetProposal {
  readonly kind: 'moving';
  /**
   * Index of the best point in error and shake, or else of the Pareto front's knee; null if there
   * is neither.
   */
  readonly index: number | null;
  /** Indices of the Pareto front of error and shake, by increasing error. */
  readonly front: readonly number[];
}

export type SweepProposal = FixedTargetProposal | MovingTargetProposal;

/** Chooses the value that a sweep proposes; null if no point of the sweep solves any problem. */
export function makeSweepProposal(points: readonly SweepPoint[]): SweepProposal | null {
  if (points.some(({ moving }) => moving !== null)) {
    const all = points.map(costs);
    const front = findParetoFront(all);
    const index = front.length === 1 ? (front[0] as number) : findFrontKnee(all, front);
    return { kind: 'moving', index, front };
  }
  const order = [...points.keys()].sort(
    (a, b) =>
      solvedAt(points, b) - solvedAt(points, a) || updatesAt(points, a) - updatesAt(points, b),
  );
  const [best] = order;
  if (best === undefined || solvedAt(points, best) === 0) return null;
  const alike = order.filter(
    (i) => i === best || intervalIncludesZero(compareShares(points, best, i).interval),
  );
  const [fewest = best] = alike.toSorted((a, b) => updatesAt(points, a) - updatesAt(points, b));
  // The fewest updates alone would let noise decide, and trade success for a tenth of an update.
  const index = alike.find((i) => !(extraUpdates(points, i, fewest).low > 0)) ?? fewest;
  return { kind: 'solved', index, best, alike: alike.toSorted((a, b) => a - b) };
}

/** Returns whether the proposal is not significantly better than point `current`. */
export function isProposalNoImprovement(
  proposal: SweepProposal,
  points: readonly SweepPoint[],
  current: number,
): boolean {
  const { index } = proposal;
  if (index === null || current === index) return true;
  return (
    proposal.kind === 'solved' &&
    proposal.alike.includes(current) &&
    !(extraUpdates(points, current, index).low > 0)
  );
}

const costs = ({ moving }: SweepPoint): CostCurvePoint => ({
  x: moving?.error.mean ?? Number.NaN,
  y: moving?.shake.mean ?? Number.NaN,
});

const solvedAt = (points: readonly SweepPoint[], i: number): number => points[i]?.solved ?? 0;
const updatesAt = (points: readonly SweepPoint[], i: number): number =>
  points[i]?.updates?.mean ?? Number.POSITIVE_INFINITY;

const outcomesAt = (points: readonly SweepPoint[], i: number) => points[i]?.outcomes ?? [];

function compareShares(points: readonly SweepPoint[], a: number, b: number): PairedProportions {
  const flags = (i: number) =>
    Float64Array.from(outcomesAt(points, i), (updates) => Number(updates !== null));
  return pairedProportions(flags(a), flags(b));
}

function extraUpdates(points: readonly SweepPoint[], a: number, b: number): ConfidenceInterval {
  const outcomesOfB = outcomesAt(points, b);
  const differences = outcomesAt(points, a).flatMap((updates, i) => {
    const second = outcomesOfB[i] ?? null;
    return updates === null || second === null ? [] : [updates - second];
  });
  const [low, high] = [Math.min, Math.max].map((end) => differences.reduce((x, y) => end(x, y), 0));
  return boundedMeanInterval(differences, { low: low ?? 0, high: high ?? 0 });
}
