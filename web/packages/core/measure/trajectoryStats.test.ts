import { describe, expect, test } from 'vitest';
import { makeTestHinge } from '../scenario/testDocuments.ts';
import type { InlineTree, Joint } from '../scenario/types.ts';
import { TrajectoryStats, type UpdateWindow } from './trajectoryStats.ts';

const treeOf = (...joints: Joint[]): InlineTree => ({ joints, effectors: [] });

/** Returns the measures of a joint trajectory, given as θ at every update. */
function measuresOf(
  window: UpdateWindow,
  trajectory: (update: number) => number[],
  updates: number,
  tree = treeOf(...trajectory(0).map((_, i) => makeTestHinge(`j${i}`))),
  error: (update: number) => number = () => 0,
) {
  const course = new TrajectoryStats(tree);
  for (let i = 1; i <= updates; i++) {
    const [now, before] = [trajectory(i), trajectory(i - 1)];
    const step = Float64Array.from(now, (angle, j) => angle - (before[j] as number));
    course.record(step, Float64Array.from(now), error(i));
  }
  return course.measures(window);
}

describe('jitter', () => {
  test('is 0 for steady rotation and 2 for a reversal at every update', () => {
    for (const window of ['recent', 'settled', 'all'] as const) {
      expect(measuresOf(window, (i) => [0.01 * i], 600).jitter).toBeCloseTo(0, 9);
      expect(measuresOf(window, (i) => [0.01 * (i % 2)], 600).jitter).toBeCloseTo(2, 3);
    }
  });

  test('is the mean over the joints: 1 if one of two reverses at every update', () => {
    expect(measuresOf('recent', (i) => [i % 2, i], 300).jitter).toBeCloseTo(1, 5);
  });

  test('is small for slow oscillation; joints at rest do not count', () => {
    expect(measuresOf('recent', (i) => [Math.sin(i / 20)], 300).jitter).toBeLessThan(0.1);
    expect(measuresOf('recent', (i) => [i % 2, 3], 300).jitter).toBeCloseTo(1, 5);
  });
});

describe('shake', () => {
  test('is 0 for steady rotation and 2 a for reversals by a radians', () => {
    expect(measuresOf('all', (i) => [0.02 * i], 200).shake).toBeCloseTo(0, 12);
    expect(measuresOf('all', (i) => [0.3 * (i % 2)], 200).shake).toBeCloseTo(0.6, 12);
  });

  test('is the Euclidean norm over the joints', () => {
    const swing = (i: number) => [0.03 * (i % 2), 0.04 * (i % 2)];
    expect(measuresOf('recent', swing, 200).shake).toBeCloseTo(2 * 0.05, 12);
  });

  test('equals a constant acceleration', () => {
    expect(measuresOf('recent', (i) => [0.5 * 0.001 * i * i], 200).shake).toBeCloseTo(0.001, 12);
  });

  test('ignores prismatic joints unless all joints are prismatic', () => {
    const tree = treeOf(makeTestHinge('a'), makeTestHinge('b', { type: 'prismatic' }));
    const swing = (i: number) => [0.1 * (i % 2), 5 * (i % 2)];
    expect(measuresOf('recent', swing, 200, tree).shake).toBeCloseTo(0.2, 12);
    const slides = treeOf(makeTestHinge('b', { type: 'prismatic' }));
    expect(measuresOf('recent', (i) => [0.5 * (i % 2)], 200, slides).shake).toBeCloseTo(1, 12);
  });
});

test('travel adds up motion in both directions; prismatic joints are counted separately as slide', () => {
  const tree = treeOf(
    makeTestHinge('a'),
    makeTestHinge('b'),
    makeTestHinge('c', { type: 'prismatic' }),
  );
  const trajectory = (i: number) => [0.1 * (i % 2), -0.02 * i, 0.5 * (i % 2)];
  const { travel, slide } = measuresOf('all', trajectory, 10, tree);
  expect(travel).toBeCloseTo(10 * 0.1 + 10 * 0.02, 12);
  expect(slide).toBeCloseTo(5, 12);
});

test('limit time is the share of updates at a limit or beyond', () => {
  const tree = treeOf(makeTestHinge('a', { limits: [-1, 1] }), makeTestHinge('b'));
  const trajectory = (i: number) => [i <= 50 ? 0 : i <= 75 ? 1 : 1.5, 9];
  expect(measuresOf('all', trajectory, 100, tree).limited).toBeCloseTo(0.5, 12);
  expect(measuresOf('all', (i) => [0.9, i], 100, tree).limited).toBe(0);
});

describe('branch jumps', () => {
  const leap = (at: number, size: number) => (i: number) => [0.01 * i + (i >= at ? size : 0)];

  test('count joint steps that are large and larger than the previous ones', () => {
    expect(measuresOf('all', leap(60, 1), 100).jumps).toBe(1);
    expect(
      measuresOf('all', (i) => [leap(60, 1)(i)[0] as number, leap(80, -2)(i)[0] as number], 100)
        .jumps,
    ).toBe(2);
  });

  test('exclude small steps, the first 16 updates, and a series of large steps', () => {
    expect(measuresOf('all', leap(60, 0.2), 100).jumps).toBe(0);
    expect(measuresOf('all', leap(5, 1), 100).jumps).toBe(0);
    expect(measuresOf('all', (i) => [0.5 * i], 100).jumps).toBe(0);
  });

  test('exclude prismatic joints', () => {
    expect(
      measuresOf('all', leap(60, 1), 100, treeOf(makeTestHinge('a', { type: 'prismatic' }))).jumps,
    ).toBe(0);
  });
});

test('the windows are the last 120 updates, those after update 400, and all', () => {
  const error = (i: number) => (i > 400 ? 3 : 1);
  const at = (window: UpdateWindow, updates: number) =>
    measuresOf(window, (i) => [0.01 * i], updates, undefined, error);
  expect(at('recent', 600)).toMatchObject({ updates: 120, error: 3 });
  expect(at('settled', 600)).toMatchObject({ updates: 200, error: 3 });
  expect(at('all', 800)).toMatchObject({ updates: 800, error: 2 });
  expect(at('settled', 400).updates).toBe(0);
  expect(at('settled', 400).error).toBeNaN();
});
