import { expect, test } from 'vitest';
import type { StopReason } from '../engine/engine.ts';
import { best } from './best.ts';

const panel = (error: number, stop: StopReason | null = null, updatesSinceMove = 0) => ({
  error,
  stop,
  updatesSinceMove,
});

test('the smallest error', () => {
  expect(best([panel(3), panel(1), panel(2)])).toBe(1);
});

test('reached in the fewest updates goes before a smaller error', () => {
  expect(best([panel(2e-4, 'reached', 7), panel(1e-5, 'reached', 9), panel(0, null, 3)])).toBe(0);
});

test('nobody when two share the place, or alone', () => {
  expect(best([panel(1), panel(1), panel(2)])).toBe(-1);
  expect(best([panel(1, 'reached', 5), panel(0, 'reached', 5)])).toBe(-1);
  expect(best([panel(1)])).toBe(-1);
});
