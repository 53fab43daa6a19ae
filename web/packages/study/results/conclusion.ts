import { COST_NAMES, costBudgetText, costNumberText, unsolvedCostText } from './costText.ts';
import type { PairedMeans, PairedProportions } from './pairedProportions.ts';
import type { ProblemCosts } from './problemCosts.ts';
import type { ConfidenceInterval } from './statistics.ts';
import { intervalIncludesZero, MIN_COMPARABLE_PROBLEMS } from './studyVerdict.ts';

const maxAbsolute = ({ low, high }: ConfidenceInterval) => Math.max(Math.abs(low), Math.abs(high));
const half = ({ low, high }: ConfidenceInterval) => (high - low) / 2;

const absoluteEnds = ({ low, high }: ConfidenceInterval): number[] =>
  [low, high].map(Math.abs).sort((a, b) => a - b);

const formatNonZero = (value: number, digits: number): string =>
  Number(value.toFixed(digits)) > 0 ? value.toFixed(digits) : value.toPrecision(1);

/** Returns decimals for a value, so that the uncertainty is at least 2 units of the last digit. */
export function significantDecimals(uncertainty: number, most = 3): number {
  let [digits, scaled] = [0, uncertainty];
  for (; digits < most && scaled < 2; digits++) scaled *= 10;
  return digits;
}

/** Formats a difference of shares in percentage points, rounded up. */
export function percentagePointsText(share: number): string {
  const points = 100 * share;
  const parts = points < 1 ? 10 : 1;
  const up = Math.ceil(points * parts - 1e-9) / parts;
  return `${up} ${up === 1 ? 'point' : 'points'}`;
}

export function successRatesSentence(
  first: string,
  second: string,
  pair: PairedProportions,
): string {
  const { n, interval, difference } = pair;
  if (n < MIN_COMPARABLE_PROBLEMS)
    return `${n} problems are too few to say whether ${first} or ${second} solves more.`;
  const digits = significantDecimals(100 * half(interval));
  const percent = (share: number) => (100 * share).toFixed(digits);
  const figures = `${percent(pair.first / n)} against ${percent(pair.second / n)} %`;
  if (intervalIncludesZero(interval))
    return `${first} and ${second} do not differ significantly in success rate: ${figures}, at most ${percentagePointsText(maxAbsolute(interval))} between them.`;
  const [more, less] = difference > 0 ? [first, second] : [second, first];
  const [low = 0, high = 0] = absoluteEnds(interval).map((end) => 100 * end);
  const least = formatNonZero(low, digits);
  return `${more} solves more than ${less}: ${figures} (${first}, ${second}), ${least} to ${high.toFixed(digits)} points more.`;
}

/** Compares the mean costs over all problems. `first`, `second`: names of the methods. */
export function meanCostsSentence(
  first: string,
  second: string,
  costs: ProblemCosts,
  pair: PairedMeans,
): string {
  const { kind } = costs;
  const { n, interval, difference } = pair;
  const name = COST_NAMES[kind];
  const [fewer, need] = kind === 'time' ? ['less', 'takes'] : ['fewer', 'needs'];
  if (n < MIN_COMPARABLE_PROBLEMS)
    return `${n} problems are too few to say whether ${first} or ${second} ${need} ${fewer} ${name}.`;
  const digits = kind === 'time' ? 0 : significantDecimals(half(interval));
  const figure = (x: number) => (kind === 'time' ? costNumberText(kind, x) : x.toFixed(digits));
  const figures = `${figure(pair.first)} against ${figure(pair.second)}`;
  const counted = unsolvedCostText(costs);
  if (intervalIncludesZero(interval))
    return `${first} and ${second} do not differ significantly in ${name}: ${figures} on average, ${counted}; at most ${figure(maxAbsolute(interval))} between them.`;
  const [less, more] = difference < 0 ? [first, second] : [second, first];
  const [low = 0, high = 0] = absoluteEnds(interval);
  const least = kind === 'time' ? figure(low) : formatNonZero(low, digits);
  return `${less} ${need} ${fewer} ${name} than ${more}: ${figures} on average (${first}, ${second}), ${counted}; ${least} to ${figure(high)} ${fewer}.`;
}

/** States the limits per problem and the number of simultaneous comparisons. */
export function studyLimitsSentence(
  methods: number,
  lookCount: number,
  costs: ProblemCosts,
  horizon = costBudgetText(costs),
): string {
  const pairs = (methods * (methods - 1)) / 2;
  const all = pairs > 1 ? ` for all ${pairs} comparisons of two methods together` : '';
  const ends =
    lookCount > 1 ? `, and for all ${lookCount} looks after which the study may have ended` : '';
  return `Intervals are 95 %${all}${ends}. They are valid only for this mechanism, sampling, settings and tolerance, and for what is solved ${horizon}.`;
}
