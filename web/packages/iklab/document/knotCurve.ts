/**
 * A filter tau(sigma) through knots: between knots a cubic of the logarithms without overshoot
 * (harmonic slopes, Fritsch and Butland 1984); beyond the outer knots tau falls as sigma and as
 * 1/sigma.
 */

export interface Knot {
  readonly sigma: number;
  readonly tau: number;
}

/** Returns tau as a function of sigma; the knots are sorted by sigma. */
export function tauOf(knots: readonly Knot[]): (sigma: number) => number {
  const [first, last] = [knots[0] as Knot, knots.at(-1) as Knot];
  const x = knots.map(({ sigma }) => Math.log(sigma));
  const y = knots.map(({ tau }) => Math.log(tau));
  const rise = x.slice(1).map((end, i) => (at(y, i + 1) - at(y, i)) / (end - at(x, i)));
  const steep = [1, ...rise, -1];
  const slopes = x.map((_, i) => harmonic(at(steep, i), at(steep, i + 1)));
  return (sigma) => {
    const aside = Math.min(1, sigma / first.sigma) * Math.min(1, last.sigma / sigma);
    let height = at(y, 0);
    for (let i = 0; i < rise.length; i++) {
      const [a, d, next] = [at(slopes, i), at(rise, i), at(slopes, i + 1)];
      const h = at(x, i + 1) - at(x, i);
      const v = Math.min(Math.max(Math.log(sigma) - at(x, i), 0), h);
      height += v * (a + v * ((3 * d - 2 * a - next) / h + (v * (a + next - 2 * d)) / h ** 2));
    }
    return aside * Math.exp(height);
  };
}

const at = <T>(list: readonly T[], i: number): T => list[i] as T;

const harmonic = (a: number, b: number): number => (a * b > 0 ? (2 * a * b) / (a + b) : 0);

/**
 * Places knots on a curve, evenly in the logarithm of sigma, with one at the peak. `least`: lower
 * bound of tau, because the logarithm of 0 is undefined.
 */
export function knotsOn(curve: readonly Knot[], count: number, least: number): Knot[] {
  const last = curve.length - 1;
  const places = Array.from({ length: count }, (_, i) => Math.round((i * last) / (count - 1)));
  const peak = curve.reduce((best, { tau }, i) => (tau > at(curve, best).tau ? i : best), 0);
  if (peak > 0 && peak < last) {
    const away = (i: number): number => Math.abs(at(places, i) - peak);
    const inner = places.map((_, i) => i).slice(1, -1);
    places[inner.reduce((best, i) => (away(i) < away(best) ? i : best))] = peak;
  }
  return places.map((place) => {
    const { sigma, tau } = at(curve, place);
    return { sigma, tau: Math.max(tau, least) };
  });
}

/** Whether updates along such a direction overshoot by more than the error before. */
export const overshoots = ({ sigma, tau }: Knot): boolean => sigma * tau > 2 * (1 + 1e-9);
