import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { naYangJiaTables } from './naYangJiaTables.ts';
import type { PublishedFigure } from './publishedTable.ts';
import {
  deviationScalePosition,
  halfDotRowHeight,
  makeReplicationDots,
  placeReplicationDots,
  shownFigureDeviation,
} from './replicationDots.ts';
import { countReplicationScore } from './replicationVerdict.ts';
import { tabaczynskiCountsTable } from './tabaczynskiCountsTable.ts';

const engine = await testEngine();

const figure = (
  paper: number | null,
  ours: number,
  more: Partial<PublishedFigure> = {},
): PublishedFigure => ({
  row: 'a',
  column: 'b',
  unit: '',
  decimals: 0,
  paper,
  ours,
  sample: 1,
  opens: {},
  ...more,
});

test('a deviation is relative, except for shares in points and angles in degrees', () => {
  expect(shownFigureDeviation(figure(50, 60))).toBe(20);
  expect(shownFigureDeviation(figure(50, 40))).toBe(-20);
  expect(shownFigureDeviation(figure(50, 60, { unit: '%' }))).toBe(10);
  expect(shownFigureDeviation(figure(12.5, 12.7, { unit: '°', decimals: 1 }))).toBeCloseTo(0.2, 12);
  expect(shownFigureDeviation(figure(0, 0.02, { decimals: 2 }))).toBeCloseTo(200, 9);
  expect(shownFigureDeviation(figure(Number.NaN, 3))).toBe(Number.POSITIVE_INFINITY);
});

test('the scale is logarithmic, with three decades from the band to its end', () => {
  expect(deviationScalePosition(0.1)).toBe(0);
  expect(deviationScalePosition(1)).toBeCloseTo(1 / 3, 12);
  expect(deviationScalePosition(-10)).toBeCloseTo(2 / 3, 12);
  expect(deviationScalePosition(1e6)).toBe(1);
  expect(deviationScalePosition(1e-9)).toBe(0);
});

test('printed numbers have one dot each, others none', () => {
  const dots = makeReplicationDots([
    figure(null, 3),
    figure(3, 3),
    figure(3, 4),
    figure(3, 4, { unjudged: true }),
  ]);
  expect(dots.map(({ kind }) => kind)).toEqual(['same', 'off', 'unjudged']);
});

const smallestGap = (dots: readonly { x: number; y: number }[]): number =>
  dots
    .flatMap((a, i) => dots.slice(0, i).map((b) => Math.hypot(a.x - b.x, a.y - b.y)))
    .reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);

test.each([1, 5, 6, 23, 54, 152])(
  '%d reproduced numbers fit in the band without overlap',
  (count) => {
    const half = halfDotRowHeight(count);
    const dots = placeReplicationDots(
      makeReplicationDots(Array.from({ length: count }, () => figure(3, 3))),
      {
        band: 10,
        side: 20,
        half,
      },
    );
    expect(dots).toHaveLength(count);
    expect(smallestGap(dots)).toBeGreaterThan(1);
    for (const { x, y } of dots) {
      expect(Math.abs(x)).toBeLessThan(10);
      expect(Math.abs(y) + 0.5).toBeLessThanOrEqual(half);
    }
    const middle = dots.reduce((sum, { y }) => sum + y, 0) / count;
    expect(Math.abs(middle)).toBeLessThan(1e-9);
  },
);

test('dots beside the band are placed by their deviation, without overlap', () => {
  const figures = Array.from({ length: 60 }, (_, i) =>
    figure(1000, 1000 + (i % 2 ? 1 : -1) * (2 + 3 * (i % 7))),
  );
  const dots = placeReplicationDots(makeReplicationDots(figures), { band: 10, side: 20, half: 5 });
  expect(smallestGap(dots)).toBeGreaterThan(1);
  for (const { x, off } of dots) {
    expect(Math.sign(x)).toBe(Math.sign(off));
    expect(Math.abs(x)).toBeCloseTo(10.5 + 20 * deviationScalePosition(off), 9);
  }
});

test('in a full row, dots move towards the band and stay in the row', () => {
  const figures = Array.from({ length: 40 }, () => figure(10, 100));
  for (const half of [0.5, halfDotRowHeight(40), 8]) {
    const dots = placeReplicationDots(makeReplicationDots(figures), { band: 10, side: 50, half });
    expect(smallestGap(dots)).toBeGreaterThan(1);
    for (const { x, y } of dots) {
      expect(x).toBeGreaterThan(10);
      expect(x).toBeLessThanOrEqual(60.5);
      expect(Math.abs(y) + 0.5).toBeLessThanOrEqual(half + 1e-9);
    }
  }
});

test('dots with a tiny deviation stay outside the band without overlap', () => {
  const figures = Array.from({ length: 30 }, () => figure(1000, 1001));
  const dots = placeReplicationDots(makeReplicationDots(figures), { band: 10, side: 50, half: 3 });
  expect(smallestGap(dots)).toBeGreaterThan(1);
  for (const { x } of dots) expect(x).toBeGreaterThanOrEqual(10.5);
});

test('rows never get lower with more numbers', () => {
  const all = Array.from({ length: 200 }, (_, i) => halfDotRowHeight(i));
  all.slice(1).forEach((half, i) => {
    expect(half).toBeGreaterThanOrEqual(all[i] ?? 0);
  });
});

test('a table has as many dots of each kind as its score counts', () => {
  for (const table of [tabaczynskiCountsTable, naYangJiaTables]) {
    const variant = table.variants[0]?.id ?? '';
    const figures = table.figures(
      variant,
      table.parts(variant, table.sample.quick).map((part) => table.work(part, engine)),
    );
    const dots = placeReplicationDots(makeReplicationDots(figures), {
      band: 10,
      side: 40,
      half: halfDotRowHeight(figures.length),
    });
    const { out, off, open } = countReplicationScore(figures);
    expect(dots).toHaveLength(out + off + open);
    expect(dots.filter(({ kind }) => kind === 'same' || kind === 'covered')).toHaveLength(out);
    expect(dots.filter(({ kind }) => kind === 'unjudged')).toHaveLength(open);
    expect(smallestGap(dots)).toBeGreaterThan(1);
  }
});
