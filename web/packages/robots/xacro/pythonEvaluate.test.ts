import { describe, expect, test } from 'vitest';
import { builtins } from './pythonBuiltins.ts';
import { evaluate } from './pythonEvaluate.ts';
import { mathNames } from './pythonMath.ts';
import { parseExpression } from './pythonParser.ts';
import { PyNamespace, PythonError, repr } from './pythonValues.ts';
import { pythonSays } from './testPythonSays.ts';

const math = new PyNamespace('math', {
  get: (name) => mathNames.get(name),
  names: () => mathNames.keys(),
});
const around = {
  get: (name: string) => (name === 'math' ? math : (builtins.get(name) ?? mathNames.get(name))),
  names: () => [...builtins.keys(), ...mathNames.keys()],
  work: () => {},
};
const value = (source: string) => evaluate(parseExpression(source), around);

function mistake(source: string): string {
  try {
    return `taken: ${repr(value(source))}`;
  } catch (error) {
    if (error instanceof PythonError) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

describe('expressions', () => {
  test.each(pythonSays)('%s is %s', (source, printed) => {
    expect(repr(value(source))).toBe(printed);
  });

  test.each([
    ['gamma(0.5)', Math.sqrt(Math.PI)],
    ['lgamma(10.5)', 13.940625219403763],
    ['erf(-2.7)', -0.9998656672600595],
  ])('%s to rounding', (source, wanted) => {
    expect(value(source)).toBeCloseTo(wanted, 13);
  });

  test('a dict has its keys as attributes, but for methods', () => {
    expect(value("{'mass': {'x': 2}, 'items': 1}.mass.x")).toBe(2n);
    expect(repr(value("{'items': 1}.items()"))).toBe("[('items', 1)]");
  });
});

describe('mistakes', () => {
  test.each([
    ['sinn(1)', "NameError: name 'sinn' is not defined; did you mean 'sin'?"],
    ['math.coss(1)', "AttributeError: math has no 'coss'; did you mean 'cos'?"],
    ["{'wrist': 1}['wirst']", "KeyError: there is no key 'wirst'; did you mean 'wrist'?"],
    ['1 / 0', 'ZeroDivisionError: division by zero'],
    ["'a' + 1", 'TypeError: "+" is not between str and int; str(…) makes text of a value'],
    ['[1, 2][2]', 'IndexError: [2] is beyond the 2 items'],
    ['sqrt(-1)', 'ValueError: sqrt(-1) is not defined'],
    ['1 +', 'SyntaxError: its end is not expected here'],
    ['(1', 'SyntaxError: ")" is missing before its end'],
    ['1 2', 'SyntaxError: 2 is not expected here'],
    ["'a", "SyntaxError: a string without its last '"],
    ['a ? b', 'SyntaxError: "?" belongs to no expression'],
    ['lambda x: x', 'SyntaxError: lambda is not read'],
    ['', 'SyntaxError: there is no expression'],
    ['__import__', 'NameError: the name __import__ is not allowed'],
    ["''.__class__", 'NameError: the name __class__ is not allowed'],
    ['[1].constructor', "AttributeError: a list has no 'constructor'"],
    ["'x'.__proto__", 'NameError: the name __proto__ is not allowed'],
    ['1(2)', 'TypeError: an int cannot be called'],
    ["'a' < 1", 'TypeError: "<" is not between str and int'],
    ['{[1]: 2}', 'TypeError: a list is no key of a dict'],
  ])('%s', (source, said) => {
    expect(mistake(source)).toBe(said);
  });
});

describe('what would never end', () => {
  test.each([
    '9 ** 9 ** 9',
    '2 ** 10000',
    '10.0 ** 400',
    "'a' * 10 ** 9",
    '[0] * 10 ** 9',
    'range(10 ** 9)',
    "'%1000000000d' % 1",
    "'{:1000000000}'.format(1)",
    "'a'.center(10 ** 9)",
    "('ab' * 1000).replace('a', 'x' * 10000)",
    "('x' * 100000).join(['a'] * 100)",
    `${'('.repeat(200)}1${')'.repeat(200)}`,
    `${'-'.repeat(200)}1`,
    `${'2 ** '.repeat(200)}1`,
    'str([[[[[0] * 100] * 100] * 100] * 100])',
    '[[0] * 10000] * 10000 == [[0] * 10000] * 10000',
    '1 << 100000',
    `1${'0'.repeat(2000)}`,
  ])('%s', (source) => {
    expect(mistake(source)).toMatch(/^(Limit|Overflow|Syntax|Value)Error: /);
  });
});
