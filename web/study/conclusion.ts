/** What may be concluded from a study, and what not, as sentences. */
import type { PairedMeans, PairedShares } from './pairing.ts';
import type { Interval } from './statistics.ts';

/** Fewer problems say little of a share or a mean, however they come out. */
export const FEW = 30;

const excludesZero = ({ low, high }: Interval) => low > 0 || high < 0;
/** The farthest from 0 that the truth may be. */
const farthest = ({ low, high }: Interval) => Math.max(Math.abs(low), Math.abs(high));
const half = ({ low, high }: Interval) => (high - low) / 2;

/** Decimals that the interval leaves a meaning to: its own first two digits, or one from 2 on. */
export function digitsOf(uncertainty: number, most = 3): number {
  let [digits, scaled] = [0, uncertainty];
  for (; digits < most && scaled < 2; digits++) scaled *= 10;
  return digits;
}

/** Who solves more, and by how much: `first` and `second` are the names of the methods. */
export function sharesSentence(first: string, second: string, pair: PairedShares): string {
  const { n, interval, difference } = pair;
  if (n < FEW) return `${n} problems are too few to say whether ${first} or ${second} solves more.`;
  const digits = digitsOf(100 * half(interval));
  const percent = (share: number) => (100 * share).toFixed(digits);
  const figures = `${percent(pair.first / n)} against ${percent(pair.second / n)} %`;
  if (!excludesZero(interval)) {
    const most = (100 * farthest(interval)).toFixed(digits);
    return `${first} and ${second} do not differ in what they solve: ${figures}, ± ${percent(half(interval))}; a difference of more than ${most} points can be ruled out.`;
  }
  const [more, less] = difference > 0 ? [first, second] : [second, first];
  const ends = [interval.low, interval.high].map(Math.abs).sort((a, b) => a - b);
  const [low, high] = ends.map(percent);
  return `${more} solves more than ${less}: ${figures} (${first}, ${second}), ${low} to ${high} points more.`;
}

/** Who needs fewer of something, on the problems that both solved. */
export function meansSentence(
  first: string,
  second: string,
  what: string,
  pair: PairedMeans,
): string {
  const { n, interval, difference } = pair;
  if (n < FEW)
    return `${n} problems that both solved are too few to say whether ${first} or ${second} needs fewer ${what}.`;
  const digits = digitsOf(half(interval));
  const figure = (x: number) => x.toFixed(digits);
  const figures = `${figure(pair.first)} against ${figure(pair.second)}`;
  const where = `on the ${n} problems that both solved`;
  if (!excludesZero(interval)) {
    const most = figure(farthest(interval));
    return `${first} and ${second} do not differ in ${what} ${where}: ${figures}, ± ${figure(half(interval))}; a difference of more than ${most} can be ruled out.`;
  }
  const [fewer, more] = difference < 0 ? [first, second] : [second, first];
  const [low, high] = [interval.low, interval.high].map(Math.abs).sort((a, b) => a - b);
  return `${fewer} needs fewer ${what} than ${more} ${where}: ${figures} (${first}, ${second}), ${figure(low ?? 0)} to ${figure(high ?? 0)} fewer.`;
}

/** What no study can say. */
export const LIMITS =
  'Intervals are 95 %. They hold for this mechanism, this sampling, these settings and this tolerance; of others they say nothing.';
