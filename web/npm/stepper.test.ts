/** The stepper for control loops, with one call per tick. */
import { expect, test } from 'vitest';
import { dls, type Goal, Robot, Stepper, sdls } from './index.ts';
import { sampleArm } from './testRobot.ts';

const goal = (angle: number): Goal => ({
  position: [0.5 + 0.1 * Math.cos(angle), 0.1 * Math.sin(angle), 0.6],
});

test('follows a moving goal within 1 mm, in the same array', () => {
  const stepper = new Stepper(sampleArm, dls({ lambda: 0.01 }), { updates: 3 });
  const { q } = stepper;
  for (let i = 0; i < 40; i++) stepper.update(goal(0));
  expect(stepper.reached).toBe(true);
  for (let i = 0; i < 200; i++) {
    stepper.update(goal(0.03 * i));
    expect(stepper.error).toBeLessThan(1e-3);
  }
  expect(stepper.q).toBe(q);
  const { position } = sampleArm.pose(q);
  expect([...position]).toEqual(Array.from(goal(0.03 * 199).position, (x) => expect.closeTo(x, 3)));
  stepper.free();
});

test('makes the same updates as solve until it reaches the goal; throws after free', () => {
  const asked = { position: [0.4, 0.3, 0.5], quaternion: [0, 1, 0, 0] };
  const solved = sampleArm.solve(asked, { start: sampleArm.start, method: sdls() });
  expect(solved.reached).toBe(true);
  const stepper = new Stepper(sampleArm, sdls());
  while (!stepper.reached) stepper.update([asked]);
  expect(stepper.updates).toBe(solved.updates);
  expect(stepper.q).toEqual(solved.q);
  expect(stepper.error).toBe(solved.error);
  stepper.free();
  expect(() => stepper.update(asked)).toThrow('the stepper is freed');
});

test('rejects goals of another kind or number than in the first update, and a freed robot', async () => {
  const stepper = new Stepper(sampleArm, sdls());
  stepper.update(goal(0));
  const turned = { ...goal(0), quaternion: [0, 0, 0, 1] };
  expect(() => stepper.update(turned)).toThrow(
    'goals[0] must have the effector and kind (position or pose) of the first update',
  );
  expect(() => stepper.update([goal(0), goal(0)])).toThrow(
    'goals must be 1, one per target; got 2',
  );
  stepper.free();
  const other = await Robot.fromDh({ rows: [{ a: 1 }] });
  other.free();
  expect(() => new Stepper(other, sdls()).update(goal(0))).toThrow('the robot is freed');
});
