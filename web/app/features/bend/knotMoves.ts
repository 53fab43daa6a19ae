/** What hands do to the knots of a filter: knots stay in the order of σ, and their numbers have three digits. */
import { KNOTS, type Knot, knotNumber, tauOf } from 'iklab/document/bentFilter';

const NEAR = 1.1; // σ of a knot over that of the one before it, at least
const WIDEST = 1e6; // and its inverse: of σ and of τ

const within = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);
const rounded = ({ sigma, tau }: Knot): Knot => ({
  sigma: knotNumber(sigma),
  tau: knotNumber(within(tau, 1 / WIDEST, WIDEST)),
});

/** With a knot at another place, as far as its neighbours let it. */
export function movedKnot(knots: readonly Knot[], index: number, to: Knot): readonly Knot[] {
  const low = (knots[index - 1]?.sigma ?? 0) * NEAR || 1 / WIDEST;
  const high = (knots[index + 1]?.sigma ?? WIDEST * NEAR) / NEAR;
  const stays = to.sigma === knots[index]?.sigma || low > high;
  const sigma = stays ? (knots[index]?.sigma as number) : within(to.sigma, low, high);
  return knots.with(index, rounded({ sigma, tau: to.tau }));
}

/** With one more knot there; null: there are as many as may be, or another one is too near. */
export function addedKnot(
  knots: readonly Knot[],
  knot: Knot,
): { readonly knots: readonly Knot[]; readonly index: number } | null {
  const near = knots.some(({ sigma }) => Math.max(sigma / knot.sigma, knot.sigma / sigma) < NEAR);
  if (near || knots.length >= KNOTS.most) return null;
  const index = knots.filter(({ sigma }) => sigma < knot.sigma).length;
  return { knots: knots.toSpliced(index, 0, rounded(knot)), index };
}

/** With one more knot on the curve, behind this one; behind the last: before it. */
export function knotBeside(knots: readonly Knot[], index: number): ReturnType<typeof addedKnot> {
  const at = within(index, 0, knots.length - 2);
  const [a, b] = [knots[at] as Knot, knots[at + 1] as Knot];
  const sigma = Math.sqrt(a.sigma * b.sigma);
  return addedKnot(knots, { sigma, tau: tauOf(knots)(sigma) });
}

/** Without a knot; null: there are no more than there must be. */
export const removedKnot = (knots: readonly Knot[], index: number): readonly Knot[] | null =>
  knots.length > KNOTS.least ? knots.toSpliced(index, 1) : null;

const STEP = 0.02; // decades of an arrow key
const FAR = 0.2; // of a page key, or with Shift

/** Where a key takes a knot; null: it moves none. */
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
