import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { depthOf, onPlane, PointDrag, roundedPlace } from './pointDrag.ts';

const pane = { width: 640, height: 400 };

function camera(): PerspectiveCamera {
  const made = new PerspectiveCamera(26, pane.width / pane.height, 0.1, 100);
  made.position.set(3, 2, 5);
  made.lookAt(0.2, 0.4, 0);
  made.updateMatrixWorld();
  return made;
}

/** Where a point is seen, pixels of the pane. */
function seen(point: Vector3, by: PerspectiveCamera): { x: number; y: number } {
  const { x, y } = point.clone().project(by);
  return { x: (x / 2 + 0.5) * pane.width, y: (0.5 - y / 2) * pane.height };
}

const point = new Vector3(0.3, 0.9, -0.4);

describe('in the plane that faces the camera', () => {
  test('the point stays under the pointer, at its depth', () => {
    const by = camera();
    const from = seen(point, by);
    const drag = new PointDrag(by, pane, from, point);
    for (const [x, y] of [
      [120, -70],
      [-200, 33],
      [0, 0],
    ] as const) {
      const pointer = { x: from.x + x, y: from.y + y };
      const to = drag.to(pointer, false);
      expect(seen(to, by).x).toBeCloseTo(pointer.x, 9);
      expect(seen(to, by).y).toBeCloseTo(pointer.y, 9);
      expect(depthOf(by, to)).toBeCloseTo(depthOf(by, point), 12);
    }
    expect(drag.to(from, false).distanceTo(point)).toBeLessThan(1e-12);
  });

  test('one taken beside its middle keeps its distance from the pointer', () => {
    const by = camera();
    const at = seen(point, by);
    const drag = new PointDrag(by, pane, { x: at.x + 9, y: at.y - 4 }, point);
    const to = seen(drag.to({ x: 300, y: 120 }, false), by);
    expect(to.x).toBeCloseTo(291, 9);
    expect(to.y).toBeCloseTo(124, 9);
  });
});

describe('along the line of sight', () => {
  test('up is away, down is nearer, and the point is seen at the same place', () => {
    const by = camera();
    const from = seen(point, by);
    const drag = new PointDrag(by, pane, from, point);
    drag.to(from, true);
    const away = drag.to({ x: from.x + 50, y: from.y - 60 }, true).clone();
    expect(depthOf(by, away)).toBeCloseTo(depthOf(by, point) * Math.exp(0.2), 9);
    expect(seen(away, by).x).toBeCloseTo(from.x, 9);
    expect(seen(away, by).y).toBeCloseTo(from.y, 9);
    expect(depthOf(by, drag.to({ x: from.x, y: from.y + 60 }, true))).toBeLessThan(
      depthOf(by, point),
    );
  });

  test('it never leaves what the camera sees', () => {
    const by = camera();
    const drag = new PointDrag(by, pane, { x: 320, y: 200 }, point);
    drag.to({ x: 320, y: 200 }, true);
    expect(depthOf(by, drag.to({ x: 320, y: -90000 }, true))).toBeCloseTo(95, 9);
    expect(depthOf(by, drag.to({ x: 320, y: 90000 }, true))).toBeCloseTo(0.105, 9);
  });

  test('back in the plane the point goes on from where it is', () => {
    const by = camera();
    const drag = new PointDrag(by, pane, { x: 320, y: 200 }, point);
    drag.to({ x: 340, y: 210 }, true);
    const deep = drag.to({ x: 340, y: 110 }, true).clone();
    expect(drag.to({ x: 340, y: 110 }, false).distanceTo(deep)).toBeLessThan(1e-12);
    expect(depthOf(by, drag.to({ x: 10, y: 10 }, false))).toBeCloseTo(depthOf(by, deep), 9);
  });
});

test('a place of the pane is found on a plane at any depth', () => {
  const by = camera();
  for (const depth of [0.5, 3, 40]) {
    const at = onPlane(by, pane, { x: 77, y: 301 }, depth).clone();
    expect(depthOf(by, at)).toBeCloseTo(depth, 9);
    expect(seen(at, by).x).toBeCloseTo(77, 6);
    expect(seen(at, by).y).toBeCloseTo(301, 6);
  }
});

test('numbers are rounded to less than a pixel, whatever the scale', () => {
  const by = camera();
  const place = [0.123456789, -2.000049, 1234.56789] as const;
  // 5.8 mm a pixel at 5 m, 5.8 µm at 5 mm
  expect(roundedPlace(place, by, pane, 5)).toEqual([0.123, -2, 1234.568]);
  expect(roundedPlace(place, by, pane, 5e-3)).toEqual([0.123457, -2.000049, 1234.56789]);
  expect(roundedPlace(place, by, pane, 5e6)).toEqual([0, -2, 1235]);
});
