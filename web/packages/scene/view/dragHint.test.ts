import { expect, test } from 'vitest';
import { type Around, placeFor } from './dragHint.ts';

const around = (more: Partial<Around>): Around => ({
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

test('it stands over the first ring where all is free', () => {
  const rings = [null, { x: 200, y: 150 }, { x: 400, y: 150 }];
  expect(placeFor(around({ rings }), null)).toEqual({ ring: 1, isUnder: false });
});

test('a limb, a trail, a title, another ring or the edge send it under the ring', () => {
  const under = { ring: 0, isUnder: true };
  expect(placeFor(around({ limbs: [200, 0, 200, 150] }), null)).toEqual(under);
  expect(placeFor(around({ trails: [150, 110, 250, 120] }), null)).toEqual(under);
  const title = { x: 100, y: 100, width: 80, height: 20 };
  expect(placeFor(around({ overlays: [title] }), null)).toEqual(under);
  expect(placeFor(around({ rings: [{ x: 200, y: 150 }, null, { x: 220, y: 118 }] }), null)).toEqual(
    under,
  );
  expect(placeFor(around({ rings: [{ x: 200, y: 30 }] }), null)).toEqual(under);
});

test('where both sides of a ring are taken it goes to another', () => {
  const rings = [
    { x: 200, y: 150 },
    { x: 400, y: 150 },
  ];
  const limbs = [200, 0, 200, 300];
  expect(placeFor(around({ rings, limbs }), null)).toEqual({ ring: 1, isUnder: false });
});

test('with larger type it takes more room', () => {
  const title = { x: 100, y: 85, width: 80, height: 20 };
  const large = around({ overlays: [title], pixel: 1.5 });
  expect(placeFor(around({ overlays: [title] }), null)).toEqual({ ring: 0, isUnder: false });
  expect(placeFor(large, null)).toEqual({ ring: 0, isUnder: true });
});

test('it stays where it is until another place is much better, and without a ring it is nowhere', () => {
  const now = { ring: 0, isUnder: true };
  expect(placeFor(around({}), now)).toEqual(now);
  expect(placeFor(around({ limbs: [200, 150, 200, 300] }), now)).toEqual({
    ring: 0,
    isUnder: false,
  });
  expect(placeFor(around({ rings: [null] }), now)).toBe(null);
});
