import { expect, test } from 'vitest';
import type { PublishedFigure } from './publishedTable.ts';
import { replicationSentence } from './replicationSentence.ts';

const figure = (
  paper: number | null,
  ours: number,
  more: Partial<PublishedFigure> = {},
): PublishedFigure => ({
  ...{ row: '', column: '', unit: '', decimals: 0, sample: 1, opens: {} },
  ...{ paper, ours, ...more },
});
const same = figure(3, 3);
const covered = figure(3, 4, { low: 2, high: 5 });
const caused = figure(3, 4, { cause: { words: 'a misprint', most: 1 } });
const off = figure(3, 4);
const open = figure(3, 4, { unjudged: true });
const none = figure(null, 4);
const measured = figure(3, 3, { measured: true });

const sentenceOf = (figures: readonly PublishedFigure[], whole = true): string => {
  const { lead, rest } = replicationSentence(figures, whole);
  return `${lead} ${rest}`;
};

test('the sentence counts printed numbers by verdict', () => {
  expect(sentenceOf([same, covered, caused, caused, off, open, none, measured])).toBe(
    '2 of 6 printed numbers are reproduced; 2 are not, for a known reason, 1 is not, for an unknown reason; 1 is not judged.',
  );
  expect(sentenceOf([same, covered])).toBe('2 of 2 printed numbers are reproduced.');
  expect(sentenceOf([same, caused])).toBe(
    '1 of 2 printed numbers is reproduced; 1 is not, for a known reason.',
  );
  expect(sentenceOf([off, off, open, open])).toBe(
    '0 of 4 printed numbers are reproduced; 2 are not, for an unknown reason; 2 are not judged.',
  );
});

test('the sentence says "so far" while tables are incomplete', () => {
  expect(sentenceOf([same, same, off], false)).toBe(
    '2 of 3 printed numbers so far are reproduced; 1 is not, for an unknown reason.',
  );
});
