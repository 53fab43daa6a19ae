import { expect, test } from 'vitest';
import { MAX_METHODS } from '../scenario/checks/bounds.ts';
import { SLOT_DASH_PATTERNS, SLOT_MARK_OUTLINES } from './slotMarks.ts';

test('every slot has a unique mark and dash; marks have similar sizes', () => {
  const area = (points: readonly (readonly [number, number])[]): number => {
    const [first] = points;
    const around = first ? [...points.slice(1), first] : [];
    const cross = points.map(([x, y], i) => x * (around[i]?.[1] ?? 0) - y * (around[i]?.[0] ?? 0));
    return Math.abs(cross.reduce((sum, part) => sum + part, 0)) / 2;
  };
  expect(new Set(SLOT_MARK_OUTLINES.map((mark) => JSON.stringify(mark))).size).toBe(MAX_METHODS);
  expect(new Set(SLOT_DASH_PATTERNS.map((dash) => dash.join())).size).toBe(MAX_METHODS);
  expect(SLOT_MARK_OUTLINES[0]).toEqual([]); // A disc.
  for (const points of SLOT_MARK_OUTLINES.slice(1)) expect(area(points)).toBeGreaterThan(1.4);
  for (const point of SLOT_MARK_OUTLINES.flat()) expect(Math.hypot(...point)).toBeLessThan(1.4);
});
