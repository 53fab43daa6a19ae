/** What is drawn of a sweep, and which of its values is proposed. */
import { shareInterval } from '../shareInterval.ts';

import type { StudyLook } from '../studyDocument.ts';
import { type CurvePoint, frontKnee, frontOf, kneeOf } from './knee.ts';
import type { SweepEstimate, SweepPoint } from './sweepStudy.ts';

/** The name of a measure of a sweep. */
export type MeasureId = StudyLook['measure'];

/** A measure of a sweep, with how it is drawn. */
export interface SweepMeasure {
  readonly id: MeasureId;
  readonly name: string;
  /** What it is of. */
  readonly help: string;
  /** Beside its axis, whose numbers have their unit. */
  readonly axis: string;
  /** What its band is. */
  readonly band: string;
  of(point: SweepPoint): SweepEstimate | null;
}

const success = ({ solved, count }: SweepPoint): SweepEstimate => ({
  mean: solved / count,
  ...shareInterval(solved, count),
});

const SEEN =
  'where the mean lies by what these problems came to; too narrow where a few of very many cost far more than any of these';
const PARTS = 'where the mean lies by what eight parts of the settled run came to';

const ALL: readonly SweepMeasure[] = [
  {
    id: 'error',
    name: 'Mean error',
    help: 'behind the moving targets',
    axis: 'mean error',
    band: PARTS,
    of: ({ moving }) => moving?.error ?? null,
  },
  {
    id: 'error',
    name: 'Mean error',
    help: 'at the end of a problem',
    axis: 'mean error',
    band: SEEN,
    of: ({ error, moving }) => (moving ? null : error),
  },
  {
    id: 'jitter',
    name: 'Jitter',
    help: 'how often joints turn back, 0 to 2',
    axis: 'jitter, 0 to 2',
    band: PARTS,
    of: ({ moving }) => moving?.jitter ?? null,
  },
  {
    id: 'shake',
    name: 'Shake',
    help: 'change of a step, an update',
    axis: 'shake, an update',
    band: PARTS,
    of: ({ moving }) => moving?.shake ?? null,
  },
  {
    id: 'success',
    name: 'Success',
    help: 'share of the problems',
    axis: 'problems solved',
    band: '95 % interval of the share',
    of: success,
  },
  {
    id: 'updates',
    name: 'Updates',
    help: 'mean of the problems solved',
    axis: 'updates',
    band: SEEN,
    of: ({ updates }) => updates,
  },
];

/** The measures that some points of a sweep have. */
export const measuresIn = (points: readonly SweepPoint[]): readonly SweepMeasure[] =>
  ALL.filter(({ of }) => points.some((point) => of(point) !== null));

/** What the bands are, those that are alike together. */
export function bandsText(points: readonly SweepPoint[]): string {
  const names = new Map<string, string[]>();
  for (const { name, band } of measuresIn(points))
    names.set(band, [...(names.get(band) ?? []), name]);
  return [...names].map(([band, of]) => `${of.join(', ')}: ${band}.`).join(' ');
}

export interface Proposal {
  /** Among the values. */
  readonly index: number;
  /** What was weighed against what. */
  readonly why: string;
}

/**
 * Where targets move, error is weighed against shake: both are costs, and the parameter buys one by
 * the other. Where they stand still, how long a problem takes bends over the parameter.
 */
export function proposalOf(
  values: readonly number[],
  points: readonly SweepPoint[],
): Proposal | null {
  const moves = points.some(({ moving }) => moving !== null);
  const curve: CurvePoint[] = points.map((point, i) =>
    moves ? costs(point) : { x: values[i] ?? Number.NaN, y: effort(point) },
  );
  const index = kneeOf(curve, moves);
  if (index === null) return null;
  return {
    index,
    why: moves
      ? 'On the curve of mean error against shake, both on logarithmic axes, it lies farthest from the straight line between the ends, on the side where both are small: beyond it little of the one is won for much of the other.'
      : 'On the curve of updates for each problem solved, both axes logarithmic, it lies farthest from the straight line between the ends: there the curve bends.',
  };
}

/** What a parameter buys the one of by the other. */
const costs = ({ moving }: SweepPoint): CurvePoint => ({
  x: moving?.error.mean ?? Number.NaN,
  y: moving?.shake.mean ?? Number.NaN,
});

/** The pair of two parameters that is proposed. */
export interface PairProposal {
  /** Among the points; null: the front has no knee. */
  readonly index: number | null;
  /** Those that no other point undercuts in error and shake at once, by rising error. */
  readonly front: readonly number[];
}

/** The pair of two parameters at the knee of error against shake; null: the targets stand still. */
export function pairProposalOf(points: readonly SweepPoint[]): PairProposal | null {
  if (points.every(({ moving }) => moving === null)) return null;
  const all = points.map(costs);
  const front = frontOf(all);
  return { index: frontKnee(all, front), front };
}

/** Updates made for each problem solved; NaN where none was. */
const effort = ({ updates, solved, count }: SweepPoint): number =>
  updates ? (updates.mean * count) / solved : Number.NaN;
