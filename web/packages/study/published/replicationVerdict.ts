/** Defines when printed numbers count as reproduced, and states the verdict in words. */
import type { ConfidenceInterval } from '../results/statistics.ts';
import type { PublishedFigure } from './publishedTable.ts';
import { roundedValueText } from './roundedValueText.ts';

/**
 * Verdict on a printed number; the first that applies. Same: our number rounds to the printed one.
 * Covered: within our interval. One-sided: covered, but its kind deviates to one side (`oneSide`).
 * Caused: a cause in the table's file explains the deviation. Off: none of these.
 */
export type ReplicationVerdict =
  | 'not-printed'
  | 'unjudged'
  | 'same'
  | 'covered'
  | 'one-sided'
  | 'caused'
  | 'off';

const SLACK = 1e-9; // 0.24 + 0.005 is not 0.245

/**
 * Returns the rounding error of a printed number: by default half a unit of the last digit; 0 for a
 * bound.
 */
export const halfRangeOfPrintedNumber = ({
  decimals,
  printed = decimals,
  rounding,
  bound,
}: PublishedFigure): number => (bound ? 0 : (rounding ?? 0.5 * 10 ** -printed));

/** Returns the range of a printed number: 0.24 is 0.235 to 0.245. */
export function rangeOfPrintedNumber(figure: PublishedFigure): ConfidenceInterval {
  const { paper, bound } = figure;
  const [centre, half] = [paper ?? Number.NaN, halfRangeOfPrintedNumber(figure) + SLACK];
  return {
    low: bound === 'under' ? Number.NEGATIVE_INFINITY : centre - half,
    high: bound === 'over' ? Number.POSITIVE_INFINITY : centre + half,
  };
}

/**
 * Returns our number minus the printed one; 0 if our number satisfies a printed bound, NaN if
 * nothing is printed.
 */
export function computeFigureDeviation({ paper, ours, bound }: PublishedFigure): number {
  if (paper === null) return Number.NaN;
  const holdsBound = (bound === 'over' && ours > paper) || (bound === 'under' && ours < paper);
  return holdsBound ? 0 : subtractDecimals(ours, paper);
}

/** Subtracts as decimals without binary rounding: 32.85 - 32.9 is -0.05. */
function subtractDecimals(a: number, b: number): number {
  const decimals = Math.max(...[a, b].map(decimalsOf));
  return Number.isFinite(decimals) ? Number((a - b).toFixed(Math.min(decimals, 100))) : a - b;
}

function decimalsOf(value: number): number {
  const [digits = '', power = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(power));
}

export function judgeFigure(figure: PublishedFigure): ReplicationVerdict {
  const { paper, ours, low = Number.NaN, high = Number.NaN, pieces, cause } = figure;
  if (paper === null) return 'not-printed';
  if (figure.unjudged) return 'unjudged';
  if (isNeverForBoth(figure)) return 'same';
  const print = rangeOfPrintedNumber(figure);
  if (print.low <= ours && ours <= print.high) return 'same';
  if (!pieces && low <= print.high && print.low <= high)
    return figure.oneSide ? 'one-sided' : 'covered';
  return cause && Math.abs(ours - paper) <= cause.most + SLACK ? 'caused' : 'off';
}

export const isFigurePrinted = ({ paper, measured }: PublishedFigure): boolean =>
  paper !== null && !measured;

/** Returns whether a figure deviates: it is not reproduced, or its kind deviates to one side. */
export const isFigureDeviating = (figure: PublishedFigure): boolean =>
  ['one-sided', 'caused', 'off'].includes(judgeFigure(figure));

const isNeverForBoth = ({ paper, ours }: PublishedFigure): boolean =>
  Number.isNaN(paper) && Number.isNaN(ours);

/**
 * Returns the deviation relative to the printed number, to sort figures. Infinite if a number never
 * reaches the target; smallest if nothing is printed.
 */
export function relativeFigureDeviation(figure: PublishedFigure): number {
  if (figure.paper === null) return -1;
  if (isNeverForBoth(figure)) return 0;
  const off = Math.abs(computeFigureDeviation(figure));
  if (Number.isNaN(off)) return Number.POSITIVE_INFINITY;
  return (
    Number(roundedValueText(off, figure.decimals)) /
    Math.max(Math.abs(figure.paper), 10 ** -figure.decimals)
  );
}

export const sortFiguresByDeviation = <T extends { readonly figure: PublishedFigure }>(
  all: readonly T[],
): T[] =>
  all.toSorted((a, b) => {
    const [x, y] = [relativeFigureDeviation(a.figure), relativeFigureDeviation(b.figure)];
    return x === y ? 0 : y - x;
  });

const withUnit = (value: number, { unit, decimals }: PublishedFigure): string =>
  `${value.toFixed(decimals)}${unit === '' || unit === '°' ? unit : `\u202f${unit}`}`;

