import { PerspectiveCamera, Plane, Raycaster, Vector2, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { computeCameraDepth, PointDrag, pointAtDepth, roundToPixel } from './pointDrag.ts';

const pane = { width: 640, height: 400 };

function camera(): PerspectiveCamera {
  const made = new PerspectiveCamera(26, pane.width / pane.height, 0.1, 100);
  made.position.set(3, 2, 5);
  made.lookAt(0.2, 0.4, 0);
  made.updateMatrixWorld();
  return made;
}

/** The position of a point on the screen, in pixels of the pane. */
function seen(point: Vector3, by: PerspectiveCamera): { x: number; y: number } {
  const { x, y } = point.clone().project(by);
  return { x: (x / 2 + 0.5) * pane.width, y: (0.5 - y / 2) * pane.height };
}

const point = new Vector3(0.3, 0.9, -0.4);

describe('in mode "screen"', () => {
  test('keeps the point under the pointer, at its depth', () => {
    const by = camera();
    const from = seen(point, by);
    const drag = new PointDrag(by, pane, from, point);
    for (const [x, y] of [
      [120, -70],
      [-200, 33],
      [0, 0],
    ] as const) {
      const pointer = { x: from.x + x, y: from.y + y };
      const to = drag.pointAt(pointer, 'screen');
      expect(seen(to, by).x).toBeCloseTo(pointer.x, 9);
      expect(seen(to, by).y).toBeCloseTo(pointer.y, 9);
      expect(computeCameraDepth(by, to)).toBeCloseTo(computeCameraDepth(by, point), 12);
    }
    expect(drag.pointAt(from, 'screen').distanceTo(point)).toBeLessThan(1e-12);
  });

  test('keeps the offset of the pointer at the start of the drag', () => {
    const by = camera();
    const at = seen(point, by);
    const drag = new PointDrag(by, pane, { x: at.x + 9, y: at.y - 4 }, point);
    const to = seen(drag.pointAt({ x: 300, y: 120 }, 'screen'), by);
    expect(to.x).toBeCloseTo(291, 9);
    expect(to.y).toBeCloseTo(124, 9);
  });
});

describe('in mode "depth"', () => {
  test('moves the point away for up and nearer for down, at the same place on the screen', () => {
    const by = camera();
    const from = seen(point, by);
    const drag = new PointDrag(by, pane, from, point);
    drag.pointAt(from, 'depth');
    const away = drag.pointAt({ x: from.x + 50, y: from.y - 60 }, 'depth').clone();
    expect(computeCameraDepth(by, away)).toBeCloseTo(
      computeCameraDepth(by, point) * Math.exp(0.2),
      9,
    );
    expect(seen(away, by).x).toBeCloseTo(from.x, 9);
    expect(seen(away, by).y).toBeCloseTo(from.y, 9);
    expect(
      computeCameraDepth(by, drag.pointAt({ x: from.x, y: from.y + 60 }, 'depth')),
    ).toBeLessThan(computeCameraDepth(by, point));
  });

  test('keeps the point between the camera’s near and far limits', () => {
    const by = camera();
    const drag = new PointDrag(by, pane, { x: 320, y: 200 }, point);
    drag.pointAt({ x: 320, y: 200 }, 'depth');
    expect(computeCameraDepth(by, drag.pointAt({ x: 320, y: -90000 }, 'depth'))).toBeCloseTo(95, 9);
    expect(computeCameraDepth(by, drag.pointAt({ x: 320, y: 90000 }, 'depth'))).toBeCloseTo(
      0.105,
      9,
    );
  });

  test('continues from the new depth when back in mode "screen"', () => {
    const by = camera();
    const drag = new PointDrag(by, pane, { x: 320, y: 200 }, point);
    drag.pointAt({ x: 340, y: 210 }, 'depth');
    const deep = drag.pointAt({ x: 340, y: 110 }, 'depth').clone();
    expect(drag.pointAt({ x: 340, y: 110 }, 'screen').distanceTo(deep)).toBeLessThan(1e-12);
    expect(computeCameraDepth(by, drag.pointAt({ x: 10, y: 10 }, 'screen'))).toBeCloseTo(
      computeCameraDepth(by, deep),
      9,
    );
  });
});

describe('in mode "plane"', () => {
  const plane = { normal: new Vector3(1, 2, 3).normalize(), height: 0.4 };
  const onIt = point.clone().addScaledVector(plane.normal, 0.4 - point.dot(plane.normal));

  /** The point where a line of sight meets the plane, by Three.js. */
  function met(by: PerspectiveCamera, { x, y }: { x: number; y: number }): Vector3 {
    const caster = new Raycaster();
    const spot = new Vector2((2 * x) / pane.width - 1, 1 - (2 * y) / pane.height);
    caster.setFromCamera(spot, by);
    const found = caster.ray.intersectPlane(new Plane(plane.normal, -plane.height), new Vector3());
    return found as Vector3;
  }

  test('moves the point to where the line of sight through the pointer meets the plane', () => {
    const by = camera();
    const from = seen(onIt, by);
    const drag = new PointDrag(by, pane, from, onIt, plane);
    for (const [x, y] of [
      [60, -40],
      [-90, 33],
      [0, 0],
    ] as const) {
      const pointer = { x: from.x + x, y: from.y + y };
      const to = drag.pointAt(pointer, 'plane');
      expect(to.distanceTo(met(by, pointer))).toBeLessThan(1e-9);
      expect(to.dot(plane.normal)).toBeCloseTo(plane.height, 14);
    }
    expect(drag.pointAt(from, 'plane').distanceTo(onIt)).toBeLessThan(1e-12);
  });

  test('keeps the offset of the pointer from the point', () => {
    const by = camera();
    const at = seen(onIt, by);
    const drag = new PointDrag(by, pane, { x: at.x + 9, y: at.y - 4 }, onIt, plane);
    const to = seen(drag.pointAt({ x: 300, y: 220 }, 'plane'), by);
    expect(to.x).toBeCloseTo(291, 9);
    expect(to.y).toBeCloseTo(224, 9);
  });

  test('returns a point to the plane without moving it on the screen', () => {
    const by = camera();
    const from = seen(point, by);
    const drag = new PointDrag(by, pane, from, point, plane);
    const to = drag.pointAt(from, 'plane');
    expect(to.dot(plane.normal)).toBeCloseTo(plane.height, 14);
    expect(to.distanceTo(point)).toBeGreaterThan(0.1);
    expect(seen(to, by).x).toBeCloseTo(from.x, 9);
    expect(seen(to, by).y).toBeCloseTo(from.y, 9);
  });

  test('modes "screen" and "depth" leave the plane, and "plane" returns to it', () => {
    const by = camera();
    const from = seen(onIt, by);
    const off = (to: Vector3): number => Math.abs(to.dot(plane.normal) - plane.height);
    const drag = new PointDrag(by, pane, from, onIt, plane);
    const aside = { x: from.x + 80, y: from.y + 50 };
    drag.pointAt(from, 'screen');
    const screen = drag.pointAt(aside, 'screen').clone();
    expect(computeCameraDepth(by, screen)).toBeCloseTo(computeCameraDepth(by, onIt), 12);
    expect(off(screen)).toBeGreaterThan(0.01);
    drag.pointAt(aside, 'depth');
    expect(off(drag.pointAt({ x: aside.x, y: aside.y - 60 }, 'depth'))).toBeGreaterThan(0.01);
    expect(off(drag.pointAt(aside, 'plane'))).toBeLessThan(1e-14);
  });

  /** A camera that looks along −x from above the plane y = 0. */
  function low(height: number): PerspectiveCamera {
    const made = new PerspectiveCamera(26, pane.width / pane.height, 0.1, 100);
    made.position.set(10, height, 0);
    made.lookAt(0, height, 0);
    made.updateMatrixWorld();
    return made;
  }
  const ground = { normal: new Vector3(0, 1, 0), height: 0 };

  /** Drags up the pane; returns every point, and the longest step between two of them. */
  function swept(by: PerspectiveCamera, start: Vector3): { places: Vector3[]; step: number } {
    const from = seen(start, by);
    const drag = new PointDrag(by, pane, from, start, ground);
    const up = Array.from({ length: 1200 }, (_, i) => i / 2 - 200);
    const places = up.map((y) => drag.pointAt({ x: from.x, y: from.y - y }, 'plane').clone());
    const steps = places.slice(1).map((to, i) => to.distanceTo(places[i] as Vector3));
    return { places, step: Math.max(...steps) };
  }

  test('stays on this side of the horizon of the plane, and approaches it without a jump', () => {
    const by = low(3);
    const start = new Vector3(0, 0, 0);
    const { places, step } = swept(by, start);
    const depths = places.map((place) => computeCameraDepth(by, place));
    expect(Math.max(...depths)).toBeCloseTo(3 * 10, 9);
    expect(Math.min(...depths)).toBeGreaterThan(10 / 3 - 1e-9);
    for (const { y } of places) expect(Math.abs(y)).toBeLessThan(1e-12);
    expect(step).toBeLessThan(1);
  });

  test.each([0.5, 1e-9, 0, -0.3])(
    'moves across a plane seen edge-on, %d m above it, without a jump',
    (height) => {
      const by = low(height);
      const { places, step } = swept(by, new Vector3(0, 0, 0));
      for (const place of places) expect(place.toArray().every(Number.isFinite)).toBe(true);
      for (const { y } of places) expect(Math.abs(y)).toBeLessThan(1e-12);
      expect(step).toBeLessThan(0.01);
      const drag = new PointDrag(by, pane, { x: 320, y: 200 }, new Vector3(0, 0, 0), ground);
      // 50 px at 10 m
      const across = (50 * 2 * 10 * Math.tan((13 * Math.PI) / 180)) / pane.height;
      expect(drag.pointAt({ x: 370, y: 200 }, 'plane').z).toBeCloseTo(-across, 9);
    },
  );
});

test('onPlane finds the point of a pixel at a given depth', () => {
  const by = camera();
  for (const depth of [0.5, 3, 40]) {
    const at = pointAtDepth(by, pane, { x: 77, y: 301 }, depth).clone();
    expect(computeCameraDepth(by, at)).toBeCloseTo(depth, 9);
    expect(seen(at, by).x).toBeCloseTo(77, 6);
    expect(seen(at, by).y).toBeCloseTo(301, 6);
  }
});

test('positions are rounded to less than a pixel at any scale', () => {
  const by = camera();
  const place = [0.123456789, -2.000049, 1234.56789] as const;
  // 5.8 mm per pixel at 5 m, 5.8 µm at 5 mm
  expect(roundToPixel(place, by, pane, 5)).toEqual([0.123, -2, 1234.568]);
  expect(roundToPixel(place, by, pane, 5e-3)).toEqual([0.123457, -2.000049, 1234.56789]);
  expect(roundToPixel(place, by, pane, 5e6)).toEqual([0, -2, 1235]);
});
