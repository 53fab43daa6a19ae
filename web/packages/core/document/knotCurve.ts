/**
 * A filter tau(sigma) through knots: between knots a cubic of the logarithms without overshoot
 * (harmonic slopes, Fritsch and Butland 1984); beyond the outer knots tau falls as sigma and as
 * 1/sigma.
 */

/** A point of a filter curve: singular value sigma and factor tau, both positive. */
export interface FilterKnot {
  readonly sigma: number;
  readonly tau: number;
}

export function makeKnotFilter(knots: readonly FilterKnot[]): (sigma: number) => number {
  const [first, last] = [knots[0] as FilterKnot, knots.at(-1) as FilterKnot];
  const x = knots.map(({ sigma }) => Math.log(sigma));
  const y = knots.map(({ tau }) => Math.log(tau));
  const rise = x.slice(1).map((end, i) => (item(y, i + 1) - item(y, i)) / (end - item(x, i)));
  const steep = [1, ...rise, -1];
  const slopes = x.map((_, i) => harmonicSlope(item(steep, i), item(steep, i + 1)));
  return (sigma) => {
    const falloff = Math.min(1, sigma / first.sigma) * Math.min(1, last.sigma / sigma);
    let height = item(y, 0);
    for (let i = 0; i < rise.length; i++) {
      const [a, d, next] = [item(slopes, i), item(rise, i), item(slopes, i + 1)];
      const h = item(x, i + 1) - item(x, i);
      const v = Math.min(Math.max(Math.log(sigma) - item(x, i), 0), h);
      height += v * (a + v * ((3 * d - 2 * a - next) / h + (v * (a + next - 2 * d)) / h ** 2));
    }
    return falloff * Math.exp(height);
  };
}

const item = <T>(list: readonly T[], i: number): T => list[i] as T;

const harmonicSlope = (a: number, b: number): number => (a * b > 0 ? (2 * a * b) / (a + b) : 0);

/**
 * Picks `count` evenly spaced knots from a filter curve, one of them at the peak. `least`: lower
 * bound of tau, because the logarithm of 0 is undefined.
 */
export function sampleFilterKnots(
  curve: readonly FilterKnot[],
  count: number,
  least: number,
): FilterKnot[] {
  const last = curve.length - 1;
  const indices = Array.from({ length: count }, (_, i) => Math.round((i * last) / (count - 1)));
  const peak = curve.reduce((best, { tau }, i) => (tau > item(curve, best).tau ? i : best), 0);
  if (peak > 0 && peak < last) {
    const away = (i: number): number => Math.abs(item(indices, i) - peak);
    const inner = indices.map((_, i) => i).slice(1, -1);
    indices[inner.reduce((best, i) => (away(i) < away(best) ? i : best))] = peak;
  }
  return indices.map((index) => {
    const { sigma, tau } = item(curve, index);
    return { sigma, tau: Math.max(tau, least) };
  });
}

/** Returns whether the filter increases the error at a knot: sigma tau > 2. */
export const isKnotOvershooting = ({ sigma, tau }: FilterKnot): boolean =>
  sigma * tau > 2 * (1 + 1e-9);
