import { expect, test } from 'vitest';
import {
  chooseLabelledGridLine,
  type GridLabelPane,
  makeGroundGridLines,
} from './chooseLabelledGridLine.ts';

const words = { width: 35, height: 16, below: 3 };
const sight = (more: Partial<GridLabelPane> = {}): GridLabelPane => ({
  width: 500,
  height: 300,
  pixel: 1,
  limbs: [],
  rings: [],
  overlays: [],
  ...more,
});
const level = (x: number, y: number, long = 60) => [x, y, x + long, y];
const lines = [...level(100, 200), ...level(300, 250), ...level(400, 150)];

test('labels the lowest line', () => {
  expect(chooseLabelledGridLine(lines, words, sight(), -1)).toBe(1);
});

test('avoids links, rings with their labels, overlays and the edge', () => {
  expect(chooseLabelledGridLine(lines, words, sight({ limbs: [330, 0, 330, 260] }), -1)).toBe(0);
  expect(chooseLabelledGridLine(lines, words, sight({ limbs: [330, 0, 330, 200] }), -1)).toBe(1);
  expect(
    chooseLabelledGridLine(lines, words, sight({ rings: [420, 240, Number.NaN, Number.NaN] }), -1),
  ).toBe(0);
  const tools = { x: 340, y: 260, width: 100, height: 30 };
  expect(chooseLabelledGridLine(lines, words, sight({ overlays: [tools] }), -1)).toBe(0);
  expect(chooseLabelledGridLine(lines, words, sight({ height: 270 }), -1)).toBe(0); // the label would be cut off
});

test('labels nothing in a full pane, and no line that is short, steep or behind the camera', () => {
  expect(
    chooseLabelledGridLine(lines, words, sight({ rings: [130, 200, 330, 250, 430, 150] }), -1),
  ).toBe(-1);
  expect(chooseLabelledGridLine(level(100, 200, 20), words, sight(), -1)).toBe(-1);
  expect(chooseLabelledGridLine([100, 100, 130, 160], words, sight(), -1)).toBe(-1);
  expect(chooseLabelledGridLine([100, 100, Number.NaN, Number.NaN], words, sight(), -1)).toBe(-1);
});

test('moves only to a much better line', () => {
  const near = [...level(100, 245), ...level(300, 250)];
  expect(chooseLabelledGridLine(near, words, sight(), 0)).toBe(0);
  expect(chooseLabelledGridLine(near, words, sight(), -1)).toBe(1);
  expect(chooseLabelledGridLine(lines, words, sight(), 2)).toBe(1);
});

test('needs more room with larger text', () => {
  const low = level(100, 275);
  expect(chooseLabelledGridLine(low, words, sight(), -1)).toBe(0);
  expect(chooseLabelledGridLine(low, words, sight({ pixel: 1.5 }), -1)).toBe(-1);
});

test('every line is one cell long, on the grid and near its centre', () => {
  const ends = makeGroundGridLines(0.5, 1);
  expect(ends.length).toBeGreaterThan(40);
  for (let i = 0; i < ends.length; i += 2) {
    const [[x0, z0], [x1, z1]] = [ends[i], ends[i + 1]] as [[number, number], [number, number]];
    expect(Math.hypot(x1 - x0, z1 - z0)).toBeCloseTo(0.5, 12);
    for (const at of [x0, z0, x1, z1]) expect(Math.abs(at / 0.5) % 1).toBe(0);
    expect(Math.hypot(x1, z1)).toBeLessThanOrEqual(2.2);
  }
});
