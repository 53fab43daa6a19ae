import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LengthUnit } from '../scenario/types.ts';
import {
  degreesQuantity,
  formatAsTyped,
  positionQuantity,
  type Quantity,
  quantityOfUnit,
  secondsQuantity,
} from './quantity.ts';

const SCENES: readonly LengthUnit[] = ['m', 'cm', 'mm', 'none'];

const tolerance = quantityOfUnit('m', { small: true });
const lambda = quantityOfUnit('m');

test.each<[Quantity, string, number]>([
  [positionQuantity('m'), '-5', -0.005],
  [positionQuantity('m'), '2 cm', 0.02],
  [positionQuantity('m'), '1.2 m', 1.2],
  [positionQuantity('m'), '-5 mm', -0.005],
  [positionQuantity('m'), '1,1', 0.0011],
  [positionQuantity('m'), '−0.3', -0.0003],
  [positionQuantity('m'), '1e3', 1],
  [positionQuantity('m'), '0.000001km', 0.001],
  [positionQuantity('cm'), '2', 2],
  [positionQuantity('cm'), '5 mm', 0.5],
  [positionQuantity('mm'), '1.2 M', 1200],
  [positionQuantity('none'), '16.9', 16.9],
  [positionQuantity('none'), '16.9 units', 16.9],
  [tolerance, '1e-4', 1e-7],
  [tolerance, '0.1 µm', 1e-7],
  [lambda, '0.7', 0.7],
  [lambda, '70 cm', 0.7],
  [degreesQuantity, '30 deg', Math.PI / 6],
  [degreesQuantity, '45°', Math.PI / 4],
  [degreesQuantity, '0.5 rad', 0.5],
  [secondsQuantity, '250 ms', 0.25],
  [quantityOfUnit('m/rad'), '0.5', 0.5],
  [quantityOfUnit('m/rad'), '0.5 m/rad', 0.5],
  [quantityOfUnit(''), ' 7 ', 7],
])('%o reads %s', (field, typed, value) => expect(field.read(typed)).toBe(value));

test.each([
  [positionQuantity('m'), '2 kg', 'must be in m, cm, mm, km or µm; got 2 kg'],
  [positionQuantity('m'), '30 deg', 'must be in m, cm, mm, km or µm; got 30 deg'],
  [positionQuantity('m'), 'much', 'must be a number in mm; got much'],
  [positionQuantity('cm'), '', 'must be a number in cm; the field is empty'],
  [positionQuantity('none'), '2 cm', 'must be in units; got 2 cm'],
  [degreesQuantity, '2 cm', 'must be in deg or rad; got 2 cm'],
  [degreesQuantity, 'half', 'must be a number in degrees; got half'],
  [quantityOfUnit(''), '3 m', 'must be a number without a unit; got 3 m'],
  [quantityOfUnit(''), 'ten', 'must be a number; got ten'],
  [lambda, '1e999', 'must be smaller than 1e308; got 1e999'],
  [lambda, 'Infinity', 'must be a number in m; got Infinity'],
])('%o refuses %s', (field, typed, reason) => expect(field.read(typed)).toBe(reason));

test('formats numbers in the unit of the field and the scene', () => {
  expect([
    positionQuantity('m').textWithUnit(0.4123),
    positionQuantity('cm').textWithUnit(12.345),
    positionQuantity('none').textWithUnit(16.9),
  ]).toEqual(['412.3 mm', '12.35 cm', '16.9 units']);
  expect([degreesQuantity.textWithUnit(Math.PI / 4), quantityOfUnit('').textWithUnit(3)]).toEqual([
    '45°',
    '3',
  ]);
  expect(SCENES.map((scene) => quantityOfUnit('m²', { scene }).unit)).toEqual([
    'm²',
    'cm²',
    'mm²',
    'units²',
  ]);
  expect([tolerance.text(1e-7), tolerance.text(1e-10), positionQuantity('m').text(-1e-9)]).toEqual([
    '0.0001',
    '1e-7',
    '0',
  ]);
});

const fields: readonly Quantity[] = [
  ...SCENES.map(positionQuantity),
  ...SCENES.map((scene) => quantityOfUnit('m', { scene, small: true })),
  ...SCENES.map((scene) => quantityOfUnit('m²', { scene })),
  degreesQuantity,
  secondsQuantity,
  quantityOfUnit('rad'),
  quantityOfUnit(''),
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
      const field = quantityOfUnit('m', { scene, small: true });
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
  const { text } = positionQuantity('m');
  expect([0.01995, -0.00005, 0.00004, 0.0123].map(text)).toEqual(['20', '-0.1', '0', '12.3']);
  expect(text(-0.00004)).toBe('0');
});

test('asTyped quotes the typed digits, with the unit of the field', () => {
  const plain = quantityOfUnit('', {});
  expect(formatAsTyped('99999', 99999, plain)).toBe('99999');
  expect(formatAsTyped('5000', 5000, plain)).toBe('5000');
  const length = quantityOfUnit('m', { scene: 'm' });
  const typed = (text: string) => formatAsTyped(text, length.read(text) as number, length);
  expect(typed(' 1234567 ')).toBe(`1234567 ${length.unit}`);
  expect(typed('1234567 m')).toBe('1234567 m');
  expect(formatAsTyped('123456', (123456 * Math.PI) / 180, quantityOfUnit('rad', {}))).toBe(
    '123456°',
  );
});
