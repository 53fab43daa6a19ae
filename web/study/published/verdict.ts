/** How well figures come out, in words. */
import type { Figure } from './publishedTable.ts';

/** Unsettled: off, but the paper's number lies within the spread of ours. */
export type Verdict = 'same' | 'off' | 'unsettled' | 'unjudged' | 'not-printed';

/** Ours less the paper's, in the figure's unit; NaN: there is nothing to compare. */
export function deviation({ paper, ours, bound }: Figure): number {
  if (paper === null) return Number.NaN;
  const kept = (bound === 'over' && ours > paper) || (bound === 'under' && ours < paper);
  return kept ? 0 : ours - paper;
}

export function verdictOf(figure: Figure): Verdict {
  if (figure.paper === null) return 'not-printed';
  if (figure.tolerance === null) return 'unjudged';
  // what is printed is rounded
  const slack = figure.tolerance + 1e-9;
  if (Math.abs(deviation(figure)) <= slack) return 'same';
  const { paper, low = Number.NaN, high = Number.NaN, pieces } = figure;
  return !pieces && low <= paper && paper <= high ? 'unsettled' : 'off';
}

/** By how much a figure is off, as a share of what the paper prints: to sort figures of any unit. */
export function relativeDeviation(figure: Figure): number {
  const off = Math.abs(deviation(figure));
  return off / Math.max(Math.abs(figure.paper ?? 0), 10 ** -figure.decimals);
}

const withUnit = (value: number, { unit, decimals }: Figure): string =>
  `${value.toFixed(decimals)}${unit === '' || unit === '°' ? unit : `\u202f${unit}`}`;

/** A share is off by points, all else by its unit. */
function offBy(figure: Figure): string {
  const off = Math.abs(deviation(figure));
  if (figure.unit !== '%') return withUnit(off, figure);
  return `${off.toFixed(figure.decimals)} ${off.toFixed(figure.decimals) === '1.0' ? 'point' : 'points'}`;
}

/** Nothing is seen of a deviation at the decimals of the paper. */
const isNil = (figure: Figure): boolean =>
  Number(Math.abs(deviation(figure)).toFixed(figure.decimals)) === 0;

/** One figure's verdict as a sentence's end. */
export function verdictText(figure: Figure): string {
  if (Number.isNaN(figure.ours) && figure.paper !== null)
    return Number.isNaN(figure.paper) ? 'never, as printed' : 'ours never gets there';
  switch (verdictOf(figure)) {
    case 'not-printed':
      return 'not printed, or not legible';
    case 'unjudged':
      return `off by ${offBy(figure)}, not judged: set-up unknown`;
    case 'same':
      if (figure.bound) return `${figure.bound} ${withUnit(figure.paper ?? 0, figure)}, as printed`;
      return isNil(figure) ? 'the same as printed' : `comes out, off by ${offBy(figure)}`;
    case 'unsettled':
      return `off by ${offBy(figure)}, which the spread of ours covers`;
    default:
      return `off by ${offBy(figure)}`;
  }
}

/** The same where the deviation stands beside it: by how much a number may be off, and still count. */
export function verdictWords(figure: Figure): string {
  const verdict = verdictOf(figure);
  if (Number.isNaN(figure.ours) && figure.paper !== null) return verdictText(figure);
  if (verdict === 'not-printed') return 'not printed';
  if (verdict === 'unjudged') return 'not judged';
  if (verdict === 'same' && isNil(figure)) return figure.bound ? 'as printed' : 'the same';
  if (verdict === 'unsettled') return 'within the spread of ours';
  const allowed = allowance(figure);
  if (verdict === 'same') return `comes out, within ${allowed}`;
  return allowed === '' ? 'off' : `off by more than ${allowed}`;
}

/** What a number may be off by; '': nothing. */
function allowance({ tolerance, unit, decimals }: Figure): string {
  if (!tolerance) return '';
  const size = String(Number(tolerance.toFixed(Math.max(2, decimals))));
  if (unit === '%') return `${size} ${size === '1' ? 'point' : 'points'}`;
  return `${size}${unit === '' || unit === '°' ? unit : `\u202f${unit}`}`;
}

/** How many of a table's numbers come out, of how many that can be judged. */
export function tableScore(figures: readonly Figure[]): {
  readonly same: number;
  readonly judged: number;
} {
  const verdicts = figures.map(verdictOf);
  const same = verdicts.filter((verdict) => verdict === 'same').length;
  return { same, judged: same + verdicts.filter((verdict) => verdict === 'off').length };
}

/** Of a whole table: how many of those that can be judged come out, and how many are not judged. */
export function tableVerdict(figures: readonly Figure[]): string {
  const { same, judged } = tableScore(figures);
  if (judged === 0) return 'shown, not judged';
  const share = same === judged ? `all ${same}` : `${same} of ${judged}`;
  const rest = (wanted: Verdict, words: string): string => {
    const count = figures.filter((figure) => verdictOf(figure) === wanted).length;
    return count > 0 ? `, ${count} ${words}` : '';
  };
  const open = rest('unsettled', 'within the spread of ours');
  return `${share} come out${open}${rest('unjudged', 'not judged')}`;
}
