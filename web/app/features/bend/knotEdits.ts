/** Edits of a filter's knots. Knots are in ascending order of σ and rounded to three digits. */
import {
  FILTER_KNOT_COUNT_RANGE,
  type FilterKnot,
  makeKnotFilter,
  roundKnotValue,
} from '@iklab/core/document/knotFilter';
import { clamp } from '@iklab/core/scenario/numbers';

const MIN_RATIO = 1.1; // Minimum ratio of the σ of neighbouring knots.
const MAX_VALUE = 1e6; // Maximum of σ and τ; its inverse is the minimum.

const roundKnot = ({ sigma, tau }: FilterKnot): FilterKnot => ({
  sigma: roundKnotValue(sigma),
  tau: roundKnotValue(clamp(tau, 1 / MAX_VALUE, MAX_VALUE)),
});

export function moveKnot(
  knots: readonly FilterKnot[],
  index: number,
  to: FilterKnot,
): readonly FilterKnot[] {
  const low = (knots[index - 1]?.sigma ?? 0) * MIN_RATIO || 1 / MAX_VALUE;
  const high = (knots[index + 1]?.sigma ?? MAX_VALUE * MIN_RATIO) / MIN_RATIO;
  const stays = to.sigma === knots[index]?.sigma || low > high;
  const sigma = stays ? (knots[index]?.sigma as number) : clamp(to.sigma, low, high);
  return knots.with(index, roundKnot({ sigma, tau: to.tau }));
}

/**
 * Inserts a knot in the order of σ; returns null if there are too many knots or a neighbour is too
 * near.
 */
export function insertKnot(
  knots: readonly FilterKnot[],
  knot: FilterKnot,
): { readonly knots: readonly FilterKnot[]; readonly index: number } | null {
  const near = knots.some(
    ({ sigma }) => Math.max(sigma / knot.sigma, knot.sigma / sigma) < MIN_RATIO,
  );
  if (near || knots.length >= FILTER_KNOT_COUNT_RANGE.most) return null;
  const index = knots.filter(({ sigma }) => sigma < knot.sigma).length;
  return { knots: knots.toSpliced(index, 0, roundKnot(knot)), index };
}

/**
 * Inserts a knot on the curve after the knot at `index`; if that is the last knot, before the knot.
 */
export function insertKnotOnCurve(
  knots: readonly FilterKnot[],
  index: number,
): ReturnType<typeof insertKnot> {
  const first = clamp(index, 0, knots.length - 2);
  const [a, b] = [knots[first] as FilterKnot, knots[first + 1] as FilterKnot];
  const sigma = Math.sqrt(a.sigma * b.sigma);
  return insertKnot(knots, { sigma, tau: makeKnotFilter(knots)(sigma) });
}

/** Removes the knot at `index`; returns null if too few knots would remain. */
export const removeKnot = (
  knots: readonly FilterKnot[],
  index: number,
): readonly FilterKnot[] | null =>
  knots.length > FILTER_KNOT_COUNT_RANGE.least ? knots.toSpliced(index, 1) : null;

const STEP = 0.02; // Decades per arrow key.
const PAGE_STEP = 0.2; // Decades per page key, or with Shift.

export function moveKnotByKey(
  { sigma, tau }: FilterKnot,
  key: string,
  shift: boolean,
): FilterKnot | null {
  const factor = (decades: number): number => 10 ** decades;
  const step = shift ? PAGE_STEP : STEP;
  if (key === 'ArrowUp') return { sigma, tau: tau * factor(step) };
  if (key === 'ArrowDown') return { sigma, tau: tau * factor(-step) };
  if (key === 'ArrowRight') return { sigma: sigma * factor(step), tau };
  if (key === 'ArrowLeft') return { sigma: sigma * factor(-step), tau };
  if (key === 'PageUp') return { sigma, tau: tau * factor(PAGE_STEP) };
  if (key === 'PageDown') return { sigma, tau: tau * factor(-PAGE_STEP) };
  return null;
}
