import { expect, test } from 'vitest';
import type { PublishedFigure } from './publishedTable.ts';
import { tableDeviationReasons } from './tableDeviationReasons.ts';

const figure = (ours: number, more: Partial<PublishedFigure> = {}): PublishedFigure => ({
  ...{ row: '', column: '', unit: '', decimals: 0, sample: 1, opens: {} },
  ...{ paper: 3, ours, ...more },
});
const caused = (words: string): PublishedFigure => figure(4, { cause: { words, most: 1 } });
const open = { open: 'the targets are not printed' };

test('unknown reasons come first, then the most frequent cause, then unjudged numbers', () => {
  const misprints = [caused('a misprint'), caused('recovered'), caused('recovered')];
  const unjudged = figure(9, { unjudged: true });
  expect(tableDeviationReasons(open, [figure(3)])).toBe('');
  expect(tableDeviationReasons(open, [figure(3), unjudged])).toBe(
    '1 not judged: the targets are not printed',
  );
  expect(tableDeviationReasons(open, [...misprints, unjudged])).toBe('3 off: recovered');
  expect(tableDeviationReasons(open, [...misprints, figure(9)])).toBe(
    '1 off for an unknown reason',
  );
  expect(tableDeviationReasons(open, [figure(9, { hint: 'no start is printed' }), figure(9)])).toBe(
    '2 off for an unknown reason: no start is printed',
  );
});
