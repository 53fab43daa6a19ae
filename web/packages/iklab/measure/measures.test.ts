import { describe, expect, test } from 'vitest';
import type { InlineTree, Joint } from '../scenario/types.ts';
import { Course, type UpdateWindow } from './measures.ts';

const joint = (id: string, changes: Partial<Joint> = {}): Joint => ({
  id,
  parent: null,
  type: 'revolute',
  xyz: [0, 0, 0],
  rpy: [0, 0, 0],
  axis: [0, 0, 1],
  limits: null,
  rest: 0,
  comfort: 0,
  weight: 1,
  pitch: 0,
  ...changes,
});

const treeOf = (...joints: Joint[]): InlineTree => ({ joints, effectors: [] });

/** Measures of a course given by the joint values at every update. */
function over(
  window: UpdateWindow,
  way: (update: number) => number[],
  updates: number,
  tree = treeOf(...way(0).map((_, i) => joint(`j${i}`))),
  error: (update: number) => number = () => 0,
) {
  const course = new Course(tree);
  for (let i = 1; i <= updates; i++) {
    const [now, before] = [way(i), way(i - 1)];
    const step = Float64Array.from(now, (angle, j) => angle - (before[j] as number));
    course.record(step, Float64Array.from(now), error(i));
  }
  return course.over(window);
}

describe('jitter', () => {
  test('is 0 for a steady turn and 2 for a swing at every update', () => {
    for (const window of ['recent', 'settled', 'all'] as const) {
      expect(over(window, (i) => [0.01 * i], 600).jitter).toBeCloseTo(0, 9);
      expect(over(window, (i) => [0.01 * (i % 2)], 600).jitter).toBeCloseTo(2, 3);
    }
  });

  test('is the mean over the joints: half of them swing, 1', () => {
    expect(over('recent', (i) => [i % 2, i], 300).jitter).toBeCloseTo(1, 5);
  });

  test('a slow swing has little, a joint at rest none', () => {
    expect(over('recent', (i) => [Math.sin(i / 20)], 300).jitter).toBeLessThan(0.1);
    expect(over('recent', (i) => [i % 2, 3], 300).jitter).toBeCloseTo(1, 5);
  });
});

describe('shake', () => {
  test('of a steady turn is 0, of a swing of a radians 2 a', () => {
    expect(over('all', (i) => [0.02 * i], 200).shake).toBeCloseTo(0, 12);
    expect(over('all', (i) => [0.3 * (i % 2)], 200).shake).toBeCloseTo(0.6, 12);
  });

  test('is the length over the joints: 3 and 4 make 5', () => {
    const swing = (i: number) => [0.03 * (i % 2), 0.04 * (i % 2)];
    expect(over('recent', swing, 200).shake).toBeCloseTo(2 * 0.05, 12);
  });

  test('of a constant acceleration a is a', () => {
    expect(over('recent', (i) => [0.5 * 0.001 * i * i], 200).shake).toBeCloseTo(0.001, 12);
  });

  test('is in radians: joints that slide do not count beside joints that turn', () => {
    const tree = treeOf(joint('a'), joint('b', { type: 'prismatic' }));
    const swing = (i: number) => [0.1 * (i % 2), 5 * (i % 2)];
    expect(over('recent', swing, 200, tree).shake).toBeCloseTo(0.2, 12);
    const slides = treeOf(joint('b', { type: 'prismatic' }));
    expect(over('recent', (i) => [0.5 * (i % 2)], 200, slides).shake).toBeCloseTo(1, 12);
  });
});

test('travel adds up both ways, apart for joints that slide', () => {
  const tree = treeOf(joint('a'), joint('b'), joint('c', { type: 'prismatic' }));
  const way = (i: number) => [0.1 * (i % 2), -0.02 * i, 0.5 * (i % 2)];
  const { travel, slide } = over('all', way, 10, tree);
  expect(travel).toBeCloseTo(10 * 0.1 + 10 * 0.02, 12);
  expect(slide).toBeCloseTo(5, 12);
});

test('limit time is the share of updates on a limit or beyond', () => {
  const tree = treeOf(joint('a', { limits: [-1, 1] }), joint('b'));
  const way = (i: number) => [i <= 50 ? 0 : i <= 75 ? 1 : 1.5, 9];
  expect(over('all', way, 100, tree).limited).toBeCloseTo(0.5, 12);
  expect(over('all', (i) => [0.9, i], 100, tree).limited).toBe(0);
});

describe('branch jumps', () => {
  const leap = (at: number, size: number) => (i: number) => [0.01 * i + (i >= at ? size : 0)];

  test('count turns that are large, and larger than those before', () => {
    expect(over('all', leap(60, 1), 100).jumps).toBe(1);
    expect(
      over('all', (i) => [leap(60, 1)(i)[0] as number, leap(80, -2)(i)[0] as number], 100).jumps,
    ).toBe(2);
  });

  test('not small ones, nor those among the first 16, nor a run of large steps', () => {
    expect(over('all', leap(60, 0.2), 100).jumps).toBe(0);
    expect(over('all', leap(5, 1), 100).jumps).toBe(0);
    expect(over('all', (i) => [0.5 * i], 100).jumps).toBe(0);
  });

  test('not a joint that slides', () => {
    expect(over('all', leap(60, 1), 100, treeOf(joint('a', { type: 'prismatic' }))).jumps).toBe(0);
  });
});

test('windows: the last 120, those after 400, all', () => {
  const error = (i: number) => (i > 400 ? 3 : 1);
  const at = (window: UpdateWindow, updates: number) =>
    over(window, (i) => [0.01 * i], updates, undefined, error);
  expect(at('recent', 600)).toMatchObject({ updates: 120, error: 3 });
  expect(at('settled', 600)).toMatchObject({ updates: 200, error: 3 });
  expect(at('all', 800)).toMatchObject({ updates: 800, error: 2 });
  expect(at('settled', 400).updates).toBe(0);
  expect(at('settled', 400).error).toBeNaN();
});
