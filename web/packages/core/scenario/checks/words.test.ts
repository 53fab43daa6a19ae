import { describe, expect, test } from 'vitest';
import { documentPathText } from './faults.ts';
import {
  escapeToOneLine,
  findNearestWord,
  listWords,
  nearestWordSuggestion,
  quoteFileName,
  quoteInOneLine,
  describeValue as words,
} from './words.ts';

test.each([
  [undefined, 'missing'],
  [null, 'null'],
  [true, 'true'],
  [-0, '0'],
  [Number.NaN, 'NaN'],
  ['a "b"', '"a \\"b\\""'],
  [[1, 2, 3], '[1, 2, 3]'],
  [[1, 'a'], 'an array of 2'],
  [{}, 'an object'],
  [() => 1, 'a function'],
])('describeValue of %j is %s', (value, text) => {
  expect(words(value)).toBe(text);
});

test('quote cuts long text and escapes control characters', () => {
  expect(quoteInOneLine('x'.repeat(50))).toBe(`"${'x'.repeat(40)}…"`);
  expect(quoteInOneLine('a\nb\u009b\u2028')).toBe('"a\\nb\\u009b\\u2028"');
});

test('fileName quotes a name only if it is long or has quotes or control characters', () => {
  expect(quoteFileName('my arm (2).json')).toBe('my arm (2).json');
  expect(quoteFileName('a\nb')).toBe('"a\\nb"');
  expect(quoteFileName('a"b')).toBe('"a\\"b"');
  expect(quoteFileName('x'.repeat(5000))).toBe(`"${'x'.repeat(80)}…"`);
});

describe('nearest', () => {
  const known = ['lambda', 'damping', 'lambdaMax', 'id'];
  test.each([
    ['lamda', 'lambda'],
    ['LAMBDA', 'lambda'],
    ['dampign', 'damping'],
    ['di', 'id'],
    ['ID', 'id'],
    ['colour', null],
    ['', null],
    ['x'.repeat(1000), null],
  ])('of %j is %j', (word, best) => {
    expect(findNearestWord(word, known)).toBe(best);
  });

  test('is suggested by didYouMean only if there is one', () => {
    expect(nearestWordSuggestion('lamda', known)).toBe(' (did you mean "lambda"?)');
    expect(nearestWordSuggestion('colour', known)).toBe('');
  });
});

test('listed cuts a long list', () => {
  expect(listWords(['a', 'b c', 'd'], 2)).toBe('a, "b c", …');
});

test('Greek letters, digits and subscripts in parameter names are not quoted, other letters are', () => {
  expect(listWords(['λ_max', 'w₀', 'ε', 'א', 'a\u0301'])).toBe('λ_max, w₀, ε, "א", "a\u0301"');
  expect(documentPathText(['methods', 0, 'params', 'λ₁'])).toBe('methods[0].params.λ₁');
  expect(documentPathText(['λ₁', 'א', '₁'])).toBe('λ₁["א"]["₁"]');
});

test('oneLine escapes line breaks and control characters, and keeps quotes', () => {
  expect(escapeToOneLine('a "b"\n\u202ec\\')).toBe('a "b"\\u000a\\u202ec\\');
});
