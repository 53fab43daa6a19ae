import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LengthUnit } from '../scenario/types.ts';
import {
  degreesNotation,
  formatTypedValue,
  positionNotation,
  type Quantity,
  secondsNotation,
  unitNotation,
} from './quantity.ts';

const SCENES: readonly LengthUnit[] = ['m', 'cm', 'mm', 'none'];

const tolerance = unitNotation('m', { small: true });
const lambda = unitNotation('m');

test.each<[Quantity, string, number]>([
  [positionNotation('m'), '-5', -0.005],
  [positionNotation('m'), '2 cm', 0.02],
  [positionNotation('m'), '1.2 m', 1.2],
  [positionNotation('m'), '-5 mm', -0.005],
  [positionNotation('m'), '1,1', 0.0011],
  [positionNotation('m'), '−0.3', -0.0003],
  [positionNotation('m'), '1e3', 1],
  [positionNotation('m'), '0.000001km', 0.001],
  [positionNotation('cm'), '2', 2],
  [positionNotation('cm'), '5 mm', 0.5],
  [positionNotation('mm'), '1.2 M', 1200],
  [positionNotation('none'), '16.9', 16.9],
  [positionNotation('none'), '16.9 units', 16.9],
  [tolerance, '1e-4', 1e-7],
  [tolerance, '0.1 µm', 1e-7],
  [lambda, '0.7', 0.7],
  [lambda, '70 cm', 0.7],
  [degreesNotation, '30 deg', Math.PI / 6],
  [degreesNotation, '45°', Math.PI / 4],
  [degreesNotation, '0.5 rad', 0.5],
  [secondsNotation, '250 ms', 0.25],
  [unitNotation('m/rad'), '0.5', 0.5],
  [unitNotation('m/rad'), '0.5 m/rad', 0.5],
  [unitNotation(''), ' 7 ', 7],
])('%o reads %s', (field, typed, value) => expect(field.read(typed)).toBe(value));

test.each([
  [positionNotation('m'), '2 kg', 'must be in m, cm, mm, km or µm; got 2 kg'],
  [positionNotation('m'), '30 deg', 'must be in m, cm, mm, km or µm; got 30 deg'],
  [positionNotation('m'), 'much', 'must be a number in mm; got much'],
  [positionNotation('cm'), '', 'must be a number in cm; the field is empty'],
  [positionNotation('none'), '2 cm', 'must be in units; got 2 cm'],
  [degreesNotation, '2 cm', 'must be in deg or rad; got 2 cm'],
  [degreesNotation, 'half', 'must be a number in degrees; got half'],
  [unitNotation(''), '3 m', 'must be a number without a unit; got 3 m'],
  [unitNotation(''), 'ten', 'must be a number; got ten'],
  [lambda, '1e999', 'must be smaller than 1e308; got 1e999'],
  [lambda, 'Infinity', 'must be a number in m; got Infinity'],
])('%o refuses %s', (field, typed, reason) => expect(field.read(typed)).toBe(reason));

test('formats numbers in the unit of the field and the scene', () => {
  expect([
    positionNotation('m').textWithUnit(0.4123),
    positionNotation('cm').textWithUnit(12.345),
    positionNotation('none').textWithUnit(16.9),
  ]).toEqual(['412.3 mm', '12.35 cm', '16.9 units']);
  expect([degreesNotation.textWithUnit(Math.PI / 4), unitNotation('').textWithUnit(3)]).toEqual([
    '45°',
    '3',
  ]);
  expect(SCENES.map((scene) => unitNotation('m²', { scene }).unit)).toEqual([
    'm²',
    'cm²',
    'mm²',
    'units²',
  ]);
  expect([tolerance.text(1e-7), tolerance.text(1e-10), positionNotation('m').text(-1e-9)]).toEqual([
    '0.0001',
    '1e-7',
    '0',
  ]);
});

const fields: readonly Quantity[] = [
  ...SCENES.map(positionNotation),
  ...SCENES.map((scene) => unitNotation('m', { scene, small: true })),
  ...SCENES.map((scene) => unitNotation('m²', { scene })),
  degreesNotation,
  secondsNotation,
  unitNotation('rad'),
  unitNotation(''),
];

test('its text parses back to a number with the same text, with the unit or without', () => {
  const value = fc.oneof(
    fc.double({ min: -1e15, max: 1e15, noNaN: true }),
    fc.double({ min: -10, max: 10, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...fields), value, (field, number) => {
      const read = field.read(field.text(number));
      expect(read).toBe(field.read(field.textWithUnit(number)));
      expect(field.text(read as number)).toBe(field.text(number));
    }),
    { numRuns: 2000 },
  );
});

test('numbers of up to four digits survive formatting and parsing exactly', () => {
  const few = fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: -1, max: 3 }));
  fc.assert(
    fc.property(fc.constantFrom(...SCENES), few, (scene, [digits, at]) => {
      const field = unitNotation('m', { scene, small: true });
      const value = Number(`${digits}e${-at - 3}`);
      expect(field.read(field.text(value))).toBe(value + 0);
    }),
    { numRuns: 1000 },
  );
});

test('any typed text is read as a finite number or rejected with a reason that quotes it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.string({ maxLength: 30 }), (field, typed) => {
      const read = field.read(typed);
      if (typeof read === 'number') expect(Number.isFinite(read)).toBe(true);
      else if (typed.trim()) expect(read).toContain(typed.trim());
      else expect(read).toContain('is empty');
    }),
    { numRuns: 2000 },
  );
});

test('rounds halves of the last decimal away from zero, by the decimal text', () => {
  const { text } = positionNotation('m');
  expect([0.01995, -0.00005, 0.00004, 0.0123].map(text)).toEqual(['20', '-0.1', '0', '12.3']);
  expect(text(-0.00004)).toBe('0');
});

test('asTyped quotes the typed digits, with the unit of the field', () => {
  const plain = unitNotation('', {});
  expect(formatTypedValue('99999', 99999, plain)).toBe('99999');
  expect(formatTypedValue('5000', 5000, plain)).toBe('5000');
  const length = unitNotation('m', { scene: 'm' });
  const typed = (text: string) => formatTypedValue(text, length.read(text) as number, length);
  expect(typed(' 1234567 ')).toBe(`1234567 ${length.unit}`);
  expect(typed('1234567 m')).toBe('1234567 m');
  expect(formatTypedValue('123456', (123456 * Math.PI) / 180, unitNotation('rad', {}))).toBe(
    '123456°',
  );
});
