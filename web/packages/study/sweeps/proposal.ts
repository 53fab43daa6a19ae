/** Which value of a sweep is proposed, and whether another one is as good. */
import { type PairedMeans, type PairedShares, pairedMeans, pairedShares } from '../pairing.ts';
import { containsZero } from '../studyVerdict.ts';
import { type CurvePoint, frontKnee, frontOf } from './knee.ts';
import type { SweepPoint } from './sweepStudy.ts';

/** Targets stand still: the fewest updates among the values that solve most. */
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
  // a stable sort: of equal updates the one that solves more comes first
  const [index = best] = alike.toSorted((a, b) => updatesAt(points, a) - updatesAt(points, b));
  return { kind: 'solved', index, best, alike: alike.toSorted((a, b) => a - b) };
}

/** Whether nothing is to be gained by taking the proposal instead of the point `own`. */
export function isAsGood(proposal: Proposal, points: readonly SweepPoint[], own: number): boolean {
  const { index } = proposal;
  if (index === null || own === index) return true;
  return (
    proposal.kind === 'solved' &&
    proposal.alike.includes(own) &&
    !(updatesOf(points, own, index).interval.low > 0)
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

/** Of the problems that both solve. */
function updatesOf(points: readonly SweepPoint[], a: number, b: number): PairedMeans {
  const other = outcomesAt(points, b);
  const pairs = outcomesAt(points, a).flatMap((updates, i) => {
    const second = other[i] ?? null;
    return updates === null || second === null ? [] : [[updates, second] as const];
  });
  const most = pairs.flat().reduce((largest, updates) => Math.max(largest, updates), 0);
  const column = (place: 0 | 1) => Float64Array.from(pairs, (pair) => pair[place]);
  return pairedMeans(column(0), column(1), most);
}
