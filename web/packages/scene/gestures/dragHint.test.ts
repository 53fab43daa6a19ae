import { expect, test } from 'vitest';
import { chooseDragHintPosition, type DragHintSurroundings } from './dragHint.ts';

const around = (more: Partial<DragHintSurroundings>): DragHintSurroundings => ({
  x: 0,
  y: 0,
  width: 500,
  height: 300,
  rings: [{ x: 200, y: 150 }],
  limbs: [],
  trails: [],
  overlays: [],
  pixel: 1,
  ...more,
});

test('is above the first visible ring if nothing is in the way', () => {
  const rings = [null, { x: 200, y: 150 }, { x: 400, y: 150 }];
  expect(chooseDragHintPosition(around({ rings }), null)).toEqual({ ring: 1, isUnder: false });
});

test('is below the ring if a link, trail, title, ring or the edge is above it', () => {
  const under = { ring: 0, isUnder: true };
  expect(chooseDragHintPosition(around({ limbs: [200, 0, 200, 150] }), null)).toEqual(under);
  expect(chooseDragHintPosition(around({ trails: [150, 110, 250, 120] }), null)).toEqual(under);
  const title = { x: 100, y: 100, width: 80, height: 20 };
  expect(chooseDragHintPosition(around({ overlays: [title] }), null)).toEqual(under);
  expect(
    chooseDragHintPosition(around({ rings: [{ x: 200, y: 150 }, null, { x: 220, y: 118 }] }), null),
  ).toEqual(under);
  expect(chooseDragHintPosition(around({ rings: [{ x: 200, y: 30 }] }), null)).toEqual(under);
});

test('goes to another ring if both sides of the first are occupied', () => {
  const rings = [
    { x: 200, y: 150 },
    { x: 400, y: 150 },
  ];
  const limbs = [200, 0, 200, 300];
  expect(chooseDragHintPosition(around({ rings, limbs }), null)).toEqual({
    ring: 1,
    isUnder: false,
  });
});

test('needs more room with larger text', () => {
  const title = { x: 100, y: 85, width: 80, height: 20 };
  const large = around({ overlays: [title], pixel: 1.5 });
  expect(chooseDragHintPosition(around({ overlays: [title] }), null)).toEqual({
    ring: 0,
    isUnder: false,
  });
  expect(chooseDragHintPosition(large, null)).toEqual({ ring: 0, isUnder: true });
});

test('moves only to a much better place, and disappears without a ring', () => {
  const now = { ring: 0, isUnder: true };
  expect(chooseDragHintPosition(around({}), now)).toEqual(now);
  expect(chooseDragHintPosition(around({ limbs: [200, 150, 200, 300] }), now)).toEqual({
    ring: 0,
    isUnder: false,
  });
  expect(chooseDragHintPosition(around({ rings: [null] }), now)).toBe(null);
});
