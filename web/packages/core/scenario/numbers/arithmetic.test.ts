import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arcTangent, hypot, sineCosine } from './arithmetic.ts';

const coordinate = fc.oneof(
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.double({ min: -3, max: 3, noNaN: true }),
);

/** Returns the difference in units in the last place. */
const ulps = (is: number, should: number): number => {
  if (is === should) return 0;
  const size = Math.max(Math.abs(should), 2.3e-308);
  return Math.abs(is - should) / 2 ** (Math.floor(Math.log2(size)) - 52);
};

describe('arcTangent', () => {
  test('agrees with Math.atan2 to 5 units in the last place', () => {
    fc.assert(
      fc.property(coordinate, coordinate, (y, x) => {
        expect(ulps(arcTangent(y, x), Math.atan2(y + 0, x + 0))).toBeLessThanOrEqual(5);
      }),
      { numRuns: 5000 },
    );
  });

  test('agrees with Math.atan2 to 5 units in the last place at 50 000 slopes from 0 to 1', () => {
    const slopes = Array.from({ length: 50_000 }, (_, i) => i / 50_000);
    const off = slopes.map((slope) => ulps(arcTangent(slope, 1), Math.atan2(slope, 1)));
    expect(off.reduce((most, each) => Math.max(most, each))).toBeLessThanOrEqual(5);
  });

  test('is exact at multiples of 45°', () => {
    const { PI } = Math;
    expect(arcTangent(0, 0)).toBe(0);
    expect(arcTangent(0, 2)).toBe(0);
    expect(arcTangent(0, -2)).toBe(PI);
    expect(arcTangent(-0, -2)).toBe(PI); // −π is never returned
    expect(arcTangent(3, 0)).toBe(PI / 2);
    expect(arcTangent(-3, 0)).toBe(-PI / 2);
    expect(arcTangent(0.3, 0.3)).toBe(PI / 4);
    expect(arcTangent(-0.3, -0.3)).toBe((-3 * PI) / 4);
  });

  test('accepts the smallest and the largest numbers', () => {
    expect(arcTangent(5e-324, 5e-324)).toBe(Math.PI / 4);
    expect(arcTangent(5e-324, 1e15)).toBe(0);
    expect(arcTangent(1e15, 5e-324)).toBe(Math.PI / 2);
  });
});

describe('hypot', () => {
  test('agrees with Math.hypot to 4 units in the last place', () => {
    fc.assert(
      fc.property(fc.array(coordinate, { maxLength: 4 }), (values) => {
        expect(ulps(hypot(...values), Math.hypot(...values))).toBeLessThanOrEqual(4);
      }),
      { numRuns: 5000 },
    );
  });

  test('neither overflows nor underflows', () => {
    expect(hypot()).toBe(0);
    expect(hypot(3, -4)).toBe(5);
    expect(hypot(3e-200, 4e-200)).toBe(5e-200);
    expect(hypot(3e200, 4e200) / 5e200).toBeCloseTo(1, 15);
    expect(hypot(5e-324, 0, 0)).toBe(5e-324);
  });
});

describe('sineCosine', () => {
  test('agrees with Math.sin and Math.cos to 4.5e-16', () => {
    const angle = fc.oneof(
      fc.double({ min: -10, max: 10, noNaN: true }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    );
    fc.assert(
      fc.property(angle, (x) => {
        const { sine, cosine } = sineCosine(x);
        expect(Math.abs(sine - Math.sin(x))).toBeLessThan(4.5e-16);
        expect(Math.abs(cosine - Math.cos(x))).toBeLessThan(4.5e-16);
      }),
      { numRuns: 5000 },
    );
  });

  test('is exact for small angles, and accurate near π', () => {
    expect(sineCosine(0)).toEqual({ sine: 0, cosine: 1 });
    expect(sineCosine(1e-9)).toEqual({ sine: 1e-9, cosine: 1 });
    expect(Math.abs(sineCosine(Math.PI).sine - Math.sin(Math.PI))).toBeLessThan(1e-25);
  });
});
