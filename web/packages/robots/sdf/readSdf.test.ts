import { describe, expect, test } from 'vitest';
import { findRobotFile } from '../findRobotFile.ts';
import { readRobot } from '../readRobot.ts';
import type { Robot } from '../robot.ts';
import { makeTextFolder } from '../testFolder.ts';
import { computeLinkMatrix } from '../testRobots.ts';
import {
  listReadMessages,
  makeSdfAxis,
  makeSdfJoint,
  makeSdfLimit,
  makeSdfLink,
  makeSdfModel,
  readSdfModelText,
  readSdfText,
} from './testSdf.ts';

const at = (robot: Robot, name: string, values: Record<string, number> = {}) =>
  computeLinkMatrix(robot, name, new Map(Object.entries(values)));
const placeOf = (robot: Robot, name: string, values: Record<string, number> = {}) =>
  at(robot, name, values)
    .slice(0, 3)
    .map((row) => Number((row[3] as number).toFixed(9)) + 0);
const QUARTER = Math.PI / 2;

describe('the pose of a link', () => {
  test('is in the frame of the model, and the joint is in the frame of the child', () => {
    const robot = readSdfModelText(
      `${makeSdfLink('a')}${makeSdfLink('b', '1 0 2 0 0 0')}${makeSdfJoint('j', 'a b', `<pose>-1 0 0 0 0 0</pose>${makeSdfAxis('0 0 1')}`)}`,
    );
    expect(placeOf(robot, 'b')).toEqual([1, 0, 2]);
    // A quarter turn about the vertical through the origin.
    expect(placeOf(robot, 'b', { j: QUARTER })).toEqual([0, 1, 2]);
  });

  test('is relative to a link, a joint, a frame or a nested link', () => {
    const nested = `<model name="n"><pose>0 0 5 0 0 0</pose>${makeSdfLink('x', '1 0 0 0 0 0')}</model>`;
    const robot = readSdfModelText(
      `${makeSdfLink('a', `0 0 1 0 0 ${QUARTER}`)}${makeSdfLink('b', '1 0 0 0 0 0', 'relative_to="a"')}
${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}<frame name="f" attached_to="b"><pose>0 0 1 0 0 0</pose></frame>
${makeSdfLink('c', '1 0 0 0 0 0', 'relative_to="f"')}${makeSdfJoint('k', 'f c', makeSdfAxis('0 1 0'))}
${makeSdfLink('d', '0 2 0 0 0 0', 'relative_to="n::x"')}${makeSdfJoint('l', 'n::x d', makeSdfAxis('0 1 0'))}${nested}${makeSdfJoint('w', 'world a', '', 'fixed')}`,
    );
    expect(placeOf(robot, 'b')).toEqual([0, 1, 1]);
    expect(placeOf(robot, 'c')).toEqual([0, 2, 2]);
    expect(placeOf(robot, 'n::x')).toEqual([1, 0, 5]);
    expect(placeOf(robot, 'd')).toEqual([1, 2, 5]);
    expect(robot.joints.find(({ name }) => name === 'k')?.parent).toBe('b');
  });

  test.each([
    [`0 0 0 0 0 ${QUARTER}`, ''],
    ['0 0 0 0 0 90', 'degrees="true"'],
    ['0 0 0 0 0 1 1', 'rotation_format="quat_xyzw"'],
  ])('has the rotation of %s %s', (pose, attributes) => {
    const robot = readSdfModelText(
      `${makeSdfLink('a')}${makeSdfLink('b', pose, attributes)}${makeSdfJoint('j', 'a b', makeSdfAxis('1 0 0'))}`,
    );
    const [x, y] = at(robot, 'b');
    expect(x?.[1]).toBeCloseTo(-1, 12);
    expect(y?.[0]).toBeCloseTo(1, 12);
  });

  test('names its frame by the attribute "frame" before version 1.7', () => {
    const body = `${makeSdfLink('a', '0 0 1 0 0 0')}${makeSdfLink('b', '1 0 0 0 0 0', 'frame="a"')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}`;
    expect(placeOf(readSdfModelText(body, '1.6'), 'b')).toEqual([1, 0, 1]);
    expect(placeOf(readSdfModelText(body, '1.7'), 'b')).toEqual([1, 0, 0]);
  });

  test('is the one that a joint names, not that of a joint of the same name before it', () => {
    const body = `${makeSdfJoint('b', 'a b', makeSdfAxis('0 0 1'))}${makeSdfLink('a')}${makeSdfLink('b', '1 0 0 0 0 0')}`;
    expect(placeOf(readSdfModelText(body, '1.6'), 'b')).toEqual([1, 0, 0]);
    expect(readSdfText(makeSdfModel(body, '1.7')).ok).toBe(false);
  });

  test('places the placement frame of the model', () => {
    const body = `<pose>0 0 10 0 0 0</pose>${makeSdfLink('a')}${makeSdfLink('b', '0 0 2 0 0 0')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}`;
    expect(placeOf(readSdfModelText(body, '1.12', ' placement_frame="b"'), 'b')).toEqual([
      0, 0, 10,
    ]);
  });
});

