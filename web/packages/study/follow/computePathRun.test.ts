/** The figures of a run, from made-up poses and errors. */
import { FOLLOWER_ROW_LENGTH } from '@iklab/core/engine';
import { FOLLOW, type FollowField as PointField } from '@iklab/core/engine/protocol';
import { expect, test } from 'vitest';
import { computePathRun } from './computePathRun.ts';
import { makeFollowedPath } from './followedPath.ts';
import { type PathRunField, pathRunFieldIndex } from './pathRunFields.ts';
import { isJumpyRun } from './summarizePathStudy.ts';
import { makeTestLineStudy, parseTestPathStudy } from './testPathStudy.ts';

const COUNT = 24;
const BEHIND = 5;
const { scenario, sampling } = parseTestPathStudy(makeTestLineStudy({ points: COUNT }));
const path = makeFollowedPath(scenario, sampling);

/** Both angles of two links of 1 m at a point of the path. */
function elbowAt(k: number): number[] {
  const [x = 0, y = 0] = path.points.at(k % COUNT)?.[0]?.position ?? [];
  const elbow = Math.acos((x * x + y * y - 2) / 2);
  return [Math.atan2(y, x) - Math.atan2(Math.sin(elbow), 1 + Math.cos(elbow)), elbow];
}

const all = (of: (k: number) => readonly number[]) =>
  Float64Array.from(Array.from({ length: COUNT }, (_, k) => of(k)).flat());

/**
 * At point k: an error of k mm and k / 2 mrad, the smallest σ at point 7, the last six at a limit.
 */
const POINTS: Readonly<Record<PointField, (k: number) => number>> = {
  error: (k) => k / 1000,
  angle: (k) => k / 2000,
  within: (k) => Number(k < 6),
  updates: (k) => 1 + (k % 2),
  sigma: (k) => Math.abs(k - 7) + 0.5,
  turn: () => 0.1,
  limits: (k) => (k >= 18 ? 2 : 0),
  limited: (k) => Number(k >= 18),
};

function figures(before: Float64Array | null) {
  const rows = new Float64Array(COUNT * FOLLOWER_ROW_LENGTH);
  for (const [field, at] of Object.entries(FOLLOW))
    for (let k = 0; k < COUNT; k++)
      rows[k * FOLLOWER_ROW_LENGTH + at] = POINTS[field as PointField](k);
  const poses = all((k) => elbowAt(k - BEHIND));
  const seconds = Float64Array.from({ length: COUNT }, (_, k) => k + 1);
  const { row } = computePathRun(path, { rows, poses, before }, elbowAt(-1 - BEHIND), 8, seconds);
  return (field: PathRunField) => row[pathRunFieldIndex(field)] as number;
}

test('errors, shares, the smallest σ and where it occurs, and times', () => {
  const of = figures(null);
  const square = Array.from({ length: COUNT }, (_, k) => k * k).reduce((a, b) => a + b) / COUNT;
  expect(of('rms')).toBeCloseTo(Math.sqrt(square) / 1000, 15);
  expect(of('error95')).toBeCloseTo(0.02185, 12); // 0.95 of the range from 0 to 23
  expect([of('largest'), of('largestAt')]).toEqual([0.023, 23 / COUNT]);
  expect(of('angleRms')).toBeCloseTo(Math.sqrt(square) / 2000, 15);
  expect(of('angle95')).toBeCloseTo(0.010925, 12);
  expect(of('angleLargest')).toBe(0.0115);
  expect([of('within'), of('limited'), of('updates')]).toEqual([0.25, 0.25, 1.5]);
  expect([of('sigma'), of('sigmaAt')]).toEqual([0.5, 7 / COUNT]);
  expect([of('time'), of('time99')]).toEqual([12.5, 23.77]);
});

test('largeSteps is the share of points with a joint step above 15°; above a tenth the run is jumpy', () => {
  const jumpyAt = [3, 9, 20];
  const degrees = (by: number) => {
    const rows = new Float64Array(COUNT * FOLLOWER_ROW_LENGTH);
    let angle = 0;
    const poses = all((k) => {
      if (jumpyAt.includes(k)) angle += (by * Math.PI) / 180;
      return [angle, 1];
    });
    return computePathRun(path, { rows, poses, before: null }, [0, 1], 8, null);
  };
  const [above, below] = [degrees(15.1), degrees(14.9)];
  expect(above.row[pathRunFieldIndex('largeSteps')]).toBe(3 / COUNT);
  expect(below.row[pathRunFieldIndex('largeSteps')]).toBe(0);
  expect([isJumpyRun(above), isJumpyRun(below)]).toEqual([true, false]); // 3 of 24 is more than a tenth
  jumpyAt.pop();
  expect(isJumpyRun(degrees(15.1))).toBe(false); // 2 of 24 is less
});

test('the lag of the end effector in points and in seconds', () => {
  const of = figures(all((k) => elbowAt(k - BEHIND)));
  expect(of('lag')).toBe(BEHIND);
  expect(of('lagTime')).toBeCloseTo((BEHIND * 8) / COUNT, 15);
  expect(figures(null)('lag')).toBe(BEHIND);
});

test('gap is the joint offset after a round, NaN with a single round', () => {
  expect(figures(null)('gap')).toBeNaN();
  const off = figures(all((k) => elbowAt(k - BEHIND).map((x, j) => x + 0.3 + 0.1 * j)));
  expect(off('gap')).toBeCloseTo(0.5, 12);
});

test('travel sums the joint steps, from the end of the previous round or from the start', () => {
  const way = Array.from({ length: COUNT }, (_, k) => {
    const [a, b] = [elbowAt(k - BEHIND), elbowAt(k - BEHIND - 1)];
    return a.reduce((sum, x, j) => sum + Math.abs(x - (b[j] as number)), 0);
  }).reduce((a, b) => a + b);
  expect(figures(null)('travel')).toBeCloseTo(way, 12);
  expect(figures(all((k) => elbowAt(k - BEHIND)))('travel')).toBeCloseTo(way, 12);
});
