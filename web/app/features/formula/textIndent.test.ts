import { expect, test } from 'vitest';
import { changeBetween, indentBelow } from './textIndent.ts';

test('indentBelow indents one level more after a line that opens a block', () => {
  expect(indentBelow('for i in directions')).toBe('  ');
  expect(indentBelow('  if a > 1   # why')).toBe('    ');
  expect(indentBelow('learn')).toBe('  ');
  expect(indentBelow('else')).toBe('  ');
  expect(indentBelow('  Δθ += φ')).toBe('  ');
  expect(indentBelow('form = 1')).toBe('');
  expect(indentBelow('a = b if c else d')).toBe('');
});

test.each([
  ['', 'abc'],
  ['abc', ''],
  ['abc', 'abXc'],
  ['aaa', 'aa'],
  ['one two', 'one 2 two'],
])('changeBetween turns %j into %j', (before, after) => {
  const change = changeBetween(before, after);
  const { from, to, insert } = change ?? { from: 0, to: 0, insert: '' };
  expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
});

test('changeBetween returns null for equal texts', () => {
  expect(changeBetween('a', 'a')).toBeNull();
});