describe('a joint', () => {
  const two = (more: string, type?: string, version?: string) =>
    readSdfModelText(
      `${makeSdfLink('a')}${makeSdfLink('b', `0 0 0 0 0 ${QUARTER}`)}${makeSdfJoint('j', 'a b', more, type)}`,
      version,
    );
  const axisOf = (robot: Robot) =>
    robot.joints.find(({ name }) => name === 'j')?.axis.map((x) => Number(x.toFixed(9)) + 0);

  test.each([
    ['1.12', '', '', [1, 0, 0]],
    ['1.12', 'expressed_in="__model__"', '', [0, -1, 0]],
    ['1.12', 'expressed_in="a"', '', [0, -1, 0]],
    ['1.4', '', '', [0, -1, 0]],
    ['1.6', '', '', [1, 0, 0]],
    ['1.6', '', '<use_parent_model_frame>1</use_parent_model_frame>', [0, -1, 0]],
  ])('of version %s has its axis %s in the right frame', (version, attribute, more, wanted) => {
    const robot = two(`<axis><xyz ${attribute}>1 0 0</xyz>${more}</axis>`, 'revolute', version);
    expect(axisOf(robot)).toEqual(wanted);
  });

  test('has limits unless they are endless or missing', () => {
    const limits = (more: string, type?: string) =>
      two(makeSdfAxis('0 0 1', more), type).joints.find(({ name }) => name === 'j')?.limits;
    expect(limits(makeSdfLimit('-1', '2'))).toEqual([-1, 2]);
    expect(limits(makeSdfLimit('-1e16', '1e16'))).toBeNull();
    expect(limits(makeSdfLimit('-inf', 'inf'))).toBeNull();
    expect(limits('')).toBeNull();
    expect(limits(makeSdfLimit('-1', '2'), 'continuous')).toBeNull();
    expect(limits(makeSdfLimit('0', '1e16'), 'prismatic')).toBeNull();
  });

  test('is a screw by either pitch', () => {
    const pitch = (more: string) =>
      two(`${makeSdfAxis('0 0 1')}${more}`, 'screw').joints.at(-1)?.pitch;
    expect(pitch('<screw_thread_pitch>0.5</screw_thread_pitch>')).toBeCloseTo(
      0.5 / (2 * Math.PI),
      12,
    );
    expect(pitch('<thread_pitch>-20</thread_pitch>')).toBeCloseTo(0.05, 12);
  });

  test.each([['universal'], ['revolute2']])('%s rotates about two axes in series', (type) => {
    const robot = readSdfModelText(
      `${makeSdfLink('a')}${makeSdfLink('b', '0 0 1 0 0 0')}${makeSdfJoint('j', 'a b', `<pose>0 0 -1 0 0 0</pose>${makeSdfAxis('1 0 0')}${makeSdfAxis('0 1 0', '', 'axis2')}`, type)}`,
    );
    expect(placeOf(robot, 'b', { j_axis: QUARTER })).toEqual([0, -1, 0]);
    expect(placeOf(robot, 'b', { j_axis2: QUARTER })).toEqual([1, 0, 0]);
    // The second axis moves with the first, and leaves its own direction x of the link alone.
    expect(placeOf(robot, 'b', { j_axis: QUARTER, j_axis2: QUARTER })).toEqual([1, 0, 0]);
  });

  test('follows another as mimic says', () => {
    const mimic =
      '<mimic joint="j"><multiplier>2</multiplier><offset>0.5</offset><reference>0.1</reference></mimic>';
    const robot = readSdfModelText(
      `${makeSdfLink('a')}${makeSdfLink('b')}${makeSdfLink('c')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}${makeSdfJoint('k', 'b c', makeSdfAxis('0 0 1', mimic))}`,
    );
    const { mimic: found } = robot.joints.find(({ name }) => name === 'k') ?? {};
    expect(found).toEqual({ joint: 'j', multiplier: 2, offset: 0.3 });
  });

  test('has an unused name for each axis, by which another follows it', () => {
    const mimic = makeSdfAxis('0 0 1', '<mimic joint="j"><multiplier>2</multiplier></mimic>');
    const two = `${makeSdfAxis('1 0 0')}${makeSdfAxis('0 1 0', '', 'axis2')}`;
    const robot = readSdfModelText(
      `${makeSdfLink('a')}${makeSdfLink('b')}${makeSdfLink('c')}${makeSdfLink('d')}${makeSdfJoint('k', 'c d', mimic)}
${makeSdfJoint('j_axis', 'b c', makeSdfAxis('0 0 1'))}${makeSdfJoint('j', 'a b', two, 'universal')}`,
    );
    const [base, ...names] = robot.joints.map(({ name }) => name);
    expect(base).toBe('floating_base');
    expect(names.toSorted()).toEqual(['j_axis', 'j_axis2', 'j_axis_2', 'k']);
    const { mimic: found } = robot.joints.find(({ name }) => name === 'k') ?? {};
    expect(found?.joint).toBe('j_axis_2');
  });

  test('that leads towards the root is read the other way round', () => {
    const body = `${makeSdfLink('a')}${makeSdfLink('b', '1 0 0 0 0 0')}${makeSdfLink('c', '2 0 0 0 0 0')}
${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}${makeSdfJoint('k', 'c b', makeSdfAxis('0 0 1'))}`;
    const robot = readSdfModelText(body);
    // b turns against c by a quarter about z at b, so c turns by minus a quarter.
    expect(placeOf(robot, 'c', { k: QUARTER })).toEqual([1, -1, 0]);
  });
});

