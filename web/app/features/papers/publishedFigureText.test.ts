import type { PublishedFigure } from '@iklab/study/published';
import { expect, test } from 'vitest';
import { paperNumberText, publishedFigureText, signedNumberText } from './publishedFigureText.ts';

const figure = (paper: number | null, more: Partial<PublishedFigure> = {}): PublishedFigure => ({
  ...{ row: '', column: '', unit: '%', decimals: 1, sample: 1, opens: {}, ours: 0 },
  ...{ paper, ...more },
});

test('a value exactly halfway between two roundings is shown in full, others are rounded', () => {
  expect(publishedFigureText(19.95, figure(20))).toBe('19.95\u202f%');
  expect(publishedFigureText(19.96, figure(20))).toBe('20.0\u202f%');
  expect(publishedFigureText(19.951, figure(20))).toBe('20.0\u202f%');
  expect(publishedFigureText(3.5, figure(3, { decimals: 0, unit: '' }))).toBe('3.5');
  expect(signedNumberText(-0.05, 1)).toBe('−0.05');
  expect(signedNumberText(-0.04, 1)).toBe('0.0');
  expect(signedNumberText(0.3, 1)).toBe('+0.3');
  expect(publishedFigureText(12345.67, figure(1, { unit: '' }))).toBe('12\u202f345.7');
});

test('a printed value has the decimals of the paper', () => {
  expect(paperNumberText(figure(61, { decimals: 2, printed: 0 }))).toBe('61\u202f%');
  expect(paperNumberText(figure(0.13, { decimals: 2 }))).toBe('0.13\u202f%');
  expect(paperNumberText(figure(19, { bound: 'over', printed: 0 }))).toBe('> 19\u202f%');
  expect(paperNumberText(figure(null))).toBe('–');
});
