import { expect, test } from 'vitest';
import { jointSliderRange, jointValueAfterKey, snapJointValue } from './jointSliderRange.ts';

const turn = Math.PI / 180;
const units = { angle: 'degrees', length: 'm' } as const;
const hinge = { type: 'revolute', limits: [-2, 1] } as const;
const rail = { type: 'prismatic', limits: [0, 0.4] } as const;

test('a slider spans the joint limits and any value beyond them', () => {
  expect(jointSliderRange(hinge, [0], 1, units)).toMatchObject({ least: -2, most: 1 });
  expect(jointSliderRange(hinge, [1.5], 1, units)).toMatchObject({ least: -2, most: 1.5 });
});

test('without limits it spans whole turns, or the reach of the mechanism for a prismatic joint', () => {
  const free = { type: 'revolute', limits: null } as const;
  expect(jointSliderRange(free, [0.1], 1, units)).toMatchObject({ least: -Math.PI, most: Math.PI });
  expect(jointSliderRange(free, [200 * turn], 1, units)).toMatchObject({ most: 2 * Math.PI });
  const slide = { type: 'prismatic', limits: null } as const;
  expect(jointSliderRange(slide, [0], 1.5, units)).toMatchObject({ least: -1.5, most: 1.5 });
});

test('arrow keys move by 1°, with Shift by 0.1°; a prismatic step suits the length of the range', () => {
  const span = jointSliderRange(hinge, [0], 1, units);
  expect(jointValueAfterKey('ArrowRight', false, 0, span)).toBeCloseTo(turn, 12);
  expect(jointValueAfterKey('ArrowDown', true, 0, span)).toBeCloseTo(-turn / 10, 12);
  expect(jointValueAfterKey('PageUp', false, 0, span)).toBeCloseTo(10 * turn, 12);
  expect(jointValueAfterKey('Home', false, 0, span)).toBe(-2);
  expect(jointValueAfterKey('End', false, 0, span)).toBe(1);
  expect(jointValueAfterKey('a', false, 0, span)).toBe(null);
  expect(jointSliderRange(rail, [0], 1, units)).toMatchObject({ step: 0.01, fine: 0.001 });
});

test('settledValue rounds to few digits and clamps to the limits', () => {
  const span = jointSliderRange(hinge, [0], 1, units);
  expect(snapJointValue(0.123456, hinge, span, units)).toBe(7.1 * turn);
  expect(snapJointValue(5, hinge, span, units)).toBe(1);
  expect(snapJointValue(-1e-9, hinge, span, units)).toBe(0);
  const radians = { angle: 'radians', length: 'm' } as const;
  const inRadians = jointSliderRange(hinge, [0], 1, radians);
  expect(snapJointValue(0.123456, hinge, inRadians, radians)).toBe(0.123);
  expect(snapJointValue(0.12345, rail, jointSliderRange(rail, [0], 1, units), units)).toBe(0.123);
});
