import { expect, test } from 'vitest';
import { bussKimTimesTable } from './bussKimTimesTable.ts';
import {
  judgeFigure,
  replicationVerdictText,
  verdictTextWithoutDeviation,
} from './replicationVerdict.ts';

/** Rounds of which the first `slow` take four times as long. */
const rounds = (micros: number, slow: number): number[] =>
  Array.from({ length: 15 }, (_, i) => (i < slow ? 4 : 1) * micros);
const figuresOf = (slow: number) =>
  bussKimTimesTable.figures('here', [[1.9, 2.4, 14].map((micros) => rounds(micros, slow))]);

test('the best rounds count on a busy machine, and the verdict says that it was busy', () => {
  for (const slow of [0, 11]) {
    const figures = figuresOf(slow);
    expect(figures.map(({ ours }) => ours)).toEqual([1.9, 2.4, 14]);
    expect(figures.map(({ low }) => low)).toEqual([1.9, 2.4, 14]);
    expect(new Set(figures.map(judgeFigure))).toEqual(new Set(['unjudged']));
  }
  const [quiet, busy] = [figuresOf(0)[0], figuresOf(11)[0]];
  if (!quiet || !busy) throw new Error('there is no figure');
  expect([quiet.high, busy.high]).toEqual([1.9, 7.6]);
  expect([quiet, busy].map(verdictTextWithoutDeviation)).toEqual([
    'not judged',
    'not judged; this computer was busy',
  ]);
  expect(replicationVerdictText(busy)).toMatch(/; this computer was busy$/);
  expect(replicationVerdictText(quiet)).not.toContain('busy');
});