test('a model without a joint to the world floats; a static one is fixed', () => {
  const body = `<pose>1 2 3 0 0 0</pose>${makeSdfLink('a', '0 0 1 0 0 0')}${makeSdfLink('b')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}`;
  const [base] = readSdfModelText(body).joints;
  expect([base?.type, base?.parent, base?.child, base?.xyz]).toEqual([
    'floating',
    'world',
    'a',
    [1, 2, 4],
  ]);
  expect(readSdfModelText(`<static>true</static>${body}`).joints[0]?.type).toBe('fixed');
});

describe('includes', () => {
  const part = (body: string, version = '1.9') =>
    `<sdf version="${version}"><model name="part">${body}</model></sdf>`;
  const hand = part(
    `${makeSdfLink('palm', '0 0 1 0 0 0')}${makeSdfLink('tip', '0 0 2 0 0 0')}${makeSdfJoint('grip', 'palm tip', makeSdfAxis('1 0 0'))}`,
  );
  const others = {
    'hand/model.config':
      '<model><sdf version="1.4">old.sdf</sdf><sdf version="1.9">new.sdf</sdf><sdf version="1.5">old.sdf</sdf></model>',
    'hand/new.sdf': hand,
    'hand/old.sdf': part(makeSdfLink('wrong')),
  };
  const arm = (include: string, child: string) =>
    `${makeSdfLink('a')}${makeSdfJoint('wrist', `a ${child}`, makeSdfAxis('0 0 1'))}${include}`;

  test('are models with the newest file, their own names and poses', () => {
    const include =
      '<include><uri>model://hand</uri><name>h</name><pose>3 0 0 0 0 0</pose></include>';
    const robot = readSdfModelText(arm(include, 'h::palm'), '1.9', '', others);
    expect(placeOf(robot, 'h::tip')).toEqual([3, 0, 2]);
    expect(robot.joints.map(({ name }) => name)).toContain('h::grip');
  });

  test.each([
    ['model://hand/new.sdf'],
    ['hand'],
    ['file://hand/new.sdf'],
    ['https://x.org/1.0/y/models/hand'],
  ])('are found by %s', (uri) => {
    const robot = readSdfModelText(
      arm(`<include><uri>${uri}</uri></include>`, 'part::palm'),
      '1.9',
      '',
      others,
    );
    expect(placeOf(robot, 'part::tip')).toEqual([0, 0, 2]);
  });

  test('may be merged, with a placement frame', () => {
    const include =
      '<include merge="true"><uri>model://hand</uri><pose>0 0 5 0 0 0</pose><placement_frame>palm</placement_frame></include>';
    const robot = readSdfModelText(arm(include, 'palm'), '1.9', '', others);
    expect(placeOf(robot, 'tip')).toEqual([0, 0, 6]);
  });

  test('that are missing leave out their joints', () => {
    const body = `${makeSdfLink('b')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}${arm('<include>\n<uri>model://none</uri></include>', 'none::x')}`;
    expect(listReadMessages(readSdfText(makeSdfModel(body)))).toEqual([
      '3 <include> "model://none": file not found; it must be loaded together with this one',
      '3 joint "wrist", child: unknown link "none::x", probably of an included model that was not found; the joint is left out',
    ]);
  });

  test('of a server are not the file itself', () => {
    const include = '<include><uri>https://x.org/models/own</uri></include>';
    const text = makeSdfModel(
      `${makeSdfLink('a')}${makeSdfLink('b')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}${include}`,
    );
    const found = readRobot(makeTextFolder({ 'own/model.sdf': text }), 'own/model.sdf', new Map());
    expect(listReadMessages(found).join()).toContain('is on a server; download its folder');
  });

  test('are bounded in depth and size', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [
        `p${i}.sdf`,
        part(`<include><uri>p${i + 1}.sdf</uri></include>`),
      ]),
    );
    const include = '<include><uri>p0.sdf</uri></include>';
    expect(listReadMessages(readSdfText(makeSdfModel(include), chain))[0]).toContain(
      'more than 8 levels of nested includes',
    );
    const own = { 'p0.sdf': part(include) };
    expect(listReadMessages(readSdfText(makeSdfModel(include), own))[0]).toContain(
      '"p0.sdf" includes itself',
    );
    const wide = { 'p0.sdf': part('<x/>'.repeat(20_000)) };
    expect(listReadMessages(readSdfText(makeSdfModel(include.repeat(20)), wide))[0]).toContain(
      'more than 200000 elements in included files',
    );
    const deep = '<model name="n">'.repeat(60) + '</model>'.repeat(60);
    expect(listReadMessages(readSdfText(makeSdfModel(deep)))[0]).toContain(
      'more than 50 levels of nested models',
    );
  });
});

