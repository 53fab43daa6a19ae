import { describe, expect, test } from 'vitest';
import { faultsText } from './checks/faults.ts';
import { findJsonMistake } from './findJsonMistake.ts';
import { sampleCatalogue } from './methods/testCatalogue.ts';
import { smallDocument } from './testDocuments.ts';
import { parseDocumentText } from './text.ts';

const faultsOf = (text: string) => {
  const parsed = parseDocumentText(text, sampleCatalogue);
  return parsed.ok ? '' : faultsText(parsed.faults);
};

describe('invalid JSON', () => {
  test.each([
    ['', 1, 1, 'unexpected end of text; expected a value'],
    ['{\n  "iklab": 1,\n}', 3, 1, 'expected a key in double quotes; got "}"'],
    ['{"iklab" 1}', 1, 10, 'expected \':\'; got "1"'],
    ['{"a": tru}', 1, 7, 'expected a value; got "t"'],
    ['{"a": [1, 2', 1, 12, "unexpected end of text; expected ']'"],
    ['{"a": [1 2]}', 1, 10, "expected ',' or ']'; got \"2\""],
    ['{"a": 01}', 1, 8, "expected ',' or '}'; got \"1\""],
    ['{"a": "b\n"}', 1, 9, 'a string must not contain a line break'],
    ['{"a": "\\x"}', 1, 8, 'invalid escape sequence'],
    ['["a', 1, 4, 'unterminated string'],
    ['{} {}', 1, 4, 'unexpected "{" after the end'],
    ["{'a': 1}", 1, 2, 'expected a key in double quotes; got "\'"'],
    ['// scene\n{}', 1, 1, 'expected a value; got "/"'],
    ['{"a": NaN}', 1, 7, 'expected a value; got "N"'],
  ])('%j reports line, column and reason', (text, line, column, reason) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonMistake(text)).toEqual({ line, column, reason });
    expect(faultsOf(text)).toBe(
      `document: must be JSON: line ${line}, column ${column}: ${reason}`,
    );
  });
});

test('a text of more than 1 MiB is rejected, counted in bytes', () => {
  const fault = 'document: must be at most 1 MiB (1048576 bytes); got more';
  expect(faultsOf(' '.repeat(1024 * 1024 + 1))).toBe(fault);
  expect(faultsOf(`"${'é'.repeat(600_000)}"`)).toBe(fault);
  expect(faultsOf(' '.repeat(1024 * 1024))).toMatch(/unexpected end of text/);
});

test('a byte order mark is ignored', () => {
  expect(faultsOf(`\uFEFF${JSON.stringify(smallDocument())}`)).toBe('');
});
