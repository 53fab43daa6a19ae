import { expect, test } from 'vitest';
import {
  DEFAULT_PANE_LAYOUT,
  findNearestPosition,
  findPaneAtPoint,
  layOutPaneCells,
} from './paneCells.ts';

const canvas = { x: 300, y: 48, width: 400, height: 200 };
const left = { x: 300, y: 48, width: 200, height: 200 };
const right = { x: 500, y: 48, width: 200, height: 200 };
const none = { x: 0, y: 0, width: 0, height: 0 };

test('in a grid, each pane is at its place in the page', () => {
  expect(layOutPaneCells(DEFAULT_PANE_LAYOUT, [left, right], canvas)).toEqual([
    { x: 0, y: 0, width: 200, height: 200 },
    { x: 200, y: 0, width: 200, height: 200 },
  ]);
});

test('a pane that is hidden or has no place is not drawn', () => {
  const grid = { ...DEFAULT_PANE_LAYOUT, visible: [false, true] };
  expect(layOutPaneCells(grid, [left, right, none], canvas).map((cell) => cell?.x ?? null)).toEqual(
    [null, 200, null],
  );
});

test('in an overlay, all visible panes have the entire canvas', () => {
  const whole = { x: 0, y: 0, width: 400, height: 200 };
  const layout = { kind: 'overlay', visible: [true, false, true], one: 0 } as const;
  expect(layOutPaneCells(layout, [none, none, none], canvas)).toEqual([whole, null, whole]);
});

test('a single pane is drawn even if it is hidden', () => {
  const layout = { kind: 'one', visible: [true, false], one: 1 } as const;
  expect(layOutPaneCells(layout, [none, canvas], canvas)).toEqual([
    null,
    { x: 0, y: 0, width: 400, height: 200 },
  ]);
});

test('paneAt finds the pane at a point', () => {
  const cells = layOutPaneCells(DEFAULT_PANE_LAYOUT, [left, right], canvas);
  expect(findPaneAtPoint(cells, { x: 250, y: 30 })).toEqual({ pane: 1, spot: { x: 50, y: 30 } });
  expect(findPaneAtPoint(cells, { x: 199.9, y: 0 })?.pane).toBe(0);
  expect(findPaneAtPoint(cells, { x: 400, y: 30 })).toBe(null);
  expect(findPaneAtPoint([null, cells[1] ?? null], { x: 50, y: 30 })).toBe(null);
});

test('nearest finds the nearest ring within reach, but none behind the camera', () => {
  const rings = [100, 100, Number.NaN, Number.NaN, 120, 100];
  expect(findNearestPosition(rings, { x: 108, y: 100 }, 22)).toBe(0);
  expect(findNearestPosition(rings, { x: 112, y: 100 }, 22)).toBe(2);
  expect(findNearestPosition(rings, { x: 100, y: 122 }, 22)).toBe(0);
  expect(findNearestPosition(rings, { x: 100, y: 122.1 }, 22)).toBe(-1);
  expect(findNearestPosition([], { x: 0, y: 0 }, 22)).toBe(-1);
});
