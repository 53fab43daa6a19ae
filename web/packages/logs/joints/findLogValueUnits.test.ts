import type { Joint } from '@iklab/core/scenario';
import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import { describe, expect, test } from 'vitest';
import { findLogValueUnits, type LogJointValues } from './findLogValueUnits.ts';
import { makePlanarTestHinge } from './testArm.ts';

const { NaN: none } = Number;

const joint = (values: number[], changes: Partial<Joint> = {}, name = 'a'): LogJointValues => ({
  joint: makePlanarTestHinge('a', { limits: [-Math.PI, Math.PI], ...changes }),
  column: { name, values: Float64Array.from(values) },
});
const slide = (values: number[], limits: [number, number] | null = [0, 0.5], name = 'a') =>
  joint(values, { type: 'prismatic', limits }, name);

/**
 * The units found for joints whose effectors are this far from their targets, read as radians or
 * as degrees.
 */
const read = (joints: LogJointValues[], radians = none, degrees = none) =>
  findLogValueUnits(joints, null, ([first]) => (first === 1 ? radians : degrees));

describe('angles', () => {
  test.each([
    ['q [deg]', 'degrees', RADIANS_PER_DEGREE],
    ['q_rad', 'radians', 1],
    ['q (°)', 'degrees', RADIANS_PER_DEGREE],
  ] as const)('have the unit in the column name: %s', (name, angles, factor) => {
    const all = [joint([900], {}, name), joint([1])];
    expect(read(all, 1, 2)).toEqual({
      angles,
      sure: true,
      factors: [factor, factor],
      report: [`${angles === 'degrees' ? 'Degrees' : 'Radians'}: from the column names.`],
    });
  });

  test('may have both units by their column names', () => {
    expect(read([joint([9], {}, 'a_deg'), joint([1], {}, 'b_rad')])).toEqual({
      angles: 'degrees',
      sure: true,
      factors: [RADIANS_PER_DEGREE, 1],
      report: ['Degrees and radians: from the column names.'],
    });
  });

  test('are radians if they are within the limits plus a tenth', () => {
    const most = Math.PI * 1.2;
    expect(read([joint([-1, none, most - 1e-9])])).toMatchObject({
      angles: 'radians',
      report: [
        'Radians: the largest range of a column is 4.77; in degrees, the joints would hardly move.',
      ],
    });
    expect(read([joint([-1, most + 1e-9])])).toMatchObject({
      angles: 'degrees',
      report: ['Degrees: in radians, joints would be far outside their limits.'],
    });
    expect(read([joint([2.39 * Math.PI], { limits: null })]).angles).toBe('radians');
    expect(read([joint([2.41 * Math.PI], { limits: null })]).angles).toBe('degrees');
  });

  test('are degrees if a column has a range above 240', () => {
    expect(read([joint([0, 245]), joint([0])], 0.1, 0.1)).toMatchObject({
      angles: 'degrees',
      report: ['Degrees: a column has a range of 245.'],
    });
    const wheel = joint([0, 245], { limits: null });
    expect(read([wheel], 0.1, 0.15).angles).toBe('degrees');
    expect(read([wheel], 0.1, 0.3).angles).toBe('radians'); // many rotations of a wheel
  });

  test('have the unit that puts effectors clearly nearer, if both are possible', () => {
    expect(read([joint([1])], 0.4, 0.012)).toEqual({
      angles: 'degrees',
      sure: true,
      factors: [RADIANS_PER_DEGREE],
      report: ['Degrees: the effectors are then 0.012 m from their targets; as radians, 0.4 m.'],
    });
    expect(read([joint([1])], 0.4, 0.5)).toMatchObject({
      angles: 'radians',
      report: ['Radians: the effectors are then 0.4 m from their targets; as degrees, 0.5 m.'],
    });
    expect(read([joint([0, 1])], 0.4, 0.3).report[0]).toMatch(/hardly move/);
    expect(read([joint([0, 1])], 0.4, 0.4).report[0]).toMatch(/hardly move/);
  });

  test('outside the limits in both units have the nearer one, otherwise radians', () => {
    const far = joint([10], { limits: [-0.01, 0.01] });
    expect(read([far], 0.4, 0.3).angles).toBe('degrees');
    expect(read([far])).toMatchObject({
      angles: 'radians',
      report: [expect.stringMatching(/^Radians, although/)],
    });
  });

  test('have the chosen unit', () => {
    expect(findLogValueUnits([joint([1], {}, 'a_rad')], 'degrees', () => none)).toEqual({
      angles: 'degrees',
      sure: true,
      factors: [RADIANS_PER_DEGREE],
      report: ['Degrees: as chosen.'],
    });
  });
});

test('prismatic joints are in millimetres by name, or if far beyond their limits', () => {
  const factor = (each: LogJointValues) => read([each]).factors[0];
  expect(factor(slide([0, 10]))).toBe(1);
  expect(factor(slide([0, 10.1]))).toBe(1e-3);
  expect(factor(slide([300, 300]))).toBe(1e-3);
  expect(factor(slide([0, 0.1], [0, 0.5], 'lift_mm'))).toBe(1e-3);
  expect(factor(slide([300], [0, 0.5], 'lift [m]'))).toBe(1);
  expect(factor(slide([300], null))).toBe(1);
  expect(read([slide([300]), slide([300]), joint([1], {}, 'a_deg')])).toEqual({
    angles: 'degrees',
    sure: true,
    factors: [1e-3, 1e-3, RADIANS_PER_DEGREE],
    report: ['Degrees: from the column names.', 'Millimetres: 2 prismatic joints.'],
  });
  expect(read([{ ...joint([]), column: null }])).toMatchObject({ factors: [1], report: [] });
});
