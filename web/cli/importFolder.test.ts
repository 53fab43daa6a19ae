import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HUMANOID_GLTF, SWING_KEYFRAMES, withAnimations } from '@iklab/robots/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandLine } from './testCalls.ts';

const arm = (name: string) => `<robot name="${name}"><link name="b"/><link name="t"/>
<joint name="j" type="continuous"><parent link="b"/><child link="t"/></joint></robot>`;
const sdfArm = (tool: string) => `<sdf version="1.9"><model name="base"><link name="b"/>
<include><uri>${tool}</uri></include>
<joint name="j" type="revolute"><parent>b</parent><child>tool::t</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>`;
const FILES = {
  'avatar/figure.gltf': JSON.stringify(withAnimations(HUMANOID_GLTF, [SWING_KEYFRAMES])),
  'map/figure.vrm': JSON.stringify({
    ...HUMANOID_GLTF,
    extensions: { VRM: { humanoid: { humanBones: [{ bone: 'leftHand', node: 6 }] } } },
  }),
  'two/urdf/one.urdf': arm('one'),
  'two/urdf/other.urdf': arm('other'),
  'two/old/one.urdf': arm('old'),
  'units/wrong.urdf': `<robot name="wrong"><link name="b"/><link name="l"/><link name="tool"/>
<joint name="j" type="revolute"><parent link="b"/><child link="l"/><axis xyz="0 0 1"/><limit lower="-180" upper="90"/></joint>
<joint name="end" type="fixed"><parent link="l"/><child link="tool"/><origin xyz="500 0 0"/></joint></robot>`,
  'table.csv': 'a,alpha,d,theta\n0.5,pi/2,0,q1\n0.3,0,0,q2\n',
  'made_description/urdf/a.xacro':
    '<robot xmlns:xacro="x" name="a"><xacro:include filename="$(find made_description)/inc/m.xacro"/><xacro:m/></robot>',
  'made_description/inc/m.xacro': `<robot xmlns:xacro="x"><xacro:macro name="m">${arm('m').replace(/<\/?robot[^>]*>/g, '')}</xacro:macro></robot>`,
  'mjcf/robots/deep/arm.xml': `<mujoco><include file="../../common/base.xml"/><worldbody>
<body><joint name="j"/></body></worldbody></mujoco>`,
  'mjcf/common/base.xml': '<mujocoinclude><include file="../../limits/all.xml"/></mujocoinclude>',
  'limits/all.xml':
    '<mujocoinclude><compiler angle="radian"/><default><joint range="-1 1"/></default></mujocoinclude>',
  'mjcf/lost/arm.xml': '<mujoco><include file="../../../../../../../../no.xml"/></mujoco>',
  'models/base/base.sdf': sdfArm('model://tool'),
  'models/tool/model.config': '<model><sdf version="1.9">t.sdf</sdf></model>',
  'models/tool/t.sdf':
    '<sdf version="1.9"><model name="tool"><link name="t"><pose>0 0 2 0 0 0</pose></link></model></sdf>',
  'sim/tool/worlds/base.world': sdfArm('model://tool'),
  'sim/tool/models/tool/t.sdf':
    '<sdf version="1.9"><model name="tool"><link name="t"><pose>0 0 2 0 0 0</pose></link></model></sdf>',
  'models/named/base.xml': sdfArm('model://tool'),
  'models/file/base.sdf': sdfArm('../tool/t.sdf'),
  'models/folder/base.sdf': sdfArm('../tool'),
  'worlds/two.world': `<sdf version="1.9"><world name="w">${['left', 'right'].map((name) => `<model name="${name}"><link name="b"/><link name="t"/><joint name="j" type="revolute"><parent>b</parent><child>t</child><axis><xyz>0 0 1</xyz></axis></joint></model>`).join('')}</world></sdf>`,
  'models/chain/base.world': sdfArm('../chained/tool.sdf'),
  'models/chained/tool.sdf':
    '<sdf version="1.9"><model name="tool"><include merge="true"><uri>../../parts</uri></include></model></sdf>',
  'parts/part.sdf':
    '<sdf version="1.9"><model name="part"><link name="t"><pose>0 0 2 0 0 0</pose></link></model></sdf>',
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
  const asked = await runCommandLine(['import', folder]);
  expect(asked.status).not.toBe(0);
  expect(asked.err).toMatch(/contains 3 robots; name one with --file: .*urdf\/other.urdf/);
  const named = await runCommandLine(['import', folder, '--file', 'other.urdf']);
  expect([named.status, JSON.parse(named.out).name]).toEqual([0, 'other']);
  const one = await runCommandLine(['import', folder, '--file', 'urdf/one.urdf']);
  expect([one.status, JSON.parse(one.out).name]).toEqual([0, 'one']);
  const both = await runCommandLine(['import', folder, '--file', 'one.urdf']);
  expect(both.err).toContain('--file: 2 files end with this path: ');
  const none = await runCommandLine(['import', folder, '--file', 'urdf/oter.urdf']);
  expect(none.err).toContain('--file: contains no "urdf/oter.urdf"');
  expect(none.status).toBe(asked.status);
});

test('finds what an MJCF includes from folders above, and what that includes', async () => {
  const read = await runCommandLine(['import', join(top, 'mjcf/robots/deep/arm.xml')]);
  expect([read.err, read.status]).toEqual(['', 0]);
  expect(JSON.parse(read.out).tree.joints).toMatchObject([{ id: 'j', limits: [-1, 1] }]);
  const lost = await runCommandLine(['import', join(top, 'mjcf/lost/arm.xml')]);
  expect(lost.err).toContain('file not found; it must be loaded together with this one');
});

