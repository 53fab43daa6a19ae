/**
 * Edits of a filter's knots: they stay in the order of σ, and their numbers are rounded to three
 * digits.
 */
import { KNOTS, type Knot, knotNumber, tauOf } from 'iklab/document/bentFilter';

const NEAR = 1.1; // Minimum ratio of the σ of neighbouring knots.
const WIDEST = 1e6; // Maximum of σ and τ; its inverse is the minimum.

const within = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);
const rounded = ({ sigma, tau }: Knot): Knot => ({
  sigma: knotNumber(sigma),
  tau: knotNumber(within(tau, 1 / WIDEST, WIDEST)),
});

export function movedKnot(knots: readonly Knot[], index: number, to: Knot): readonly Knot[] {
  const low = (knots[index - 1]?.sigma ?? 0) * NEAR || 1 / WIDEST;
  const high = (knots[index + 1]?.sigma ?? WIDEST * NEAR) / NEAR;
  const stays = to.sigma === knots[index]?.sigma || low > high;
  const sigma = stays ? (knots[index]?.sigma as number) : within(to.sigma, low, high);
  return knots.with(index, rounded({ sigma, tau: to.tau }));
}

/** Adds a knot. Returns null if the maximum is reached or another knot is too near. */
export function addedKnot(
  knots: readonly Knot[],
  knot: Knot,
): { readonly knots: readonly Knot[]; readonly index: number } | null {
  const near = knots.some(({ sigma }) => Math.max(sigma / knot.sigma, knot.sigma / sigma) < NEAR);
  if (near || knots.length >= KNOTS.most) return null;
  const index = knots.filter(({ sigma }) => sigma < knot.sigma).length;
  return { knots: knots.toSpliced(index, 0, rounded(knot)), index };
}

/** Adds a knot on the curve after this one; for the last knot, before it. */
export function knotBeside(knots: readonly Knot[], index: number): ReturnType<typeof addedKnot> {
  const at = within(index, 0, knots.length - 2);
  const [a, b] = [knots[at] as Knot, knots[at + 1] as Knot];
  const sigma = Math.sqrt(a.sigma * b.sigma);
  return addedKnot(knots, { sigma, tau: tauOf(knots)(sigma) });
}

/** Removes a knot. Returns null if the minimum is reached. */
export const removedKnot = (knots: readonly Knot[], index: number): readonly Knot[] | null =>
  knots.length > KNOTS.least ? knots.toSpliced(index, 1) : null;

const STEP = 0.02; // Decades per arrow key.
const FAR = 0.2; // Decades per page key, or with Shift.

/** The knot after an arrow key; null if the key moves no knot. */
export function keyedKnot({ sigma, tau }: Knot, key: string, shift: boolean): Knot | null {
  const by = (decades: number): number => 10 ** decades;
  const step = shift ? FAR : STEP;
  if (key === 'ArrowUp') return { sigma, tau: tau * by(step) };
  if (key === 'ArrowDown') return { sigma, tau: tau * by(-step) };
  if (key === 'ArrowRight') return { sigma: sigma * by(step), tau };
  if (key === 'ArrowLeft') return { sigma: sigma * by(-step), tau };
  if (key === 'PageUp') return { sigma, tau: tau * by(FAR) };
  if (key === 'PageDown') return { sigma, tau: tau * by(-FAR) };
  return null;
}
