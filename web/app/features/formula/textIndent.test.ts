import { expect, test } from 'vitest';
import { computeIndentBelow, findTextChange } from './textIndent.ts';

test('indentBelow indents one level more after a line that opens a block', () => {
  expect(computeIndentBelow('for i in directions')).toBe('  ');
  expect(computeIndentBelow('  if a > 1   # why')).toBe('    ');
  expect(computeIndentBelow('learn')).toBe('  ');
  expect(computeIndentBelow('else')).toBe('  ');
  expect(computeIndentBelow('  Δθ += φ')).toBe('  ');
  expect(computeIndentBelow('form = 1')).toBe('');
  expect(computeIndentBelow('a = b if c else d')).toBe('');
});

test.each([
  ['', 'abc'],
  ['abc', ''],
  ['abc', 'abXc'],
  ['aaa', 'aa'],
  ['one two', 'one 2 two'],
])('changeBetween turns %j into %j', (before, after) => {
  const change = findTextChange(before, after);
  const { from, to, insert } = change ?? { from: 0, to: 0, insert: '' };
  expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
});

test('changeBetween returns null for equal texts', () => {
  expect(findTextChange('a', 'a')).toBeNull();
});
