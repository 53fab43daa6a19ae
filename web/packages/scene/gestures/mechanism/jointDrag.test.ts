import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { JointDrag, type JointMotion, velocityPerJointValue } from './jointDrag.ts';

const cell = { x: 0, y: 0, width: 600, height: 400 };
const camera = new PerspectiveCamera(26, 1.5, 0.1, 100);
camera.position.set(2, 3, 7);
camera.lookAt(0, 0.5, 0);
camera.updateMatrixWorld();
camera.updateProjectionMatrix();

const spot = (point: Vector3) => {
  const { x, y } = point.clone().project(camera);
  return { x: (x / 2 + 0.5) * cell.width, y: (0.5 - y / 2) * cell.height };
};
/** Position to which a joint moves a point: Rodrigues' formula and the slide. */
const moved = (
  { origin, axis, isRevolute: turns, slide }: JointMotion,
  point: Vector3,
  value: number,
) => {
  const at = point.clone();
  if (turns) at.sub(origin).applyAxisAngle(axis, value).add(origin);
  return at.addScaledVector(axis, slide * value);
};

const origin = new Vector3(0.2, 0.4, -0.1);
const point = new Vector3(1.1, 0.7, 0.3);
const facing = new Vector3(0.3, 0.5, 1).normalize();
const hinge: JointMotion = { origin, axis: facing, isRevolute: true, slide: 0 };
const slider: JointMotion = {
  origin,
  axis: new Vector3(1, 0.2, 0).normalize(),
  isRevolute: false,
  slide: 1,
};

describe('a joint follows the pointer', () => {
  test.each([0.1, -0.7, 2.5, -3])('rotates a hinge by %d radians', (angle) => {
    const bend = new JointDrag(camera, cell, hinge, point, spot(point));
    for (let share = 0.1; share < 1; share += 0.1)
      bend.changeAt(spot(moved(hinge, point, share * angle)));
    expect(bend.changeAt(spot(moved(hinge, point, angle)))).toBeCloseTo(angle, 9);
  });

  test('counts beyond a full rotation', () => {
    const bend = new JointDrag(camera, cell, hinge, point, spot(point));
    let value = 0;
    for (let angle = 0; angle <= 8; angle += 0.25)
      value = bend.changeAt(spot(moved(hinge, point, angle)));
    expect(value).toBeCloseTo(8, 9);
  });

  test('rotates a hinge seen edge-on by the point’s path on the screen', () => {
    const axis = camera.position
      .clone()
      .sub(point)
      .cross(new Vector3(0, 1, 0))
      .normalize();
    const side = { ...hinge, axis };
    const bend = new JointDrag(camera, cell, side, point, spot(point));
    expect(bend.changeAt(spot(moved(side, point, 0.02)))).toBeCloseTo(0.02, 3);
  });

  test('moves a slider along its axis', () => {
    const bend = new JointDrag(camera, cell, slider, point, spot(point));
    expect(bend.changeAt(spot(moved(slider, point, 0.05)))).toBeCloseTo(0.05, 3);
    expect(bend.changeAt(spot(moved(slider, point, -0.05)))).toBeCloseTo(-0.05, 3);
  });

  test('moves a screw with a large pitch like a slider', () => {
    const screw = { ...slider, turns: true, slide: 5, origin: point.clone().setY(0.75) };
    const bend = new JointDrag(camera, cell, screw, point, spot(point));
    expect(bend.changeAt(spot(moved(screw, point, 0.01)))).toBeCloseTo(0.01, 3);
  });

  test('limits the motion of a joint that moves the point along the line of sight', () => {
    const axis = camera.position.clone().sub(point).normalize();
    const bend = new JointDrag(camera, cell, { ...slider, axis }, point, spot(point));
    const { x, y } = spot(point);
    expect(Math.abs(bend.changeAt({ x: x + 50, y: y + 50 }))).toBeLessThan(10);
  });
});

test('the velocity of a point is the derivative of its position', () => {
  for (const motion of [hinge, slider, { ...hinge, slide: 0.4 }]) {
    const step = 1e-5;
    const difference = moved(motion, point, step)
      .sub(moved(motion, point, -step))
      .divideScalar(2 * step);
    expect(velocityPerJointValue(motion, point).distanceTo(difference)).toBeLessThan(1e-8);
  }
});