describe('a world with several models', () => {
  const moving = (name: string) =>
    `<model name="${name}">${makeSdfLink('a')}${makeSdfLink(`${name}_tool`)}${makeSdfJoint('j', `a ${name}_tool`, makeSdfAxis('0 0 1'))}</model>`;
  const world = (...models: string[]) =>
    `<sdf version="1.6"><world name="w"><model name="ground">${makeSdfLink('g')}</model>${models.join('')}</world></sdf>`;
  const both = world(moving('one'), moving('two'));
  const linksOf = (found: ReturnType<typeof readSdfText>) =>
    found.ok && [found.value.name, found.value.links.map(({ name }) => name).at(-1)];
  const offeredBy = (found: ReturnType<typeof readSdfText>) =>
    found.ok && found.remarks.flatMap(({ remedies = [] }) => remedies);

  test('gives the first that moves, and offers the others', () => {
    const found = readSdfText(both);
    expect(linksOf(found)).toEqual(['one', 'one_tool']);
    expect(listReadMessages(found).join()).toContain(
      'other models with joints: "two"; this one is used, because it is the first',
    );
    expect(offeredBy(found)).toEqual([{ label: 'Open two', reading: { model: 'two' } }]);
  });

  test('gives the chosen one, and offers the first again', () => {
    const found = readSdfText(both, {}, { model: 'two' });
    expect(linksOf(found)).toEqual(['two', 'two_tool']);
    expect(listReadMessages(found).join()).toContain('because it is the chosen one');
    expect(offeredBy(found)).toEqual([{ label: 'Open one', reading: { model: 'one' } }]);
  });

  test('says nothing if only one moves', () => {
    expect(readSdfText(world(moving('one')))).toMatchObject({ ok: true, remarks: [] });
  });

  test.each([
    [
      both,
      'twoo',
      '1 model: must be a model with a joint that moves: "one", "two"; got "twoo" (did you mean "two"?)',
    ],
    [
      both,
      'ground',
      '1 model: must be a model with a joint that moves: "one", "two"; got "ground"',
    ],
    [
      world(moving('one'), moving('two'), makeSdfJoint('k', 'one::a two::a', makeSdfAxis('0 0 1'))),
      'two',
      '1 model: joints of the world connect its models, so they are one robot; open it without choosing a model',
    ],
  ])('rejects another name, and models that are connected', (text, name, fault) => {
    expect(listReadMessages(readSdfText(text, {}, { model: name }))).toEqual([fault]);
  });
});

