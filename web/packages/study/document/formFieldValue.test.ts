import { MAX_RUN_COUNT } from '@iklab/core/scenario/checks';
import { expect, test } from 'vitest';
import { formFieldValue, parseTypedNumber, withFormFieldValue } from './formFieldValue.ts';

test('fieldValue returns the value at a path, its default, or an empty text', () => {
  const document = { count: 5, sampling: { high: [1, 2, 3] }, restarts: null };
  expect(formFieldValue(document, 'sampling.high[1]')).toBe(2);
  expect(formFieldValue(document, 'restarts.most')).toBe(0);
  expect(formFieldValue(document, 'scenario.run.maxRises')).toBe(MAX_RUN_COUNT);
  expect(formFieldValue({}, 'count')).toBe('');
  expect(formFieldValue({ causes: 0 }, 'causes')).toBe(0);
});

test('withFieldValue changes a copy, and adds objects that the document lacks', () => {
  const document = { sampling: { high: [1, 2, 3] }, restarts: null };
  expect(withFormFieldValue(document, 'sampling.high[1]', 9).sampling.high).toEqual([1, 9, 3]);
  expect(withFormFieldValue(document, 'restarts.most', 4).restarts).toEqual({ most: 4 });
  expect(document).toEqual({ sampling: { high: [1, 2, 3] }, restarts: null });
});

test('readTyped accepts spaces and a decimal comma, and returns other texts unchanged', () => {
  expect(['10 000', '10\u202f000', '0,5', '1e-8'].map(parseTypedNumber)).toEqual([
    10_000, 10_000, 0.5, 1e-8,
  ]);
  expect(['', ' ', 'half', '1.5.2', '1e999'].map(parseTypedNumber)).toEqual([
    ...['', ' ', 'half', '1.5.2', '1e999'],
  ]);
});
