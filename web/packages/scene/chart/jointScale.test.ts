import type { InlineTree, Joint } from '@iklab/core/scenario';
import { describe, expect, test } from 'vitest';
import { makeJointValueScale } from './jointScale.ts';

const rad = (degrees: number): number => (degrees * Math.PI) / 180;
const joint = (type: Joint['type'], limits: Joint['limits'] = null, id = 'j'): Joint =>
  ({ id, type, limits }) as Joint;
const scaleOf = (...joints: Joint[]) =>
  makeJointValueScale({ joints, effectors: [] } as InlineTree);

describe('angles', () => {
  const scale = scaleOf(
    joint('revolute', [rad(-60), rad(120)], 'elbow'),
    joint('fixed'),
    joint('revolute'),
  );

  const span = (...places: number[]) => scale.fit(places).map((end) => Math.round(end / 1.14));

  test('are in degrees, symmetric about zero, in the smallest range that fits the values', () => {
    expect(span(3, -48)).toEqual([-60, 60]);
    expect(span(0)).toEqual([-10, 10]);
    expect(span(-90)).toEqual([-90, 90]);
    expect(span(170, -20)).toEqual([-180, 180]);
    expect(span(4000)).toEqual([-360, 360]);
    const named = (...places: number[]) => scale.ticks(scale.fit(places)).map(({ text }) => text);
    expect(named(48)).toEqual(['−45°', '0°', '+45°']);
    expect(named(170)).toEqual(['−180°', '0°', '+180°']);
    for (let far = 0; far < 400; far += 0.7) {
      const [low, high] = scale.fit([far]);
      for (const { value: at } of scale.ticks([low, high])) expect(Math.abs(at)).toBeLessThan(high);
      if (far <= 360) expect(high).toBeGreaterThan(far);
      if (far > 10 && far < 360) expect(high, `${far}`).toBeLessThan(2.3 * far);
    }
  });

  test('have bands for limited joints; a fixed joint has no column', () => {
    expect(scale.bands.length).toBe(2);
    expect(scale.bands[0]?.map(Math.round)).toEqual([-60, 120]);
    expect(scale.bands[1]).toBeNull();
  });

  test('wrap for an unlimited joint, but not for a limited one', () => {
    expect(scale.position(1, rad(370))).toBeCloseTo(10, 9);
    expect(scale.position(0, rad(370))).toBeCloseTo(370, 9);
  });

  test('are at a limit when they reach or exceed it', () => {
    expect(scale.isAtLimit(0, rad(120))).toBe(true);
    expect(scale.isAtLimit(0, rad(-61))).toBe(true);
    expect(scale.isAtLimit(0, rad(119.9))).toBe(false);
    expect(scale.isAtLimit(1, rad(500))).toBe(false);
  });

  test('are written with the name of the joint', () => {
    expect(scale.valueText(0, rad(-32.06))).toBe('elbow: −32.1°');
  });
});

test('prismatic joints are in metres, with zero on the axis', () => {
  const scale = scaleOf(joint('prismatic', [0.2, 0.8], 'lift'));
  const [low, high] = scale.fit([0.5]);
  expect(low).toBeLessThanOrEqual(0);
  expect(high).toBeGreaterThan(0.5);
  expect(high).toBeLessThan(0.6);
  expect(scale.ticks([low, high]).map(({ text }) => text)).toContain('200 mm');
  expect(scale.fit([0])[1], 'without values, the limits').toBeGreaterThan(0.8);
  expect(scaleOf(joint('prismatic', [-1e6, 1e6])).fit([0.3, -0.1])[1]).toBeLessThan(0.4);
  expect(scale.position(0, 0.5)).toBe(0.5);
  expect(scale.valueText(0, 0.5)).toBe('lift: 500 mm');
});

test('hinges and slides together are placed relative to their limits', () => {
  const scale = scaleOf(
    joint('prismatic', [0, 0.4]),
    joint('revolute', [-1, 3]),
    joint('revolute'),
  );
  expect(scale.ticks(scale.fit([])).map(({ text }) => text)).toEqual(['lower', 'middle', 'upper']);
  expect(scale.bands).toEqual([[-1, 1], [-1, 1], null]);
  expect(scale.position(0, 0.1)).toBeCloseTo(-0.5, 12);
  expect(scale.position(1, 3)).toBe(1);
  expect(scale.position(2, Math.PI / 2)).toBeCloseTo(0.5, 12);
});
