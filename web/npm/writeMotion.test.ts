/** `Robot.motionFile`. */
import { readBvhMotion } from '@iklab/robots/testing';
import { expect, test } from 'vitest';
import { sampleArm } from './testRobot.ts';

const rows = [0, 0.25, 0.5].map((share) => sampleArm.start.map((x) => share * x));
const poses = rows.flatMap((row) => [...row]);

test('writes the poses as BVH with one joint per joint of the robot', async () => {
  const text = await sampleArm.motionFile('bvh', poses, 0.25);
  const { frames, frameTime, linkPositions: positions } = readBvhMotion(text);
  expect([frames, frameTime]).toEqual([3, 0.25]);
  for (const { name } of sampleArm.joints) expect(text).toContain(`JOINT ${name}\n`);
  rows.forEach((row, frame) => {
    const [x, y, z] = sampleArm.pose(row).position;
    const [a = 0, b = 0, c = 0] =
      positions(frame).get(`${sampleArm.joints.at(-1)?.name}_end`) ?? [];
    // The robot has z up, the file y.
    expect(Math.hypot(a - x, b - z, c + y)).toBeLessThan(1e-9);
  });
});

test('writes rows of a CSV and a JointTrajectory, and the bytes of a glTF', async () => {
  const csv = (await sampleArm.motionFile('csv', Float64Array.from(poses), 0.5)).trim().split('\n');
  expect(csv.slice(1).map((line) => line.split(',').map(Number))).toEqual(
    rows.map((row, i) => [i / 2, ...row]),
  );
  expect(await sampleArm.motionFile('yaml', poses, 0.5)).toContain('{sec: 1, nanosec: 0}');
  const bytes = await sampleArm.motionFile('glb', poses, 0.5);
  expect(String.fromCharCode(...bytes.subarray(0, 4))).toBe('glTF');
});

test.each([
  ['unknown', 'format', ['fbx', poses, 0.1]],
  ['size', 'poses', ['bvh', poses.slice(1), 0.1]],
  ['size', 'poses', ['bvh', [], 0.1]],
  ['type', 'poses', ['bvh', undefined, 0.1]],
  ['type', 'poses[1]', ['bvh', [0, Number.NaN, 0, 0, 0, 0], 0.1]],
  ['type', 'timeStep', ['bvh', poses, 0]],
  ['type', 'timeStep', ['bvh', poses, '1']],
])('rejects with code %s at %s', async (code, path, call) => {
  const [format, rows, timeStep] = call as unknown as ['bvh', number[], number];
  await expect(sampleArm.motionFile(format, rows, timeStep)).rejects.toMatchObject({ code, path });
});
