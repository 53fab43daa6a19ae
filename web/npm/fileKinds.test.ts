/** Files that are not what they seem: the package says the same of them as page and command line. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROTATING_ARM_BVH } from '@iklab/robots/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Robot } from './index.ts';
import { sampleArmUrdf } from './testRobot.ts';

const FILES = {
  'usd/arm.usda': '#usda 1.0\n',
  'usd/notes.md': 'hello',
  'clips/wave.bvh': ROTATING_ARM_BVH,
  'robots/arm.xml': `<mujoco><include file="../common/base.xml"/><worldbody><body>
<joint name="j"/></body></worldbody></mujoco>`,
  'common/base.xml':
    '<mujocoinclude><compiler angle="radian"/><default><joint range="-1 2"/></default></mujocoinclude>',
};

let top: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'iklab-kinds-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

test('names a format that is not read, in a text, a file and a folder', async () => {
  const said = /this is a USD scene, which is not read/;
  await expect(Robot.fromUrdf('#usda 1.0\n')).rejects.toThrow(said);
  await expect(Robot.fromFile(join(top, 'usd/arm.usda'))).rejects.toThrow(said);
  const folder = Robot.fromFile(join(top, 'usd'));
  await expect(folder).rejects.toThrow(/contains no robot; .*; arm\.usda: this is a USD scene/);
});

test('reads what ros2 param get prints, with a remark', async () => {
  const read = await Robot.fromUrdf(`String value is: ${sampleArmUrdf}`, { effector: 'tool0' });
  expect(read.joints).toHaveLength(6);
  expect(read.report?.remarks.join()).toContain('the text before the XML is ignored');
});

test('lets the root of a BVH move unless it is fixed', async () => {
  const path = join(top, 'clips/wave.bvh');
  const [free, fixed] = [
    await Robot.fromFile(path),
    await Robot.fromFile(path, { freeRoot: false }),
  ];
  expect(free.joints.slice(0, 3).map(({ name }) => name)).toEqual(['Hips_z', 'Hips_x', 'Hips_y']);
  expect(fixed.joints.map(({ name }) => name)).toEqual(
    free.joints.slice(3).map(({ name }) => name),
  );
  const wrong = { freeRoot: 'no' as unknown as boolean };
  await expect(Robot.fromFile(path, wrong)).rejects.toThrow('freeRoot must be true or false');
});

test('names a merge conflict with its lines', async () => {
  const text = sampleArmUrdf.replace('<joint', '\n<<<<<<< HEAD\n=======\n>>>>>>> other\n<joint');
  await expect(Robot.fromUrdf(text)).rejects.toThrow(
    /a merge conflict was left in the file, lines/,
  );
});

test('finds what an MJCF includes from a folder above', async () => {
  const read = await Robot.fromFile(join(top, 'robots/arm.xml'));
  expect(read.joints).toEqual([{ name: 'j', kind: 'revolute', limits: [-1, 2] }]);
});
