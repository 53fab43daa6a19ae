import { expect, test } from 'vitest';
import type { Joint } from '../scenario/types.ts';
import { Course } from './measures.ts';
import { trend } from './trend.ts';

const JOINT: Joint = {
  id: 'joint',
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
};

const still = (): number => 0;

function course(
  error: (update: number) => number,
  angle: (update: number) => number = still,
  updates = 200,
): string {
  const way = new Course({ joints: [JOINT], effectors: [] });
  for (let i = 1; i <= updates; i++) way.record([angle(i) - angle(i - 1)], [angle(i)], error(i));
  return trend(way);
}

test('too few updates say nothing', () => {
  expect(course((i) => 2 ** -i, still, 10)).toBe('steady');
});

test('an error that falls to half within a second is closing in', () => {
  expect(course((i) => 0.97 ** i)).toBe('closing in');
  expect(course((i) => 0.999 ** i)).toBe('steady');
  expect(course((i) => 1.03 ** i)).toBe('steady');
});

test('an error that comes and goes is not', () => {
  expect(course((i) => 1 + 0.9 * Math.sin(i / 4))).toBe('steady');
});

const swings = (i: number): number => i % 2;

test('joints that swing to and fro: the error says what comes of it', () => {
  expect(course((i) => 0.97 ** i, swings)).toBe('closing in');
  expect(course((i) => 0.9999 ** i, swings)).toBe('closing in');
  expect(course((i) => 1 + 0.1 * (i % 2), swings)).toBe('oscillating');
  expect(course((i) => 2 - 0.001 * i + 0.1 * Number(i % 10 === 0), swings)).toBe('swinging');
  expect(course(() => 1, swings)).toBe('swinging');
});

test('joints that go smoothly do not oscillate, whatever the error does', () => {
  expect(
    course(
      () => 1,
      (i) => Math.sin(i / 30),
    ),
  ).toBe('no progress');
});

test('rises below a hundredth of the tolerance are none', () => {
  const way = new Course({ joints: [JOINT], effectors: [] });
  for (let i = 1; i <= 200; i++)
    way.record([swings(i) - swings(i - 1)], [swings(i)], 1 + 7e-9 * (i % 2));
  expect(trend(way, { rise: 0 })).toBe('oscillating');
  expect(trend(way, { rise: 1e-6 })).toBe('swinging');
});

test('less than 0.1 % in 100 updates is no progress, where the distance is all that counts', () => {
  expect(course((i) => 1 - 9e-6 * i)).toBe('no progress');
  expect(course((i) => 1 - 2e-5 * i)).toBe('steady');
  const way = new Course({ joints: [JOINT], effectors: [] });
  for (let i = 1; i <= 200; i++) way.record([0], [0], 1);
  expect(trend(way, { judgesDistance: false })).toBe('steady');
  expect(trend(way, { since: 99 })).toBe('steady');
});

test('only the last second of the error counts', () => {
  expect(course((i) => (i < 120 ? 5 - 0.03 * i : 1))).toBe('steady');
});
