import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal } from './parseDecimal.ts';

const POINT = 46;
const COMMA = 44;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string, point = POINT) =>
  parseDecimal(bytesOf(`7${text}7`), 1, 1 + bytesOf(text).length, point);
const settings = { numRuns: 4000 };

test('doubles written by JavaScript or Python are read exactly', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
      for (const text of [String(x), x.toExponential(18), x.toExponential(), x.toPrecision(17)])
        expect(read(text)).toBe(Number(text));
    }),
    settings,
  );
});

const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${most}}$`));
const decimal = fc
  .tuple(
    fc.constantFrom('', '-', '+', '--'),
    digits(24),
    fc.constantFrom('', '.', '.', '..', ','),
    digits(24),
    fc.constantFrom('', '', 'e', 'E', 'e-', 'e+', 'e-+', 'x'),
    digits(4),
  )
  .map((parts) => parts.join(''));
const isDecimal = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);

test('random decimal-like text is a number exactly if Number() accepts it as a decimal', () => {
  fc.assert(
    fc.property(decimal, (text) => {
      const number = Number(text);
      const right = isDecimal(text) && Number.isFinite(number) ? number : Number.NaN;
      expect(read(text)).toBe(right);
    }),
    settings,
  );
});

test.each([
  ['9007199254740993', 9007199254740992], // halfway between two doubles: rounded to even
  ['9007199254740995', 9007199254740996],
  ['9007199254740993.0001', 9007199254740994],
  ['-0', -0],
  ['0e5', 0],
  ['000000000000000000000000.5', 0.5],
  ['1e-400', 0],
  ['4.9e-324', 5e-324],
])('%s is read as %d', (text, number) => {
  expect(read(text)).toBe(number);
});

test.each([
  '',
  '-',
  '.',
  'e5',
  '1e',
  '1e+',
  '1 2',
  '0x10',
  'Infinity',
  'nan',
  'true',
  '1e999',
  '1_0',
])('"%s" is not a number', (text) => {
  expect(read(text)).toBeNaN();
});

test('with a decimal comma, points are invalid, and vice versa', () => {
  expect(read('1,25', COMMA)).toBe(1.25);
  expect(read('-3,14159265358979312e-3', COMMA)).toBe(Number('-3.14159265358979312e-3'));
  expect(read('0,1234567890123456789012', COMMA)).toBe(Number('0.1234567890123456789012'));
  expect(read('1.25', COMMA)).toBeNaN();
  expect(read('1,25')).toBeNaN();
});

test('any bytes give a finite number or NaN', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const number = parseDecimal(bytes, 0, bytes.length, POINT);
      expect(Number.isNaN(number) || Number.isFinite(number)).toBe(true);
    }),
  );
});
