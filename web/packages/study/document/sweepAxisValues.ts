import type { StudyAxis } from './studyDocument.ts';

const DIGITS = 12;

/** Returns the values of a sweep axis. Values between the ends are rounded to 12 digits. */
export function sweepAxisValues({ from, to, count, scale }: StudyAxis): number[] {
  const step =
    scale === 'log' ? computeLogarithm(to / from) / (count - 1) : (to - from) / (count - 1);
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return from;
    if (i === count - 1) return to;
    const value = scale === 'log' ? from * computeExponential(i * step) : from + i * step;
    return Number(value.toPrecision(DIGITS));
  });
}

// biome-ignore lint/suspicious/noApproximativeNumericConstant: Math.LN2 is the engine's own
const LN2 = 0.6931471805599453;
const TERMS = 24;

/**
 * Returns the natural logarithm of x > 0: x = 2^k m with m near 1, then 2 artanh((m - 1) / (m +
 * 1)).
 */
export function computeLogarithm(x: number): number {
  let [k, m] = [0, x];
  for (; m > Math.SQRT2; m /= 2) k++;
  for (; m < Math.SQRT1_2; m *= 2) k--;
  const r = (m - 1) / (m + 1);
  let sum = 0;
  for (let n = TERMS; n >= 0; n--) sum = sum * r * r + 1 / (2 * n + 1);
  return k * LN2 + 2 * r * sum;
}

/**
 * Returns e^x: the Taylor series of the remainder of x after subtracting whole multiples of ln 2.
 */
export function computeExponential(x: number): number {
  const k = Math.round(x / LN2);
  const rest = x - k * LN2;
  let sum = 1;
  for (let n = TERMS; n > 0; n--) sum = 1 + (rest / n) * sum;
  for (let n = 0; n < Math.abs(k); n++) sum = k > 0 ? sum * 2 : sum / 2;
  return sum;
}
