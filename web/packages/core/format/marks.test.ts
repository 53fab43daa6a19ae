import { expect, test } from 'vitest';
import { MAX_METHODS } from '../scenario/checks/bounds.ts';
import { MARKS, SLOT_DASH_PATTERNS } from './marks.ts';

test('every slot has a unique mark and dash; marks have similar sizes', () => {
  const area = (points: readonly (readonly [number, number])[]): number => {
    const [first] = points;
    const around = first ? [...points.slice(1), first] : [];
    const cross = points.map(([x, y], i) => x * (around[i]?.[1] ?? 0) - y * (around[i]?.[0] ?? 0));
    return Math.abs(cross.reduce((sum, part) => sum + part, 0)) / 2;
  };
  expect(new Set(MARKS.map((mark) => JSON.stringify(mark))).size).toBe(MAX_METHODS);
  expect(new Set(SLOT_DASH_PATTERNS.map((dash) => dash.join())).size).toBe(MAX_METHODS);
  expect(MARKS[0]).toEqual([]); // A disc.
  for (const points of MARKS.slice(1)) expect(area(points)).toBeGreaterThan(1.4);
  for (const point of MARKS.flat()) expect(Math.hypot(...point)).toBeLessThan(1.4);
});
