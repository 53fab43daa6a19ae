import { expect, test } from 'vitest';
import { paramRangeText, SLIDER_POSITIONS, sliderScale } from './sliderScale.ts';

const lambda = sliderScale({ unit: 'm', min: 0, max: 1000, initial: 1.1, scale: 'log' });
const turn = sliderScale({
  unit: 'rad',
  min: 0,
  max: Math.PI,
  initial: Math.PI / 4,
  scale: 'linear',
});

test('angles are shown and typed in degrees', () => {
  expect([turn.text(Math.PI / 4), turn.unit]).toEqual(['45', '°']);
  expect(turn.read('90')).toBeCloseTo(Math.PI / 2, 15);
  expect(turn.value(turn.position(Math.PI / 4))).toBeCloseTo(Math.PI / 4, 2);
});

test('a logarithmic slider has its default in the middle and zero at its left end', () => {
  expect(lambda.position(1.1)).toBeCloseTo(SLIDER_POSITIONS / 2, -1);
  expect(lambda.value(0)).toBe(0);
  expect(lambda.position(0)).toBe(0);
  expect(lambda.value(SLIDER_POSITIONS)).toBe(1000);
});

test('place inverts value; values have three digits', () => {
  for (let place = 1; place < SLIDER_POSITIONS; place += 37) {
    const value = lambda.value(place);
    expect(Math.abs(lambda.position(value) - place)).toBeLessThanOrEqual(1);
    expect(value).toBe(Number(value.toPrecision(3)));
  }
});

test('integer parameters have only whole values', () => {
  const count = sliderScale({ unit: '', min: 1, max: 20, initial: 5, scale: 'integer' });
  for (let place = 0; place <= SLIDER_POSITIONS; place += 50) {
    expect(Number.isInteger(count.value(place))).toBe(true);
  }
});

test('reads typed numbers, formats small ones, and rejects other text with a reason', () => {
  expect(lambda.read(' 0,7 ')).toBe(0.7);
  expect(lambda.read('−3')).toBe(-3);
  expect(lambda.read('1e-3')).toBe(0.001);
  expect(lambda.text(1e-4)).toBe('0.0001');
  expect(lambda.text(1e-7)).toBe('1e-7');
  expect(lambda.read('much')).toBe('must be a number in m; got much');
});

test.each([
  ['m', 0, 1000, 1.1, '0 to 1000 m'],
  ['rad', 1e-6, 2 * Math.PI, Math.PI / 4, 'above 0, to 360°'],
  ['m', 1e-12, 10, 1e-6, 'above 0, to 10 m'],
  ['', 1.0001, 1e9, 100, 'above 1, to 10⁹'],
  ['', 0.001, 0.99, 0.9, '0.001 to 0.99'],
  ['', 2, 64, 8, '2 to 64'],
  ['rad', 0, 2 * Math.PI, 0, '0 to 360°'],
])(
  'rangeText describes a range in %s from %d to %d with default %d',
  (unit, min, max, initial, said) => {
    expect(paramRangeText({ unit, min, max, initial, scale: 'log' })).toBe(said);
  },
);
