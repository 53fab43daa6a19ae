/** Whether printed numbers are reproduced, and in words. Only this file says what counts as reproduced. */
import type { Interval } from '../statistics.ts';
import type { Figure } from './publishedTable.ts';
import { rounded } from './rounded.ts';

/**
 * In the order in which it is asked. Same: ours rounds to what is printed. Covered: the interval of
 * ours reaches it. One-sided: covered, but its kind lies on one side of print (oneSided.ts). Caused: off,
 * by no more than a cause allows that the table's file names.
 */
export type Verdict =
  | 'not-printed'
  | 'unjudged'
  | 'same'
  | 'covered'
  | 'one-sided'
  | 'caused'
  | 'off';

const SLACK = 1e-9; // 0.24 + 0.005 is not 0.245

/** Half the range that what is printed stands for. */
export const roundingOf = ({ decimals, printed = decimals, rounding, bound }: Figure): number =>
  bound ? 0 : (rounding ?? 0.5 * 10 ** -printed);

/** All that what is printed may stand for: 0.24 is 0.235 to 0.245. */
export function printedRange(figure: Figure): Interval {
  const { paper, bound } = figure;
  const [at, half] = [paper ?? Number.NaN, roundingOf(figure) + SLACK];
  return {
    low: bound === 'under' ? Number.NEGATIVE_INFINITY : at - half,
    high: bound === 'over' ? Number.POSITIVE_INFINITY : at + half,
  };
}

/** Ours less the paper's, in the figure's unit; NaN: there is nothing to compare. */
export function deviation({ paper, ours, bound }: Figure): number {
  if (paper === null) return Number.NaN;
  const kept = (bound === 'over' && ours > paper) || (bound === 'under' && ours < paper);
  return kept ? 0 : difference(ours, paper);
}

/** As one subtracts what is written: 32.85 less 32.9 is −0.05, which no two doubles say. */
function difference(a: number, b: number): number {
  const places = Math.max(...[a, b].map(decimalsOf));
  return Number.isFinite(places) ? Number((a - b).toFixed(Math.min(places, 100))) : a - b;
}

function decimalsOf(value: number): number {
  const [digits = '', power = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(power));
}

/** What a figure of ours is against the printed one. */
export function verdictOf(figure: Figure): Verdict {
  const { paper, ours, low = Number.NaN, high = Number.NaN, pieces, cause } = figure;
  if (paper === null) return 'not-printed';
  if (figure.unjudged) return 'unjudged';
  if (bothNever(figure)) return 'same';
  const print = printedRange(figure);
  if (print.low <= ours && ours <= print.high) return 'same';
  if (!pieces && low <= print.high && print.low <= high)
    return figure.oneSide ? 'one-sided' : 'covered';
  return cause && Math.abs(ours - paper) <= cause.most + SLACK ? 'caused' : 'off';
}

/** Counts among the printed numbers: it stands in the paper. */
export const isPrinted = ({ paper, measured }: Figure): boolean => paper !== null && !measured;

/** It is not reproduced: for a named cause, for none, or with all of its kind on one side. */
export const isOff = (figure: Figure): boolean =>
  ['one-sided', 'caused', 'off'].includes(verdictOf(figure));

const bothNever = ({ paper, ours }: Figure): boolean => Number.isNaN(paper) && Number.isNaN(ours);

/**
 * By how much a figure is off as far as it is shown, as a share of what the paper prints: to sort figures of
 * any unit. Infinite where one of them never gets there; below all where nothing is printed.
 */
export function relativeDeviation(figure: Figure): number {
  if (figure.paper === null) return -1;
  if (bothNever(figure)) return 0;
  const off = Math.abs(deviation(figure));
  if (Number.isNaN(off)) return Number.POSITIVE_INFINITY;
  return (
    Number(rounded(off, figure.decimals)) / Math.max(Math.abs(figure.paper), 10 ** -figure.decimals)
  );
}

/** The farthest off first, whether they can be judged or not. */
export const farthestFirst = <T extends { readonly figure: Figure }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => {
    const [x, y] = [relativeDeviation(a.figure), relativeDeviation(b.figure)];
    return x === y ? 0 : y - x;
  });

const withUnit = (value: number, { unit, decimals }: Figure): string =>
  `${value.toFixed(decimals)}${unit === '' || unit === '°' ? unit : `\u202f${unit}`}`;

/** A share is off by points, all else by its unit. */
function offBy(figure: Figure): string {
  const off = Math.abs(deviation(figure));
  if (figure.unit !== '%') return withUnit(off, figure);
  return `${off.toFixed(figure.decimals)} ${off.toFixed(figure.decimals) === '1.0' ? 'point' : 'points'}`;
}

