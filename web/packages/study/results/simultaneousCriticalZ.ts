import { computeExponential } from '../document/sweepAxisValues.ts';

const ROOT_TWO_PI = 2.5066282746310002;
const ERROR_LEVEL = 0.05;

/** Returns the probability that a standard normal number exceeds z, for z >= 0. */
export function normalTailProbability(z: number): number {
  const density = computeExponential((-z * z) / 2) / ROOT_TWO_PI;
  if (z < 3) {
    // Φ(z) = 1/2 + φ(z) (z + z³/3 + z⁵/(3·5) + ...)
    let [term, sum] = [z, z];
    for (let k = 3; term > 1e-18 * sum; k += 2) {
      term *= (z * z) / k;
      sum += term;
    }
    return 0.5 - density * sum;
  }
  // Laplace: φ(z) / (z + 1/(z + 2/(z + 3/...)))
  let below = z;
  for (let k = 80; k > 0; k--) below = z + k / below;
  return density / below;
}

/**
 * Returns the z that a standard normal number exceeds with probability `share`, for 0 < share <=
 * 1/2.
 */
export function normalQuantile(share: number): number {
  let [low, high] = [0, 38];
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (normalTailProbability(middle) > share) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns the critical value z for intervals that all hold at once in 95 of 100 studies. Counts
 * every pair of methods and every interim look, because any method may turn out best.
 */
export function simultaneousCriticalZ(methods: number, lookCount = 1): number {
  const pairs = Math.max(1, (methods * (methods - 1)) / 2);
  return normalQuantile(ERROR_LEVEL / (2 * pairs * lookCount));
}