test('finds a package without package.xml by the name of a parent folder', async () => {
  const read = await runCommandLine(['import', join(top, 'made_description/urdf/a.xacro')]);
  expect([read.err, read.status]).toEqual(['', 0]);
  expect(JSON.parse(read.out).tree.joints).toHaveLength(1);
});

test('finds a glTF without a skin, and a VRM, in a folder', async () => {
  const read = await runCommandLine(['import', join(top, 'avatar'), '--format', 'report']);
  expect(read.status).toBe(0);
  expect(JSON.parse(read.out).effectors).toEqual([
    'mixamorig:Head',
    'mixamorig:LeftHand',
    'mixamorig:LeftFoot',
  ]);
  expect(JSON.parse(read.out).left_out).toEqual([
    expect.objectContaining({ reason: '31 frames (1 s) are not part of the tree' }),
  ]);
  const vrm = await runCommandLine(['import', join(top, 'map'), '--format', 'report']);
  expect(JSON.parse(vrm.out).effectors).toEqual(['mixamorig:LeftHand']);
});

test('warns of units that cannot be meant, and reads others with --angles and --lengths', async () => {
  const file = join(top, 'units/wrong.urdf');
  const plain = await runCommandLine(['import', file]);
  expect(plain.err.split('\n').filter((line) => line.startsWith('warning: '))).toEqual([
    'warning: wrong.urdf:2: joint "j": limits up to 180 rad (29 turns): degrees are likely; for another reading: iklab import --angles degrees',
    'warning: wrong.urdf:3: lengths: the longest chain is 500 m long: millimetres are likely; for another reading: iklab import --lengths millimetres',
  ]);
  const chosen = ['--angles', 'degrees', '--lengths', 'millimetres'];
  const read = await runCommandLine(['import', file, ...chosen]);
  expect(read.err).not.toContain('warning: ');
  expect(read.err).toContain('note: wrong.urdf: angles: read as degrees, as chosen\n');
  const { joints, effectors } = JSON.parse(read.out).tree;
  expect(joints[0].limits).toEqual([-Math.PI, Math.PI / 2]);
  expect(effectors[0].xyz).toEqual([0.5, 0, 0]);
});

test('--convention reads a Denavit-Hartenberg table, and nothing else', async () => {
  const table = join(top, 'table.csv');
  const tool = async (convention: string) => {
    const read = await runCommandLine(['import', table, '--convention', convention]);
    return JSON.parse(read.out).tree.effectors[0].xyz;
  };
  expect(await tool('standard')).toEqual([0.3, 0, 0]);
  expect(await tool('modified')).toBeUndefined(); // at the last joint: a is before it
  const other = await runCommandLine([
    ...['import', join(top, 'units/wrong.urdf'), '--convention', 'modified'],
  ]);
  expect(other.err).toContain('convention: is for Denavit-Hartenberg tables only');
  expect(other.status).toBe(1);
});

test('--model reads one of several models of an SDF file, and nothing else', async () => {
  const file = join(top, 'worlds/two.world');
  const first = await runCommandLine(['import', file]);
  expect(JSON.parse(first.out).name).toBe('left');
  expect(first.err).toContain(
    'other models with joints: "right"; this one is used, because it is the first; for another reading: iklab import --model NAME\n',
  );
  const chosen = await runCommandLine(['import', file, '--model', 'right']);
  expect(JSON.parse(chosen.out).name).toBe('right');
  const wrong = await runCommandLine(['import', file, '--model', 'middle']);
  expect([wrong.status, wrong.err]).toEqual([
    1,
    expect.stringContaining('"left", "right"; got "middle"'),
  ]);
  const other = await runCommandLine(['import', join(top, 'units/wrong.urdf'), '--model', 'left']);
  expect([other.status, other.err]).toEqual([
    1,
    expect.stringContaining('model: is for SDF files only'),
  ]);
});

test.each([
  [['--model', ''], '--model must be the name of a model; got ""'],
  [['--angles', 'turns'], '--angles must be radians or degrees; got "turns"'],
  [['--lengths', 'inches'], '--lengths must be metres or millimetres; got "inches"'],
  [['--convention', 'craig'], '--convention must be standard or modified; got "craig"'],
])('rejects %j before reading', async (options, words) => {
  const { status, err } = await runCommandLine(['import', 'missing.urdf', ...options]);
  expect([status, err]).toEqual([2, expect.stringContaining(words)]);
});

test('an imported scenario sets no stop rules, which would also stop the runs of a study', async () => {
  const read = await runCommandLine(['import', join(top, 'models/base/base.sdf')]);
  const { iklab, run } = JSON.parse(read.out);
  expect(iklab).toBe(2);
  expect(run).not.toHaveProperty('maxRises');
  expect(run).not.toHaveProperty('minImprovement');
});

test.each([
  ['a model next to its folder', 'base/base.sdf'],
  ['a model, named in an .xml file', 'named/base.xml'],
  ['a model in the folder "models" above', '../sim/tool/worlds/base.world'],
  ['a file by its relative path', 'file/base.sdf'],
  ['a folder by its relative path', 'folder/base.sdf'],
  ['a file that includes another folder', 'chain/base.world'],
])('finds what an SDF file includes: %s', async (_, file) => {
  const read = await runCommandLine(['import', join(top, 'models', file)]);
  expect(read.status).toBe(0);
  expect(read.err).not.toContain('not found');
  expect(JSON.parse(read.out).tree.joints).toMatchObject([{ id: 'j', xyz: [0, 0, 2] }]);
});
