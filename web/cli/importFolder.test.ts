import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { animated, HUMANOID, SWING } from '@iklab/robots/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandResult } from './testCalls.ts';

const arm = (name: string) => `<robot name="${name}"><link name="b"/><link name="t"/>
<joint name="j" type="continuous"><parent link="b"/><child link="t"/></joint></robot>`;
const FILES = {
  'avatar/figure.gltf': JSON.stringify(animated(HUMANOID, [SWING])),
  'map/figure.vrm': JSON.stringify({
    ...HUMANOID,
    extensions: { VRM: { humanoid: { humanBones: [{ bone: 'leftHand', node: 6 }] } } },
  }),
  'two/urdf/one.urdf': arm('one'),
  'two/urdf/other.urdf': arm('other'),
  'two/old/one.urdf': arm('old'),
  'made_description/urdf/a.xacro':
    '<robot xmlns:xacro="x" name="a"><xacro:include filename="$(find made_description)/inc/m.xacro"/><xacro:m/></robot>',
  'made_description/inc/m.xacro': `<robot xmlns:xacro="x"><xacro:macro name="m">${arm('m').replace(/<\/?robot[^>]*>/g, '')}</xacro:macro></robot>`,
};

let top: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'iklab-import-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

test('--file selects one of several robots in a folder by the end of its path', async () => {
  const folder = join(top, 'two');
  const asked = await commandResult(['import', folder]);
  expect(asked.status).not.toBe(0);
  expect(asked.err).toMatch(/contains 3 robots; name one with --file: .*urdf\/other.urdf/);
  const named = await commandResult(['import', folder, '--file', 'other.urdf']);
  expect([named.status, JSON.parse(named.out).name]).toEqual([0, 'other']);
  const one = await commandResult(['import', folder, '--file', 'urdf/one.urdf']);
  expect([one.status, JSON.parse(one.out).name]).toEqual([0, 'one']);
  const both = await commandResult(['import', folder, '--file', 'one.urdf']);
  expect(both.err).toContain('--file: 2 files end with this path: ');
  const none = await commandResult(['import', folder, '--file', 'urdf/oter.urdf']);
  expect(none.err).toContain('--file: contains no "urdf/oter.urdf"');
  expect(none.status).toBe(asked.status);
});

test('finds a package without package.xml by the name of a parent folder', async () => {
  const read = await commandResult(['import', join(top, 'made_description/urdf/a.xacro')]);
  expect([read.err, read.status]).toEqual(['', 0]);
  expect(JSON.parse(read.out).tree.joints).toHaveLength(1);
});

test('finds a glTF without a skin, and a VRM, in a folder', async () => {
  const read = await commandResult(['import', join(top, 'avatar'), '--format', 'report']);
  expect(read.status).toBe(0);
  expect(JSON.parse(read.out).effectors).toEqual([
    'mixamorig:Head',
    'mixamorig:LeftHand',
    'mixamorig:LeftFoot',
  ]);
  expect(JSON.parse(read.out).left_out).toEqual([
    expect.objectContaining({ reason: '31 frames (1 s) are not part of the tree' }),
  ]);
  const vrm = await commandResult(['import', join(top, 'map'), '--format', 'report']);
  expect(JSON.parse(vrm.out).effectors).toEqual(['mixamorig:LeftHand']);
});
