import { expect, test } from 'vitest';
import { makeTestHinge } from '../scenario/testDocuments.ts';
import { classifyRunTrend } from './classifyRunTrend.ts';
import { TrajectoryStats } from './trajectoryStats.ts';

const still = (): number => 0;

function trendOf(
  error: (update: number) => number,
  angle: (update: number) => number = still,
  updates = 200,
): string {
  const course = new TrajectoryStats({ joints: [makeTestHinge('joint')], effectors: [] });
  for (let i = 1; i <= updates; i++) course.record([angle(i) - angle(i - 1)], [angle(i)], error(i));
  return classifyRunTrend(course);
}

test('10 updates are too few for a trend', () => {
  expect(trendOf((i) => 2 ** -i, still, 10)).toBe('steady');
});

test('an error that halves within a second is closing in', () => {
  expect(trendOf((i) => 0.97 ** i)).toBe('closing in');
  expect(trendOf((i) => 0.999 ** i)).toBe('steady');
  expect(trendOf((i) => 1.03 ** i)).toBe('steady');
});

test('an error that rises and falls is steady', () => {
  expect(trendOf((i) => 1 + 0.9 * Math.sin(i / 4))).toBe('steady');
});

const swings = (i: number): number => i % 2;

test('for joints that reverse at every update, the error decides the trend', () => {
  expect(trendOf((i) => 0.97 ** i, swings)).toBe('closing in');
  expect(trendOf((i) => 0.9999 ** i, swings)).toBe('closing in');
  expect(trendOf((i) => 1 + 0.1 * (i % 2), swings)).toBe('oscillating');
  expect(trendOf((i) => 2 - 0.001 * i + 0.1 * Number(i % 10 === 0), swings)).toBe('swinging');
  expect(trendOf(() => 1, swings)).toBe('swinging');
});

test('smooth joint motion at a constant error is no progress', () => {
  expect(
    trendOf(
      () => 1,
      (i) => Math.sin(i / 30),
    ),
  ).toBe('no progress');
});

test('rises of the error below the given threshold are ignored', () => {
  const course = new TrajectoryStats({ joints: [makeTestHinge('joint')], effectors: [] });
  for (let i = 1; i <= 200; i++)
    course.record([swings(i) - swings(i - 1)], [swings(i)], 1 + 7e-9 * (i % 2));
  expect(classifyRunTrend(course, { rise: 0 })).toBe('oscillating');
  expect(classifyRunTrend(course, { rise: 1e-6 })).toBe('swinging');
});

test('less than 0.1 % in 100 updates is no progress, if the distance alone is judged', () => {
  expect(trendOf((i) => 1 - 9e-6 * i)).toBe('no progress');
  expect(trendOf((i) => 1 - 2e-5 * i)).toBe('steady');
  const course = new TrajectoryStats({ joints: [makeTestHinge('joint')], effectors: [] });
  for (let i = 1; i <= 200; i++) course.record([0], [0], 1);
  expect(classifyRunTrend(course, { judgesDistance: false })).toBe('steady');
  expect(classifyRunTrend(course, { since: 99 })).toBe('steady');
});

test('only the last second of the error counts', () => {
  expect(trendOf((i) => (i < 120 ? 5 - 0.03 * i : 1))).toBe('steady');
});
