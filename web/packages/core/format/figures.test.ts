import { expect, test } from 'vitest';
import {
  angleText,
  bytesText,
  clockText,
  computedLengthText,
  countWord,
  degreesText,
  fixedDecimalsText,
  fixedWidthNumberText,
  lengthWithUnit,
  microsecondsText,
  numberText,
  valueWithUnitText,
} from './figures.ts';

test.each([
  [0, '< 0.01 mm'],
  [9.9e-6, '< 0.01 mm'],
  [1e-5, '0.010 mm'],
  [1e-4, '0.10 mm'],
  [0.0053, '5.3 mm'],
  [0.00996, '10 mm'],
  [0.0994, '99 mm'],
  [0.0996, '100 mm'],
  [0.549, '549 mm'],
  [0.9994, '999 mm'],
  [0.9996, '1.00 m'],
  [5.7, '5.70 m'],
  [12.34, '12.3 m'],
  [1234.5, '1235 m'],
  [Number.POSITIVE_INFINITY, '∞ m'],
])('lengthFigure formats %f m as %s', (metres, text) => {
  expect(valueWithUnitText(lengthWithUnit(metres))).toBe(text);
});

test.each([
  ['mm', 549, '549 mm'],
  ['mm', 1234.5, '1235 mm'],
  ['mm', 5.3, '5.3 mm'],
  ['mm', 0, '< 0.01 mm'],
  ['cm', 16.94, '16.9 cm'],
  ['cm', 0.0534, '0.053 cm'],
  ['cm', 1e-4, '< 0.001 cm'],
  ['none', 16.94, '16.9 units'],
  ['none', 0.999, '1.0 units'],
  ['none', Number.POSITIVE_INFINITY, '∞ units'],
] as const)('lengthFigure in unit %s formats %f as %s', (unit, value, text) => {
  expect(valueWithUnitText(lengthWithUnit(value, unit))).toBe(text);
});

test('columnText keeps zeros at the end', () => {
  expect([0.41, 0.411, 2, 0.99996, 12.34].map(fixedWidthNumberText)).toEqual([
    ...['0.410', '0.411', '2.00', '1.00', '12.3'],
  ]);
  expect([0, 1e-6, 999.6].map(fixedWidthNumberText)).toEqual(['0', '10⁻⁶', '1000']);
});

test('numberText uses powers of ten for extreme values; degreesText converts radians', () => {
  expect([0.7, 1e-4, 0, 0.3703, 4000].map(numberText)).toEqual([
    '0.7',
    '0.0001',
    '0',
    '0.37',
    '4000',
  ]);
  expect([1e-6, 2.5e-12, 1e7].map(numberText)).toEqual(['10⁻⁶', '2.5 · 10⁻¹²', '10⁷']);
  expect(degreesText(Math.PI / 4)).toBe('45°');
});

test('computedText rounds to three digits and appends the unit of the scene', () => {
  expect(computedLengthText(0.0083921, 'm')).toBe('0.00839 m');
  expect(computedLengthText(1.10004, 'none')).toBe('1.1 units');
  expect(computedLengthText(4.5e-9, 'mm')).toBe('4.5 · 10⁻⁹ mm');
});

test('clockText shows minutes, seconds and tenths; countText spells small counts', () => {
  expect([0, 4.2, 59.96, 61, 252 / 60].map(clockText)).toEqual([
    '0:00.0',
    '0:04.2',
    '0:59.9',
    '1:01.0',
    '0:04.2',
  ]);
  expect([1, 4, 12].map(countWord)).toEqual(['one', 'four', '12']);
});

test.each([
  [1.234, '1.2 µs'],
  [9.94, '9.9 µs'],
  [9.96, '10 µs'],
  [123.4, '123 µs'],
])('microsFigure formats %d µs as %s', (value, text) => expect(microsecondsText(value)).toBe(text));

test.each([
  [0, '1 kB'],
  [684, '1 kB'],
  [411_900, '412 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [2_140_000, '2.1 MB'],
  [23_600_000, '24 MB'],
])('bytesText formats %i bytes as %s', (count, said) => {
  expect(bytesText(count)).toBe(said);
});

test.each([
  [19.95, 1, '20.0'],
  [-0.05, 1, '-0.1'],
  [0.05, 1, '0.1'],
  [-0.04, 1, '0.0'],
  [1.005, 2, '1.01'],
  [2.5, 0, '3'],
  [8.345, 2, '8.35'],
  [0.1 + 0.2, 1, '0.3'],
  [1e-9, 2, '0.00'],
  [1e20, 1, '100000000000000000000.0'],
  [Number.POSITIVE_INFINITY, 1, 'Infinity'],
])(
  'fixedText rounds %f to %d decimals as %s: halves of the decimal text away from zero',
  (value, decimals, text) => {
    expect(fixedDecimalsText(value, decimals)).toBe(text);
  },
);

test.each([
  [19.95, '20.0 m'],
  [1.005, '1.01 m'],
  [0.00145, '1.5 mm'],
  [0.000345, '0.35 mm'],
  [0.1005, '101 mm'],
])('lengthFigure rounds the half %f m up to %s', (metres, text) => {
  expect(valueWithUnitText(lengthWithUnit(metres))).toBe(text);
});

test.each([
  [720, '720°'],
  [800, '2.2 turns'],
  [101_153, '281 turns'],
  [3_600_000, '10\u202f000 turns'],
])('angleFigure formats %s° as %s', (degrees, text) =>
  expect(angleText((degrees * Math.PI) / 180)).toBe(text),
);