function deviationText(figure: PublishedFigure): string {
  const off = Math.abs(computeFigureDeviation(figure));
  if (figure.unit !== '%') return withUnit(off, figure);
  return `${off.toFixed(figure.decimals)} ${off.toFixed(figure.decimals) === '1.0' ? 'point' : 'points'}`;
}

const hintText = ({ hint }: PublishedFigure): string =>
  hint ? `, for an unknown reason; ${hint}` : '';
const oneSidedText = ({ oneSide }: PublishedFigure): string =>
  `, within our interval, but ${oneSide}`;
const remarkText = ({ remark }: PublishedFigure): string => (remark ? `; ${remark}` : '');

export function replicationVerdictText(figure: PublishedFigure): string {
  const verdict = judgeFigure(figure);
  if (isNeverForBoth(figure)) return 'never, as printed';
  if (verdict !== 'not-printed' && Number.isNaN(computeFigureDeviation(figure)))
    return verdictTextWithoutDeviation(figure);
  switch (verdict) {
    case 'not-printed':
      return 'not printed, or not legible';
    case 'unjudged':
      return `off by ${deviationText(figure)}, not judged: set-up unknown${remarkText(figure)}`;
    case 'same':
      if (figure.bound) return `${figure.bound} ${withUnit(figure.paper ?? 0, figure)}, as printed`;
      return 'same as printed';
    default:
      return `off by ${deviationText(figure)}${{ covered: ', within our interval', 'one-sided': oneSidedText(figure), caused: `: ${figure.cause?.words}`, off: hintText(figure) }[verdict]}`;
  }
}

export function verdictTextWithoutDeviation(figure: PublishedFigure): string {
  const verdict = judgeFigure(figure);
  if (isNeverForBoth(figure)) return 'never, as printed';
  if (verdict === 'not-printed') return 'not printed';
  if (Number.isNaN(figure.ours)) return 'ours never reaches it';
  if (Number.isNaN(figure.paper)) return 'theirs never reaches it';
  const words: Readonly<Record<Exclude<ReplicationVerdict, 'not-printed'>, string>> = {
    unjudged: `not judged${remarkText(figure)}`,
    same: 'as printed',
    covered: 'within our interval',
    'one-sided': oneSidedText(figure).slice(2),
    caused: `off: ${figure.cause?.words}`,
    off: `off${hintText(figure)}`,
  };
  return words[verdict];
}

export interface ReplicationScore {
  /** Number of reproduced figures. `covered`: reproduced only by an interval. */
  readonly out: number;
  readonly covered: number;
  /**
   * Number of deviating figures. `caused`: with a known cause. `sided`: in groups that deviate to
   * one side.
   */
  readonly off: number;
  readonly caused: number;
  readonly sided: number;
  readonly open: number;
}

export function countReplicationScore(figures: readonly PublishedFigure[]): ReplicationScore {
  const printed = figures.filter(isFigurePrinted);
  const count = (...wanted: ReplicationVerdict[]): number =>
    printed.filter((figure) => wanted.includes(judgeFigure(figure))).length;
  return {
    out: count('same', 'covered'),
    covered: count('covered'),
    off: count('one-sided', 'caused', 'off'),
    caused: count('caused'),
    sided: count('one-sided'),
    open: count('unjudged'),
  };
}

export const isFullyReproduced = ({ out, off, open }: ReplicationScore): boolean =>
  out > 0 && off === 0 && open === 0;

/** Formats how many of all printed numbers are reproduced: '7 of 8'. */
export const replicationScoreText = ({ out, off, open }: ReplicationScore): string =>
  `${out} of ${out + off + open}`;

export function tableVerdictText(figures: readonly PublishedFigure[]): string {
  const { out, covered, off, caused, sided, open } = countReplicationScore(figures);
  const all = out + off + open;
  const numbers = `printed number${all === 1 ? '' : 's'}`;
  const unjudgedReason = 'the set-up is not known well enough';
  if (all === 0) return 'None of its numbers is printed.';
  if (open === all) return `None of ${all} ${numbers} is judged: ${unjudgedReason}.`;
  const some = (count: number, words: string): string =>
    count > 0 ? `, ${count} of them ${words}` : '';
  const parts = [
    `${out} of ${all} ${numbers} ${out === 1 ? 'is' : 'are'} reproduced${some(covered, 'within our interval')}`,
    `${countWithVerb(off)} off${some(caused, 'by no more than a known cause explains')}${some(sided, 'within our interval, but all numbers of their group deviate to the same side of the printed numbers')}`,
    `${countWithVerb(open)} not judged: ${unjudgedReason}`,
  ];
  return `${parts.filter((_, i) => i === 0 || [off, open][i - 1] !== 0).join('; ')}.`;
}

const countWithVerb = (count: number): string => `${count} ${count === 1 ? 'is' : 'are'}`;
