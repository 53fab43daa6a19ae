import { describe, expect, test } from 'vitest';
import type { InlineTree, Joint } from '../scenario/types.ts';
import { jointScale } from './jointScale.ts';

const rad = (degrees: number): number => (degrees * Math.PI) / 180;
const joint = (type: Joint['type'], limits: Joint['limits'] = null, id = 'j'): Joint =>
  ({ id, type, limits }) as Joint;
const scaleOf = (...joints: Joint[]) => jointScale({ joints, effectors: [] } as InlineTree);

describe('angles', () => {
  const scale = scaleOf(
    joint('revolute', [rad(-60), rad(120)], 'elbow'),
    joint('fixed'),
    joint('revolute'),
  );

  test('are degrees about zero, as wide as the widest limits', () => {
    expect(scale.range[0]).toBeCloseTo(-180 * 1.14, 9); // the free joint turns all around
    expect(scale.range[1]).toBeCloseTo(180 * 1.14, 9);
    expect(scaleOf(joint('revolute', [rad(-60), rad(120)])).ticks).toEqual([-90, 0, 90]);
    expect(scale.ticks.map(scale.name)).toEqual(['−180°', '0°', '+180°']);
  });

  test('have bands where there are limits; a fixed joint has no place', () => {
    expect(scale.bands.length).toBe(2);
    expect(scale.bands[0]?.map(Math.round)).toEqual([-60, 120]);
    expect(scale.bands[1]).toBeNull();
  });

  test('of a free joint repeat after a turn, those of a limited one do not', () => {
    expect(scale.place(1, rad(370))).toBeCloseTo(10, 9);
    expect(scale.place(0, rad(370))).toBeCloseTo(370, 9);
  });

  test('are on the limit at it and beyond', () => {
    expect(scale.onLimit(0, rad(120))).toBe(true);
    expect(scale.onLimit(0, rad(-61))).toBe(true);
    expect(scale.onLimit(0, rad(119.9))).toBe(false);
    expect(scale.onLimit(1, rad(500))).toBe(false);
  });

  test('are said with the name of the joint', () => {
    expect(scale.say(0, rad(-32.06))).toBe('elbow: −32.1°');
  });
});

test('slides are metres, with zero on the axis', () => {
  const scale = scaleOf(joint('prismatic', [0.2, 0.8], 'lift'));
  expect(scale.range[0]).toBeLessThan(0);
  expect(scale.range[1]).toBeGreaterThan(0.8);
  expect(scale.ticks.map(scale.name)).toContain('200 mm');
  expect(scale.place(0, 0.5)).toBe(0.5);
  expect(scale.say(0, 0.5)).toBe('lift: 500 mm');
});

test('mixed, each stands between its own limits', () => {
  const scale = scaleOf(
    joint('prismatic', [0, 0.4]),
    joint('revolute', [-1, 3]),
    joint('revolute'),
  );
  expect(scale.ticks.map(scale.name)).toEqual(['lower', 'middle', 'upper']);
  expect(scale.bands).toEqual([[-1, 1], [-1, 1], null]);
  expect(scale.place(0, 0.1)).toBeCloseTo(-0.5, 12);
  expect(scale.place(1, 3)).toBe(1);
  expect(scale.place(2, Math.PI / 2)).toBeCloseTo(0.5, 12);
});
