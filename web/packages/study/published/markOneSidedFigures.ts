/** Tests by a sign test whether numbers of one kind deviate to one side. */
import type { PublishedFigure } from './publishedTable.ts';
import { computeFigureDeviation } from './replicationVerdict.ts';
import { roundedValueText } from './roundedValueText.ts';

/** Least number of deviations for a sign test. Seven of seven have p 0.016, above `SIGN_LEVEL`. */
const MIN_SIGNS = 8;
const SIGN_LEVEL = 0.01;

/**
 * Returns the two-sided p of a sign test. `above`, `below`: numbers of values above and below zero.
 */
export function signTest(above: number, below: number): number {
  const n = above + below;
  let [term, tail] = [0.5 ** n, 0];
  for (let k = 0; k <= Math.min(above, below); k++) {
    tail += term;
    term *= (n - k) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}

const isTested = ({ paper, ours, bound, unjudged, measured }: PublishedFigure): boolean =>
  paper !== null && Number.isFinite(paper - ours) && !bound && !unjudged && !measured;

/**
 * Returns the side of our number at the shown digits: 1 above the printed number, -1 below, 0
 * equal.
 */
const deviationSide = (figure: PublishedFigure): number => {
  const off = computeFigureDeviation(figure);
  return Number(roundedValueText(Math.abs(off), figure.decimals)) === 0 ? 0 : Math.sign(off);
};

const familyOf = ({ family, row }: PublishedFigure): string => family ?? row;

/** Returns the side of a significant deviation (1: above, -1: below) and a text; otherwise null. */
function significantSide(
  kind: string,
  figures: readonly PublishedFigure[],
): [number, string] | null {
  const sides = figures
    .filter((each) => isTested(each) && familyOf(each) === kind)
    .map(deviationSide);
  const [above, below] = [1, -1].map((side) => sides.filter((each) => each === side).length) as [
    number,
    number,
  ];
  const n = above + below;
  if (n < MIN_SIGNS || signTest(above, below) >= SIGN_LEVEL) return null;
  const most = `${Math.max(above, below)} of ${n} are`;
  return above > below
    ? [1, `${most} above the printed numbers (${kind})`]
    : [-1, `${most} below the printed numbers (${kind})`];
}

/** Sets `oneSide` on each figure that deviates to the significant side of its kind. */
export function markOneSidedFigures(
  figures: readonly PublishedFigure[],
): readonly PublishedFigure[] {
  const kinds = new Map(
    [...new Set(figures.map(familyOf))].map((kind) => [kind, significantSide(kind, figures)]),
  );
  return figures.map((figure) => {
    const [side, oneSide] = kinds.get(familyOf(figure)) ?? [];
    return oneSide && isTested(figure) && deviationSide(figure) === side
      ? { ...figure, oneSide }
      : figure;
  });
}
