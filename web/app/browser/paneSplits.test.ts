import { expect, test } from 'vitest';
import { createMemoryStorage } from './memoryServices.ts';
import {
  clampSplitPosition,
  PANE_SPLIT_RANGES,
  PaneSplits,
  parseSplitPositions,
} from './paneSplits.ts';

test('a border is clamped to its range and rounded', () => {
  expect(clampSplitPosition(PANE_SPLIT_RANGES.left, 100)).toBe(240);
  expect(clampSplitPosition(PANE_SPLIT_RANGES.charts, 233.4)).toBe(233);
  expect(clampSplitPosition(PANE_SPLIT_RANGES.charts, 1e9)).toBe(480);
});

test('reading stored places keeps only known names with numbers, clamped to their range', () => {
  expect(parseSplitPositions({ left: 260, charts: 'half', inspector: null, other: 3 })).toEqual({
    left: 260,
  });
  expect(parseSplitPositions({ left: 5000 })).toEqual({ left: 480 });
  expect([
    parseSplitPositions(null),
    parseSplitPositions([1]),
    parseSplitPositions('left'),
  ]).toEqual([{}, {}, {}]);
});

test('a moved border is stored, and resetting it removes its entry', () => {
  const storage = createMemoryStorage();
  const splits = new PaneSplits({ storage });
  splits.move('charts', 270);
  splits.move('left', 250);
  expect(splits.positions.value).toEqual({ charts: 270, left: 250 });
  splits.reset('charts');
  expect(splits.positions.value).toEqual({ left: 250 });
  expect(new PaneSplits({ storage }).positions.value).toEqual({ left: 250 });
});
