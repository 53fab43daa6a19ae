import { PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { findScreenAlignedAxes, movePositionAlong } from './screenAlignedAxes.ts';

function seenFrom(x: number, y: number, z: number): PerspectiveCamera {
  const camera = new PerspectiveCamera();
  camera.position.set(x, y, z);
  camera.lookAt(0, 0, 0);
  return camera;
}
const as = new Quaternion();

describe('the scenario’s axes nearest to right, up and away on the screen', () => {
  test('from the front, slightly from above and from the side', () => {
    expect(findScreenAlignedAxes(seenFrom(0.42, 0.34, 1), as)).toEqual({
      right: [1, 0, 0],
      up: [0, 1, 0],
      away: [0, 0, -1],
    });
  });

  test('from the right and from above', () => {
    expect(findScreenAlignedAxes(seenFrom(5, 0.2, 0.1), as)).toEqual({
      right: [0, 0, -1],
      up: [0, 1, 0],
      away: [-1, 0, 0],
    });
    expect(findScreenAlignedAxes(seenFrom(0, 5, 0.1), as)).toEqual({
      right: [1, 0, 0],
      up: [0, 0, -1],
      away: [0, -1, 0],
    });
  });

  test('with z up in the scenario', () => {
    const upright = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
    expect(findScreenAlignedAxes(seenFrom(0, 0.3, 1), upright)).toEqual({
      right: [1, 0, 0],
      up: [0, 0, 1],
      away: [0, 1, 0],
    });
  });

  test('are three different ones for any camera', () => {
    for (let turn = 0; turn < 40; turn++) {
      const camera = seenFrom(Math.cos(turn), Math.sin(0.7 * turn), Math.sin(turn));
      const { right, up, away } = findScreenAlignedAxes(camera, as);
      const sums = [0, 1, 2].map((i) =>
        [right, up, away].reduce((n, v) => n + Math.abs(v[i] ?? 0), 0),
      );
      expect(sums).toEqual([1, 1, 1]);
    }
  });
});

describe('in a plane', () => {
  test('right and up are in the plane for every camera, and away is the normal', () => {
    const plane = [0, 0, 1] as const;
    expect(findScreenAlignedAxes(seenFrom(5, 0.2, 0.1), as, plane)).toEqual({
      right: [1, 0, 0], // mostly towards the camera, and slightly to the right
      up: [0, 1, 0],
      away: [0, 0, -1],
    });
    expect(findScreenAlignedAxes(seenFrom(0.42, 0.34, 1), as, plane)).toEqual(
      findScreenAlignedAxes(seenFrom(0.42, 0.34, 1), as),
    );
    for (let turn = 0; turn < 40; turn++) {
      const camera = seenFrom(Math.cos(turn), Math.sin(0.7 * turn), Math.sin(turn));
      const { right, up, away } = findScreenAlignedAxes(camera, as, plane);
      expect([right[2], up[2], away[0], away[1]]).toEqual([0, 0, 0, 0]);
    }
  });

  test('an oblique plane has three perpendicular directions', () => {
    const normal = new Vector3(1, 2, 2).normalize();
    const camera = seenFrom(1, 2, 2);
    const { right, up, away } = findScreenAlignedAxes(camera, as, normal.toArray());
    const [r, u, a] = [right, up, away].map((way) => new Vector3(...way)) as [
      Vector3,
      Vector3,
      Vector3,
    ];
    expect(a.distanceTo(normal.negate())).toBeLessThan(1e-12);
    for (const [x, y] of [
      [r, u],
      [u, a],
      [a, r],
    ] as const)
      expect(x.dot(y)).toBeCloseTo(0, 12);
    const seen = (way: Vector3) => way.clone().applyQuaternion(camera.quaternion.clone().invert());
    expect(seen(r).x).toBeGreaterThan(0.7);
    expect(seen(u).y).toBeGreaterThan(0.7);
  });
});

test('steps add up without rounding errors and keep the other coordinates', () => {
  let at = [0.1, 1 / 3, 0] as readonly [number, number, number];
  for (let i = 0; i < 7; i++) at = movePositionAlong(at, [1, 0, 0], 0.1);
  for (let i = 0; i < 3; i++) at = movePositionAlong(at, [0, 0, -1], 0.001);
  expect(at).toEqual([0.8, 1 / 3, -0.003]);
});