const hintOf = ({ hint }: Figure): string => (hint ? `, for an unknown reason; ${hint}` : '');
const sidedWords = ({ oneSide }: Figure): string => `, within our interval, but ${oneSide}`;
const remarkOf = ({ remark }: Figure): string => (remark ? `; ${remark}` : '');

/** The verdict of one figure in words, with its deviation. */
export function verdictText(figure: Figure): string {
  const verdict = verdictOf(figure);
  if (bothNever(figure)) return 'never, as printed';
  if (verdict !== 'not-printed' && Number.isNaN(deviation(figure))) return verdictWords(figure);
  switch (verdict) {
    case 'not-printed':
      return 'not printed, or not legible';
    case 'unjudged':
      return `off by ${offBy(figure)}, not judged: set-up unknown${remarkOf(figure)}`;
    case 'same':
      if (figure.bound) return `${figure.bound} ${withUnit(figure.paper ?? 0, figure)}, as printed`;
      return 'same as printed';
    default:
      return `off by ${offBy(figure)}${{ covered: ', within our interval', 'one-sided': sidedWords(figure), caused: `: ${figure.cause?.words}`, off: hintOf(figure) }[verdict]}`;
  }
}

/** The verdict of one figure in words, where the deviation stands beside it. */
export function verdictWords(figure: Figure): string {
  const verdict = verdictOf(figure);
  if (bothNever(figure)) return 'never, as printed';
  if (verdict === 'not-printed') return 'not printed';
  if (Number.isNaN(figure.ours)) return 'ours never reaches it';
  if (Number.isNaN(figure.paper)) return 'theirs never reaches it';
  const words: Readonly<Record<Exclude<Verdict, 'not-printed'>, string>> = {
    unjudged: `not judged${remarkOf(figure)}`,
    same: 'as printed',
    covered: 'within our interval',
    'one-sided': sidedWords(figure).slice(2),
    caused: `off: ${figure.cause?.words}`,
    off: `off${hintOf(figure)}`,
  };
  return words[verdict];
}

/** Of a table: how many of its printed numbers are reproduced, off, and open. */
export interface Score {
  /** Same or covered. */
  readonly out: number;
  readonly covered: number;
  /** Explained or not, or on one side. */
  readonly off: number;
  readonly caused: number;
  readonly sided: number;
  /** Not judged. */
  readonly open: number;
}

/** How many figures of a table are reproduced, off, and open. */
export function scoreOf(figures: readonly Figure[]): Score {
  const printed = figures.filter(isPrinted);
  const count = (...wanted: Verdict[]): number =>
    printed.filter((figure) => wanted.includes(verdictOf(figure))).length;
  return {
    out: count('same', 'covered'),
    covered: count('covered'),
    off: count('one-sided', 'caused', 'off'),
    caused: count('caused'),
    sided: count('one-sided'),
    open: count('unjudged'),
  };
}

/** Every printed number is reproduced: nothing is off, nothing open. */
export const isWhole = ({ out, off, open }: Score): boolean => out > 0 && off === 0 && open === 0;

/** Of all that are printed: '7 of 8'. */
export const scoreText = ({ out, off, open }: Score): string => `${out} of ${out + off + open}`;

/** A sentence on a whole table. */
export function tableVerdict(figures: readonly Figure[]): string {
  const { out, covered, off, caused, sided, open } = scoreOf(figures);
  const all = out + off + open;
  const numbers = `printed number${all === 1 ? '' : 's'}`;
  const unknown = 'the set-up is not known well enough';
  if (all === 0) return 'None of its numbers is printed.';
  if (open === all) return `None of ${all} ${numbers} is judged: ${unknown}.`;
  const some = (count: number, words: string): string =>
    count > 0 ? `, ${count} of them ${words}` : '';
  const parts = [
    `${out} of ${all} ${numbers} ${out === 1 ? 'is' : 'are'} reproduced${some(covered, 'within our interval')}`,
    `${isAre(off)} off${some(caused, 'by no more than a known cause explains')}${some(sided, 'within our interval, but with all of their kind on the same side of the printed numbers')}`,
    `${isAre(open)} not judged: ${unknown}`,
  ];
  return `${parts.filter((_, i) => i === 0 || [off, open][i - 1] !== 0).join('; ')}.`;
}

const isAre = (count: number): string => `${count} ${count === 1 ? 'is' : 'are'}`;
