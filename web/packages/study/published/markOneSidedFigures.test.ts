/**
 * Numbers of one kind that all deviate to the same side: the sign test by enumeration, the rule by
 * examples.
 */
import { testEngine } from '@iklab/core/engine/testing';
import { describe, expect, it, test } from 'vitest';
import { havilandCorkeTable } from './havilandCorkeTable.ts';
import { markOneSidedFigures, signTest } from './markOneSidedFigures.ts';
import type { PublishedFigure } from './publishedTable.ts';
import { publishedTables } from './publishedTables.ts';
import { replicationSentence } from './replicationSentence.ts';
import {
  countReplicationScore,
  judgeFigure,
  replicationVerdictText,
  tableVerdictText,
  verdictTextWithoutDeviation,
} from './replicationVerdict.ts';
import { tableDeviationReasons } from './tableDeviationReasons.ts';

const figure = (ours: number, more: Partial<PublishedFigure> = {}): PublishedFigure => ({
  ...{ row: 'a solver', column: '', unit: '', decimals: 1, paper: 5, low: 4, high: 6, sample: 1 },
  ...{ opens: {}, ours, ...more },
});
const many = (
  ours: number,
  count: number,
  more: Partial<PublishedFigure> = {},
): PublishedFigure[] => Array.from({ length: count }, () => figure(ours, more));
const verdicts = (figures: readonly PublishedFigure[]) =>
  markOneSidedFigures(figures).map(judgeFigure);

test('the p-value is the share of outcomes at least as uneven, by enumeration', () => {
  const byEnumeration = (above: number, below: number): number => {
    const n = above + below;
    let extreme = 0;
    for (let outcome = 0; outcome < 2 ** n; outcome++) {
      const ups = outcome.toString(2).replaceAll('0', '').length;
      if (Math.max(ups, n - ups) >= Math.max(above, below)) extreme += 1;
    }
    return extreme / 2 ** n;
  };
  for (const [above, below] of [
    [0, 10],
    [8, 0],
    [1, 11],
    [5, 5],
    [4, 6],
    [7, 0],
  ] as const)
    expect(signTest(above, below)).toBeCloseTo(byEnumeration(above, below), 12);
  expect(signTest(0, 10)).toBeCloseTo(0.002, 4);
});

describe('numbers within our interval count as one-sided if all of their kind are on one side', () => {
  it('if there are at least eight', () => {
    expect(verdicts(many(4.5, 8))).toEqual(Array(8).fill('one-sided'));
    expect(verdicts(many(4.5, 7))).toEqual(Array(7).fill('covered'));
  });

  it('without those that round to the printed number; a single one on the other side excuses all at eight', () => {
    expect(verdicts([...many(4.5, 8), figure(5.04)]).at(-1)).toBe('same');
    expect(verdicts([...many(4.5, 7), figure(5.04)])).not.toContain('one-sided');
    const mixed = verdicts([...many(4.5, 11), figure(5.5)]);
    expect(mixed).toEqual([...Array(11).fill('one-sided'), 'covered']);
    expect(verdicts([...many(4.5, 8), figure(5.5)])).toEqual(Array(9).fill('covered'));
  });

  it('per family, or per row without one; unjudged and unprinted numbers do not count', () => {
    const family = 'a family, updates';
    const rows = ['a', 'b', 'c', 'd'].flatMap((row) => many(4.5, 2, { row }));
    expect(verdicts(rows)).toEqual(Array(8).fill('covered'));
    expect(verdicts(rows.map((each) => ({ ...each, family })))).toEqual(Array(8).fill('one-sided'));
    expect(verdicts([...many(4.5, 7), figure(4.5, { unjudged: true })])).not.toContain('one-sided');
    expect(verdicts([...many(4.5, 7), figure(4.5, { paper: null })])).not.toContain('one-sided');
  });

  it('but numbers that are off stay off', () => {
    const all = markOneSidedFigures([...many(4.5, 8), figure(3, { low: 2.9, high: 3.1 })]);
    expect(all.map(judgeFigure).at(-1)).toBe('off');
    expect(all.map((each) => each.oneSide)).toEqual(
      Array(9).fill('9 of 9 are below the printed numbers (a solver)'),
    );
  });
});

test('one-sided numbers count as off, and every text mentions them', () => {
  const all = markOneSidedFigures(many(4.5, 8));
  const [first] = all as [PublishedFigure];
  const words = 'within our interval, but 8 of 8 are below the printed numbers (a solver)';
  expect(verdictTextWithoutDeviation(first)).toBe(words);
  expect(replicationVerdictText(first)).toBe(`off by 0.5, ${words}`);
  const more = [...all, figure(5), figure(9, { low: 8.9, high: 9.1 })];
  expect(countReplicationScore(more)).toEqual({
    out: 1,
    covered: 0,
    off: 9,
    caused: 0,
    sided: 8,
    open: 0,
  });
  expect(tableVerdictText(more)).toBe(
    '1 of 10 printed numbers is reproduced; 9 are off, 8 of them within our interval, but all numbers of their group deviate to the same side of the printed numbers.',
  );
  const { lead, rest } = replicationSentence(more, true);
  expect(`${lead} ${rest}`).toBe(
    '1 of 10 printed numbers is reproduced; 1 is not, for an unknown reason, 8 are close, but on one side.',
  );
  expect(tableDeviationReasons({ open: '' }, more)).toBe(
    '1 off for an unknown reason; 8 close, but their group deviates to one side',
  );
});

test('judging changes no number, and marks Levenberg-Marquardt of Haviland & Corke as one-sided', async () => {
  const engine = await testEngine();
  const table =
    publishedTables.find(({ id }) => id === havilandCorkeTable.id) ?? havilandCorkeTable;
  const results = table.parts('500x1', 1000).map((part) => table.work(part, engine));
  const [own, judged] = [havilandCorkeTable, table].map((each) => each.figures('500x1', results));
  const numbers = judged?.map(({ oneSide, opens, ...rest }) => rest);
  expect(numbers).toEqual(own?.map(({ opens, ...rest }) => rest));
  const marked = judged?.filter(({ oneSide }) => oneSide) ?? [];
  expect(marked).toHaveLength(10);
  expect(new Set(marked.map(({ oneSide }) => oneSide))).toEqual(
    new Set(['10 of 10 are below the printed numbers (Levenberg-Marquardt, updates)']),
  );
  expect(marked.every(({ column }) => /^(mean|median) updates$/.test(column))).toBe(true);
});