test('reads shapes in the frame of their link', () => {
  const shape = (geometry: string, pose = '') =>
    `<visual name="v">${pose}<geometry>${geometry}</geometry></visual>`;
  const looks = [
    shape('<box><size>1 2 3</size></box>', '<pose>0 0 1 0 0 0</pose>'),
    shape('<sphere><radius>2</radius></sphere>', '<pose relative_to="b">0 0 0 0 0 0</pose>'),
    shape('<capsule><radius>1</radius><length>4</length></capsule>'),
    shape('<mesh><uri>model://m/a.dae</uri><scale>2 2 2</scale></mesh>'),
    shape('<plane/>'),
  ].join('');
  const body = `<link name="a"><pose>0 0 1 0 0 0</pose>${looks}</link>${makeSdfLink('b', '1 0 1 0 0 0')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}`;
  const visuals = readSdfModelText(body).links.find(({ name }) => name === 'a')?.visuals;
  expect(visuals?.map(({ xyz, shape: kind }) => [xyz, kind])).toEqual([
    [[0, 0, 1], { kind: 'box', size: [1, 2, 3] }],
    [[1, 0, 0], { kind: 'sphere', radius: 2 }],
    [[0, 0, 0], { kind: 'capsule', radius: 1, length: 4 }],
    [[0, 0, 0], { kind: 'mesh', file: 'model://m/a.dae', scale: [2, 2, 2] }],
  ]);
});

test('reads no mesh to find it next to an included file', () => {
  const shape = '<visual name="v"><geometry><mesh><uri>a.stl</uri></mesh></geometry></visual>';
  const hand = `<sdf version="1.9"><model name="n"><link name="x">${shape}</link></model></sdf>`;
  const texts = {
    'hand/a.stl': '',
    'hand/n.sdf': hand,
    'r.sdf': makeSdfModel(
      `${makeSdfLink('a')}<include><uri>hand</uri></include>${makeSdfJoint('j', 'a n::x', makeSdfAxis('0 0 1'))}`,
    ),
  };
  const { paths, read: bytesOf } = makeTextFolder(texts);
  const unreadable = (path: string) => {
    if (path.endsWith('.stl')) throw new Error('read');
    return bytesOf(path);
  };
  const found = readRobot({ paths, read: unreadable }, 'r.sdf', new Map());
  const hands = found.ok ? found.value.robot.links.find(({ name }) => name === 'n::x') : null;
  expect(hands?.visuals[0]?.shape).toMatchObject({ kind: 'mesh', file: 'hand/a.stl' });
});

describe('the robot file of a folder', () => {
  const arm = makeSdfModel(
    `${makeSdfLink('a')}${makeSdfLink('b')}${makeSdfJoint('j', 'a b', makeSdfAxis('0 0 1'))}`,
  );
  const world = (uri: string) =>
    `<sdf version="1.6"><world name="w"><include><uri>${uri}</uri></include></world></sdf>`;

  test('is the newest SDF of a model, not a world that includes it', () => {
    const folder = makeTextFolder({
      'arm/model.config':
        '<model><sdf version="1.4">a14.sdf</sdf><sdf version="1.12">a.sdf</sdf></model>',
      'arm/a14.sdf': arm,
      'arm/a.sdf': arm,
      'w.world': world('model://arm'),
    });
    expect(findRobotFile(folder)).toEqual({ file: 'arm/a.sdf', candidates: ['arm/a.sdf'] });
  });

  test.each([['r.sdf'], ['r.world'], ['r.model'], ['r.xml']])('may be named %s', (name) => {
    expect(findRobotFile(makeTextFolder({ [name]: arm })).file).toBe(name);
    expect(readRobot(makeTextFolder({ [name]: arm }), name, new Map()).ok).toBe(true);
  });
});
