/** Verdicts for cases worked out on paper. */
import { describe, expect, it } from 'vitest';
import { proportionInterval } from '../results/proportionInterval.ts';

import type { PublishedFigure } from './publishedTable.ts';
import {
  computeFigureDeviation,
  countReplicationScore,
  isFullyReproduced,
  judgeFigure,
  rangeOfPrintedNumber,
  relativeFigureDeviation,
  replicationScoreText,
  replicationVerdictText,
  sortFiguresByDeviation,
  tableVerdictText,
  verdictTextWithoutDeviation,
} from './replicationVerdict.ts';

const figure = (
  paper: number | null,
  ours: number,
  more: Partial<PublishedFigure> = {},
): PublishedFigure => ({
  ...{ row: '', column: '', unit: '%', decimals: 2, sample: 1, opens: {} },
  ...{ paper, ours, ...more },
});
/** `some` of n runs, in percent. */
const share = (
  paper: number,
  some: number,
  n: number,
  more: Partial<PublishedFigure> = {},
): PublishedFigure => {
  const { low, high } = proportionInterval(some, n);
  return figure(paper, (100 * some) / n, { low: 100 * low, high: 100 * high, ...more });
};

describe('the printed number', () => {
  it('means all numbers that round to it: 0.24 is 0.235 to 0.245', () => {
    const { low, high } = rangeOfPrintedNumber(figure(0.24, 0));
    expect([low, high].map((end) => end.toFixed(6))).toEqual(['0.235000', '0.245000']);
    expect(judgeFigure(figure(0.24, 0.235))).toBe('same');
    expect(judgeFigure(figure(0.24, 0.245))).toBe('same');
    expect(judgeFigure(figure(0.24, 0.2451))).toBe('off');
    expect(judgeFigure(figure(0.24, 0.2349))).toBe('off');
  });

  it('is rounded to the paper’s decimals, not to those shown', () => {
    expect(judgeFigure(figure(1, 0.95, { printed: 0 }))).toBe('same');
    expect(judgeFigure(figure(1, 0.95))).toBe('off');
    expect(judgeFigure(figure(76, 74.9, { decimals: 1, printed: 0 }))).toBe('off');
    expect(judgeFigure(figure(76, 75.5, { decimals: 1, printed: 0 }))).toBe('same');
    expect(judgeFigure(figure(14, 14, { unit: '', decimals: 0 }))).toBe('same');
    expect(judgeFigure(figure(14, 15, { unit: '', decimals: 0 }))).toBe('off');
    // computed from numbers that are rounded themselves
    expect(judgeFigure(figure(78.5, 78.34, { decimals: 1, rounding: 0.2 }))).toBe('same');
  });

  it('may be a bound, which is not rounded', () => {
    const over = figure(19, 19.25, { bound: 'over', decimals: 1, printed: 0 });
    expect(judgeFigure(over)).toBe('same');
    expect(computeFigureDeviation(over)).toBe(0);
    expect(replicationVerdictText(over)).toBe('over 19.0\u202f%, as printed');
    expect(judgeFigure({ ...over, ours: 18.9 })).toBe('off');
    expect(judgeFigure(figure(5, 4.5, { bound: 'under' }))).toBe('same');
    expect(judgeFigure(figure(5, 5.1, { bound: 'under' }))).toBe('off');
  });
});

describe('a deviation', () => {
  it('is exact to the last decimal of the two numbers', () => {
    expect(32.85 - 32.9).not.toBe(-0.05);
    expect(computeFigureDeviation(figure(32.9, 32.85))).toBe(-0.05);
    expect(computeFigureDeviation(figure(61, 5.155))).toBe(-55.845);
    expect(computeFigureDeviation(figure(0.00015, 0.0001))).toBe(-0.00005);
    expect(computeFigureDeviation(figure(0, 1.5e-9))).toBe(1.5e-9);
    expect(computeFigureDeviation(figure(-6.1, -6.25))).toBe(-0.15);
    expect(computeFigureDeviation(figure(Number.NaN, 3))).toBeNaN();
    // no digits are lost for an unrounded number
    expect(computeFigureDeviation(figure(1, 1 / 3))).toBeCloseTo(-2 / 3, 15);
  });
});

