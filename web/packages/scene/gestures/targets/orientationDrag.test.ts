import type { Lab } from '@iklab/core/engine';
import type { Scenario } from '@iklab/core/scenario';
import { PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { FRAME_ARM_DIRECTIONS } from '../../picture/bodies/mechanismShape.ts';
import { DrawnTargets } from '../../picture/targets/drawnTargets.ts';
import { TargetRingUniforms } from '../../picture/targets/targetRings.ts';
import {
  OrientationDrag,
  RingRotationDrag,
  rotateOrientation,
  screenRotationAxis,
} from './orientationDrag.ts';
import { RotationHandles } from './rotationHandles.ts';

const pane = { x: 0, y: 0, width: 600, height: 400 };
const half = Math.SQRT1_2;

function camera(): PerspectiveCamera {
  const made = new PerspectiveCamera(26, pane.width / pane.height, 0.1, 100);
  made.position.set(0, 0, 6);
  made.updateMatrixWorld();
  return made;
}

const middle = { x: 300, y: 200 };
const angle = (a: Quaternion, b: Quaternion): number => a.angleTo(b);

describe('an arm that points to the right', () => {
  const end = { x: 340, y: 200 };
  const start = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), 0.4);
  const taken = (): OrientationDrag =>
    new OrientationDrag(
      camera(),
      { middle, end, length: 40 },
      { x: 343, y: 198 },
      new Vector3(1, 0, 0),
      start,
    );

  test('does not move until the pointer does', () => {
    expect(angle(taken().orientationAt({ x: 343, y: 198 }), start)).toBeLessThan(1e-7);
  });

  test('follows the pointer about the line of sight', () => {
    const up = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2);
    expect(angle(taken().orientationAt({ x: 303, y: 158 }), up.multiply(start))).toBeLessThan(1e-6);
  });

  test('points at the camera over the centre, and away from it beyond the rim', () => {
    const to = (x: number): Vector3 =>
      new Vector3(1, 0, 0).applyQuaternion(
        taken()
          .orientationAt({ x: x + 3, y: 198 })
          .multiply(start.clone().invert()),
      );
    expect(to(300).distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-9);
    expect(to(320).x).toBeCloseTo(0.5, 9);
    expect(to(320).z).toBeCloseTo(Math.sqrt(0.75), 9);
    expect(to(360).x).toBeCloseTo(0.5, 9);
    expect(to(360).z).toBeCloseTo(-Math.sqrt(0.75), 9);
    expect(to(1000).z).toBeCloseTo(-1, 9);
  });
});

test('an arm that points away from the camera stays behind', () => {
  const away = new Vector3(half, 0, -half);
  const turn = new OrientationDrag(
    camera(),
    { middle, end: { x: 300 + 40 * half, y: 200 }, length: 40 },
    { x: 300 + 40 * half, y: 200 },
    away,
    new Quaternion(),
  );
  const to = away.clone().applyQuaternion(turn.orientationAt({ x: 300, y: 200 - 40 * half }));
  expect(to.distanceTo(new Vector3(0, half, -half))).toBeLessThan(1e-9);
});

test('dragging the rim rolls the target by the angle of the pointer, whatever its orientation', () => {
  const start = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), 0.4);
  const roll = new RingRotationDrag(camera(), middle, { x: 330, y: 200 }, start);
  expect(angle(roll.orientationAt({ x: 360, y: 200 }), start)).toBeLessThan(1e-7);
  const quarter = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2);
  expect(angle(roll.orientationAt({ x: 300, y: 170 }), quarter.multiply(start))).toBeLessThan(1e-7);
});

test.each([1, -1])('in a plane, rolls about the normal as seen from the camera (%d)', (side) => {
  const normal = new Vector3(0.6, 0, 0.8);
  const start = new Quaternion().setFromAxisAngle(normal, 0.3);
  const seen = normal.clone().multiplyScalar(side);
  const roll = new RingRotationDrag(camera(), middle, { x: 330, y: 200 }, start, seen);
  const quarter = new Quaternion().setFromAxisAngle(normal, 0.3 + Math.PI / 2);
  expect(angle(roll.orientationAt({ x: 300, y: 170 }), quarter)).toBeLessThan(1e-7);
});

describe('rotation handles', () => {
  const scenario = { targets: [{ motion: null }] } as unknown as Scenario;
  const lab = (): Lab => {
    const goal = () => new Float64Array([0.2, 0.1, 0, 0, half, 0, half]); // z points right
    return { targets: goal, goals: goal } as unknown as Lab;
  };

  function set() {
    const targets = new DrawnTargets(scenario, new TargetRingUniforms(1, []), new Quaternion());
    targets.readLab(lab());
    return { targets, rotation: new RotationHandles(targets, [0], 0.5) };
  }
  const onScreen = (place: Vector3, by: PerspectiveCamera) => {
    const { x, y } = place.project(by);
    return { x: (x / 2 + 0.5) * pane.width, y: (0.5 - y / 2) * pane.height };
  };

  test('the end of an arm can be dragged, and follows the pointer', () => {
    const { targets, rotation } = set();
    const by = camera();
    const end = onScreen(new Vector3(0.7, 0.1, 0), by);
    const found = rotation.findArm(by, pane, { x: end.x + 3, y: end.y }, 9);
    expect(found?.index).toBe(0);
    const up = onScreen(new Vector3(0.2, 0.6, 0), by);
    const turned = found?.rotationDrag.orientationAt({ x: up.x + 3, y: up.y }) as Quaternion;
    const z = (FRAME_ARM_DIRECTIONS[2] as Vector3).clone().applyQuaternion(turned);
    expect(z.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(0.02);
    const [x, y, zz, w] = targets.toScenario(turned);
    expect(Math.hypot(x, y, zz, w)).toBeCloseTo(1, 4);
  });

  test('the rim is found only around a ring whose target can rotate', () => {
    const { targets } = set();
    const by = camera();
    const rings = [300, 200, 400, 200];
    const rotation = new RotationHandles(targets, [0], 0.5);
    expect(rotation.findRim(by, rings, { x: 300, y: 226 }, 27)?.index).toBe(0);
    expect(rotation.findRim(by, rings, { x: 300, y: 230 }, 27)).toBe(null);
    expect(rotation.findRim(by, rings, { x: 400, y: 222 }, 27)).toBe(null);
  });

  test('nothing is found away from the ends, nor an arm that points at the camera', () => {
    const { rotation } = set();
    const by = camera();
    const end = onScreen(new Vector3(0.7, 0.1, 0), by);
    expect(rotation.findArm(by, pane, { x: end.x, y: end.y + 10 }, 9)).toBe(null);
    expect(rotation.findArm(by, pane, onScreen(new Vector3(0.2, 0.1, 0), by), 9)).toBe(null);
  });
});

test('arrow keys roll what faces the camera in the direction of the arrow', () => {
  const away = [0, 0, -1] as const;
  const facing = (way: readonly [number, number, number]): Vector3 =>
    new Vector3(0, 0, 1).applyQuaternion(
      new Quaternion(
        ...rotateOrientation([0, 0, 0, 1], screenRotationAxis(way, away), Math.PI / 2),
      ),
    );
  expect(facing([1, 0, 0]).distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-9);
  expect(facing([0, 1, 0]).distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-9);
  expect(facing([0, 0, -1]).distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-9);
});
