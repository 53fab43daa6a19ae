/** Which value of a sweep is proposed, and whether another one is as good. */
import { type PairedShares, pairedShares } from '../pairing.ts';
import { boundedMean, type Interval } from '../statistics.ts';
import { containsZero } from '../studyVerdict.ts';
import { type CurvePoint, frontKnee, frontOf } from './knee.ts';
import type { SweepPoint } from './sweepStudy.ts';

/** Targets stand still: of the values that solve most, none needs significantly fewer updates. */
export interface SolvedProposal {
  readonly kind: 'solved';
  /** Among the points. */
  readonly index: number;
  /** Solves most problems. */
  readonly best: number;
  /** `best` and all points whose share solved has no significant difference from it, in order. */
  readonly alike: readonly number[];
}

/** Targets move: shake is the price of a small error. */
export interface MovingProposal {
  readonly kind: 'moving';
  /** Smallest error and shake at once, or else the knee of the front; null: there is neither. */
  readonly index: number | null;
  /** Points for which no other has both a smaller error and a smaller shake, by rising error. */
  readonly front: readonly number[];
}

export type Proposal = SolvedProposal | MovingProposal;

/** null: no point solves any problem. */
export function proposalOf(points: readonly SweepPoint[]): Proposal | null {
  if (points.some(({ moving }) => moving !== null)) {
    const all = points.map(costs);
    const front = frontOf(all);
    const index = front.length === 1 ? (front[0] as number) : frontKnee(all, front);
    return { kind: 'moving', index, front };
  }
  const order = [...points.keys()].sort(
    (a, b) =>
      solvedAt(points, b) - solvedAt(points, a) || updatesAt(points, a) - updatesAt(points, b),
  );
  const [best] = order;
  if (best === undefined || solvedAt(points, best) === 0) return null;
  const alike = order.filter((i) => i === best || containsZero(sharesOf(points, best, i).interval));
  const [fewest = best] = alike.toSorted((a, b) => updatesAt(points, a) - updatesAt(points, b));
  // by rising updates alone noise would decide, and take a smaller share for a tenth of an update
  const index = alike.find((i) => !(moreUpdates(points, i, fewest).low > 0)) ?? fewest;
  return { kind: 'solved', index, best, alike: alike.toSorted((a, b) => a - b) };
}

/** Whether nothing is to be gained by taking the proposal instead of the point `own`. */
export function isAsGood(proposal: Proposal, points: readonly SweepPoint[], own: number): boolean {
  const { index } = proposal;
  if (index === null || own === index) return true;
  return (
    proposal.kind === 'solved' &&
    proposal.alike.includes(own) &&
    !(moreUpdates(points, own, index).low > 0)
  );
}

/** What a parameter buys the one of by the other. */
const costs = ({ moving }: SweepPoint): CurvePoint => ({
  x: moving?.error.mean ?? Number.NaN,
  y: moving?.shake.mean ?? Number.NaN,
});

const solvedAt = (points: readonly SweepPoint[], i: number): number => points[i]?.solved ?? 0;
const updatesAt = (points: readonly SweepPoint[], i: number): number =>
  points[i]?.updates?.mean ?? Number.POSITIVE_INFINITY;

const outcomesAt = (points: readonly SweepPoint[], i: number) => points[i]?.outcomes ?? [];

/** Of the same problems. */
function sharesOf(points: readonly SweepPoint[], a: number, b: number): PairedShares {
  const flags = (i: number) =>
    Float64Array.from(outcomesAt(points, i), (updates) => Number(updates !== null));
  return pairedShares(flags(a), flags(b));
}

/** By how many more updates `a` solves the problems that both solve: as the bands, by what was seen. */
function moreUpdates(points: readonly SweepPoint[], a: number, b: number): Interval {
  const other = outcomesAt(points, b);
  const differences = outcomesAt(points, a).flatMap((updates, i) => {
    const second = other[i] ?? null;
    return updates === null || second === null ? [] : [updates - second];
  });
  const [low, high] = [Math.min, Math.max].map((end) => differences.reduce((x, y) => end(x, y), 0));
  return boundedMean(differences, { low: low ?? 0, high: high ?? 0 });
}