describe('our interval', () => {
  it('excludes 0.24 % for 0.32 % of 100 000 runs', () => {
    const far = share(0.24, 320, 100_000);
    expect([far.low?.toFixed(3), far.high?.toFixed(3)]).toEqual(['0.286', '0.357']);
    expect(judgeFigure(far)).toBe('off');
  });

  it('contains 0.24 % for 0.32 % of 10 000 runs', () => {
    const near = share(0.24, 32, 10_000);
    expect([near.low?.toFixed(3), near.high?.toFixed(3)]).toEqual(['0.219', '0.451']);
    expect(judgeFigure(near)).toBe('covered');
    expect(verdictTextWithoutDeviation(near)).toBe('within our interval');
    expect(replicationVerdictText(near)).toBe('off by 0.08 points, within our interval');
  });

  it('only has to reach a number that rounds to the printed one', () => {
    expect(judgeFigure(figure(16, 14.2, { decimals: 0, low: 13, high: 15.5 }))).toBe('covered');
    expect(judgeFigure(figure(16, 14.2, { decimals: 0, low: 13, high: 15.4 }))).toBe('off');
  });

  it('is not an interval if low and high are pieces', () => {
    expect(judgeFigure(figure(20, 22, { low: 18, high: 26, pieces: true }))).toBe('off');
  });
});

describe('a named cause', () => {
  const cause = { words: 'targets are recovered', most: 0.3 };

  it('explains deviations up to its maximum', () => {
    const near = figure(83.3, 83.59, { unit: '°', decimals: 1, cause });
    expect(judgeFigure(near)).toBe('caused');
    expect(verdictTextWithoutDeviation(near)).toBe('off: targets are recovered');
    expect(replicationVerdictText(near)).toBe('off by 0.3°: targets are recovered');
    expect(judgeFigure({ ...near, ours: 83.61 })).toBe('off');
    expect(judgeFigure({ ...near, ours: 83.34 })).toBe('same');
  });
});

describe('a number that is never reached', () => {
  it('is the same if printed as never, and off otherwise', () => {
    const never = figure(Number.NaN, Number.NaN);
    expect([judgeFigure(never), verdictTextWithoutDeviation(never)]).toEqual([
      'same',
      'never, as printed',
    ]);
    expect(verdictTextWithoutDeviation(figure(20, Number.NaN))).toBe('ours never reaches it');
    expect(judgeFigure(figure(20, Number.NaN))).toBe('off');
    expect(verdictTextWithoutDeviation(figure(Number.NaN, 20))).toBe('theirs never reaches it');
    expect(judgeFigure(figure(Number.NaN, 20))).toBe('off');
    expect(judgeFigure(figure(null, 20))).toBe('not-printed');
  });
});

describe('a table', () => {
  /** Two are reproduced, one is far off and not judged. */
  const far = share(61, 1031, 20_000, { unjudged: true, printed: 0 });
  const some = [share(0.13, 26, 20_000), share(1, 190, 20_000, { printed: 0 }), far];

  it('does not count unjudged numbers as reproduced', () => {
    const score = countReplicationScore(some);
    expect(score).toEqual({ out: 2, covered: 0, off: 0, caused: 0, sided: 0, open: 1 });
    expect(isFullyReproduced(score)).toBe(false);
    expect(replicationScoreText(score)).toBe('2 of 3');
    expect(isFullyReproduced(countReplicationScore(some.slice(0, 2)))).toBe(true);
    expect(isFullyReproduced(countReplicationScore([figure(null, 3)]))).toBe(false);
  });

  it('counts reproduced, off and unjudged numbers in its sentence', () => {
    const more = [...some, share(0.24, 32, 10_000), figure(5, 9), figure(null, 1)];
    expect(replicationScoreText(countReplicationScore(more))).toBe('3 of 5');
    expect(tableVerdictText(more)).toBe(
      '3 of 5 printed numbers are reproduced, 1 of them within our interval; 1 is off; 1 is not judged: the set-up is not known well enough.',
    );
    expect(replicationScoreText(countReplicationScore([far]))).toBe('0 of 1');
    expect(tableVerdictText([far])).toMatch(/^None of 1 printed number is judged/);
    expect(tableVerdictText([figure(null, 1)])).toBe('None of its numbers is printed.');
  });

  it('is sorted by relative deviation, judged or not', () => {
    const near = figure(100, 99); // 1 %
    const never = figure(20, Number.NaN);
    const none = figure(null, 3);
    const same = figure(Number.NaN, Number.NaN);
    const all = [none, same, near, far, never].map((each) => ({ figure: each }));
    expect(sortFiguresByDeviation(all).map((each) => each.figure)).toEqual([
      never,
      far,
      near,
      same,
      none,
    ]);
    // 61 against 5.155 %: 55.845 of 61
    expect(relativeFigureDeviation(far)).toBeCloseTo(0.9155, 4);
    // a deviation shown as 0.00 comes after those that are shown to be off
    const hidden = figure(0, 0.004);
    expect(sortFiguresByDeviation([{ figure: hidden }, { figure: near }])[0]?.figure).toBe(near);
    expect(relativeFigureDeviation(hidden)).toBe(0);
    // for a printed zero: in units of its last decimal
    expect(relativeFigureDeviation(figure(0, 0.05))).toBeCloseTo(5, 9);
  });
});
