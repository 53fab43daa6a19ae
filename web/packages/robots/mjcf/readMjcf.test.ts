import { requireValue, sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { findRobotFile } from '../findRobotFile.ts';
import { importRobot } from '../importRobot.ts';
import { readRobot } from '../readRobot.ts';
import { readXml } from '../readXml.ts';
import type { ReadResult, Robot } from '../robot.ts';
import { makeTextFolder } from '../testFolder.ts';
import {
  computeLinkMatrix,
  makeTestRobot,
  makeUrdfJoint,
  makeUrdfLimit,
  makeUrdfLinks,
} from '../testRobots.ts';
import { readMjcf } from './readMjcf.ts';

function mjcf(body: string, others: Readonly<Record<string, string>> = {}): ReadResult<Robot> {
  const xml = readXml(`<mujoco model="made">\n${body}\n</mujoco>`, 'made.xml');
  return xml.ok ? readMjcf(xml.value, makeTextFolder(others)) : xml;
}
function parsed(body: string, others: Readonly<Record<string, string>> = {}): Robot {
  return requireValue(mjcf(body, others));
}
const world = (body: string) => `<worldbody>\n${body}\n</worldbody>`;
const messagesOf = (body: string): string[] => {
  const read = mjcf(body);
  const all = read.ok ? read.remarks : read.faults;
  return all.map(({ line, element, reason }) => `${line} ${element}: ${reason}`);
};

/** Expects the same matrix of a link, within rounding. */
function expectMatrix(found: number[][], wanted: readonly (readonly number[])[]): void {
  wanted.forEach((row, i) => {
    row.forEach((x, j) => {
      expect(found[i]?.[j] ?? Number.NaN, `row ${i}, column ${j}`).toBeCloseTo(x, 10);
    });
  });
}
const at = (robot: Robot, link: string, values: Record<string, number> = {}) =>
  computeLinkMatrix(robot, link, new Map(Object.entries(values)));
const placeOf = (matrix: number[][]) => matrix.slice(0, 3).map((row) => row[3] as number);

test('MJCF gives the same poses and limits as a URDF of the same arm', () => {
  const h = Math.PI / 2;
  const arm = makeTestRobot(`${makeUrdfLinks('base upper lower hand')}
${makeUrdfJoint('shoulder', 'base upper', 'revolute', `<axis xyz="0 1 0"/>${makeUrdfLimit(-h, 1)}`, 'xyz="0.1 0 0.5" rpy="0 0 0.4"')}
${makeUrdfJoint('elbow', 'upper lower', 'continuous', '<axis xyz="1 0 1"/>', 'xyz="0 0 0.4" rpy="0.3 0 0"')}
${makeUrdfJoint('slide', 'lower hand', 'prismatic', `<axis xyz="0 0 -1"/>${makeUrdfLimit(0, 0.2)}`, 'xyz="0 0.05 0.3"')}`);
  const same = parsed(
    `<compiler angle="radian"/>${world(`<body name="base">
<body name="upper" pos="0.1 0 0.5" euler="0 0 0.4"><joint name="shoulder" axis="0 1 0" range="${-h} 1"/>
<body name="lower" pos="0 0 0.4" axisangle="2 0 0 0.3"><joint name="elbow" axis="1 0 1"/>
<body name="hand" pos="0 0.05 0.3"><joint name="slide" type="slide" axis="0 0 -1" range="0 0.2"/></body>
</body></body></body>`)}`,
  );
  const values = { shoulder: 0.7, elbow: -1.2, slide: 0.13 };
  for (const link of ['upper', 'lower', 'hand'])
    expectMatrix(at(same, link, values), at(arm, link, values));
  const limits = (robot: Robot) =>
    robot.joints.filter(({ type }) => type !== 'fixed').map((each) => [each.name, each.limits]);
  expect(limits(same)).toEqual(limits(arm));
});

describe('the pose of a body', () => {
  const quarter = [
    [0, -1, 0, 0],
    [1, 0, 0, 0],
    [0, 0, 1, 0],
  ];
  test.each([
    ['quat="1 0 0 1"'],
    ['axisangle="0 0 3 90"'],
    ['euler="0 0 90"'],
    ['xyaxes="0 1 0 -1 0.5 0"'],
  ])('by %s, in degrees by default', (written) => {
    expectMatrix(at(parsed(world(`<body name="a" ${written}/>`)), 'a'), quarter);
  });

  test.each([['0 1 0'], ['0 0 -1'], ['1 2 -0.9'], ['3 -1 -9']])(
    'by zaxis="%s": the smallest rotation that takes z there',
    (axis) => {
      const direction = axis.split(' ').map(Number);
      const length = Math.hypot(...direction);
      const m = at(parsed(world(`<body name="a" zaxis="${axis}"/>`)), 'a');
      direction.forEach((x, i) => {
        expect(m[i]?.[2]).toBeCloseTo(x / length, 12);
      });
      // the cosine of the rotation angle
      const trace = (m[0]?.[0] ?? 9) + (m[1]?.[1] ?? 9) + (m[2]?.[2] ?? 9);
      expect((trace - 1) / 2).toBeCloseTo((direction[2] as number) / length, 12);
    },
  );

  test('by Euler angles in the compiler’s order, about rotating or fixed axes', () => {
    const euler = (sequence: string) =>
      at(
        parsed(`<compiler eulerseq="${sequence}"/>${world('<body name="a" euler="30 -20 70"/>')}`),
        'a',
      );
    const turns = at(
      parsed(
        world(
          '<body name="x" euler="30 0 0"><body name="y" euler="0 -20 0"><body name="z" euler="0 0 70"/></body></body>',
        ),
      ),
      'z',
    );
    expectMatrix(euler('xyz'), turns);
    const back = at(
      parsed(`<compiler eulerseq="zyx"/>${world('<body name="a" euler="70 -20 30"/>')}`),
      'a',
    );
    expectMatrix(euler('XYZ'), back);
  });

  test('within frames, which may also contain joints', () => {
    const framed = parsed(
      world(`<frame pos="1 2 3" euler="0 0 90"><body name="a" pos="1 0 0">
<frame pos="0 0 1" euler="90 0 0"><joint name="j" axis="0 0 1" pos="0 0 1"/></frame></body></frame>`),
    );
    expect(placeOf(at(framed, 'a')).map((x) => +x.toFixed(9))).toEqual([1, 3, 3]);
    // a rotation by π about the axis −y through (0, −1, 1) of the body
    expect(placeOf(at(framed, 'a', { j: Math.PI })).map((x) => +x.toFixed(9))).toEqual([1, 3, 5]);
  });
});

describe('joints', () => {
  test('several in one body move one after the other, each about its own position', () => {
    const robot = parsed(
      world(`<body name="a" pos="0 0 1"><joint name="lift" type="slide" axis="0 0 1"/>
<joint name="yaw" axis="0 0 1" pos="1 0 0"/><joint name="tilt" axis="0 1 0" pos="0 0 -1"/></body>`),
    );
    expect(robot.joints.map(({ name, type }) => [name, type])).toEqual([
      ['lift', 'prismatic'],
      ['yaw', 'revolute'],
      ['tilt', 'revolute'],
      ['a_fixed', 'fixed'],
    ]);
    const h = Math.PI / 2;
    // up by 2; then the origin rotates by 90° about (1, 0, 3): to (1, −1, 3), x to y
    expect(placeOf(at(robot, 'a', { lift: 2, yaw: h })).map((x) => +x.toFixed(9))).toEqual([
      1, -1, 3,
    ]);
    // about y, which points to −x, through a point 1 m below: from (1, −1, 3) along the rotated x,
    // y
    expect(placeOf(at(robot, 'a', { lift: 2, yaw: h, tilt: h })).map((x) => +x.toFixed(9))).toEqual(
      [1, 0, 2],
    );
  });

  test('ref is the joint value of the drawn pose; range is relative to the same zero', () => {
    const robot = parsed(
      world(`<body name="a"><joint name="j" axis="0 0 2" ref="90" range="0 180"/>
<body name="b" pos="1 0 0"><joint name="s" type="slide" axis="2 0 0" ref="0.5" range="0 1"/></body></body>`),
    );
    expect(robot.joints.map(({ limits }) => limits)).toEqual([
      [0, Math.PI],
      [0, 1],
    ]);
    const place = (j: number, s: number) =>
      placeOf(at(robot, 'b', { j, s })).map((x) => +x.toFixed(9) + 0);
    expect(place(Math.PI / 2, 0.5)).toEqual([1, 0, 0]);
    expect(place(0, 0)).toEqual([0, -0.5, 0]);
  });

  test('have limits only if they are limited', () => {
    const one = (attributes: string, compiler = '') =>
      parsed(`${compiler}${world(`<body name="a"><joint ${attributes}/></body>`)}`).joints[0]
        ?.limits;
    const off = '<compiler autolimits="false"/>';
    expect(one('type="slide" range="1 2"')).toEqual([1, 2]);
    expect(one('range="-180 0" limited="false"')).toBeNull();
    expect(one('type="slide" range="1 2"', off)).toBeNull();
    expect(one('type="slide" range="1 2" limited="true"', off)).toEqual([1, 2]);
    expect(one('type="slide" range="2 1"')).toBeNull();
  });

  test('a ball is three hinges; a free joint is held', () => {
    const robot = parsed(
      world(
        '<body name="a"><freejoint/><body name="b"><joint type="ball" name="hip"/></body></body>',
      ),
    );
    expect(robot.joints.map(({ type }) => type)).toEqual(['floating', 'ball']);
    const read = importRobot(robot, {}, [], sampleCatalogue);
    const tree = read.ok ? (read.value.document.tree as { joints: { id: string }[] }) : undefined;
    expect(tree?.joints.map(({ id }) => id)).toEqual(['hip_x', 'hip_y', 'hip_z']);
  });

  test('follow others as given by active equalities', () => {
    const bodies =
      world(`<body name="a"><joint name="j" ref="90"/><body name="b"><joint name="k" type="slide" ref="0.2"/>
<body name="c"><joint name="l"/></body></body></body>`);
    const { joints } = parsed(`${bodies}<default><equality active="true"/></default><equality>
<joint joint1="j" joint2="k" polycoef="0.1 2"/><joint joint1="l" polycoef="0.3"/><joint joint1="k" joint2="j" active="false"/></equality>`);
    // j − π/2 = 0.1 + 2 (k − 0.2)
    expect(joints[0]?.mimic).toEqual({
      joint: 'k',
      multiplier: 2,
      offset: Math.PI / 2 + 0.1 - 0.4,
    });
    expect(joints[1]?.mimic).toBeNull();
    expect(joints[2]?.limits).toEqual([0.3, 0.3]);
  });
});

test('default classes fill in attributes: nested, by childclass and by class', () => {
  const robot = parsed(`<default><joint axis="1 0 0" range="-1 1"/><geom type="box" size="1 1 1"/>
<default class="arm"><joint axis="0 1 0"/><default class="wrist"><joint range="-2 2" type="slide"/></default></default></default>
${world(`<body name="a"><joint name="main"/><body name="b" childclass="arm"><joint name="arm"/><body name="c">
<joint name="wrist" class="wrist"/><geom class="wrist" euler="0 0 0"/></body></body></body>`)}`);
  const degree = Math.PI / 180;
  expect(robot.joints.map(({ name, axis, limits }) => [name, axis.join(' '), limits])).toEqual([
    ['main', '1 0 0', [-degree, degree]],
    ['arm', '0 1 0', [-degree, degree]],
    ['wrist', '0 1 0', [-2, 2]],
  ]);
  expect(robot.links.at(-1)?.collisions[0]?.shape).toEqual({ kind: 'box', size: [2, 2, 2] });
});

test('reads shapes, and sites as links', () => {
  const robot = parsed(
    `<compiler meshdir="meshes/"/><asset><mesh file="arm.stl" scale="1 1 2"/></asset>${world(`
<body name="a"><joint name="j"/><geom size="0.1" contype="0" conaffinity="0"/>
<geom type="capsule" fromto="0 0 1 0 0 3" size="0.2" contype="0" conaffinity="0"/>
<geom type="cylinder" size="0.2 0.5"/><geom type="mesh" mesh="arm" contype="0" conaffinity="0" group="3"/>
<geom type="ellipsoid" size="1 2 3"/><site name="grip" pos="0 0 4"/></body>`)}`,
  );
  const [, body, site] = robot.links;
  expect(body?.visuals).toEqual([
    { xyz: [0, 0, 0], rpy: [0, 0, 0], shape: { kind: 'sphere', radius: 0.1 } },
    { xyz: [0, 0, 2], rpy: [0, 0, 0], shape: { kind: 'capsule', radius: 0.2, length: 2 } },
  ]);
  expect(body?.collisions.map(({ shape }) => shape)).toEqual([
    { kind: 'cylinder', radius: 0.2, length: 1 },
    { kind: 'mesh', file: 'meshes/arm.stl', scale: [1, 1, 2] },
    { kind: 'sphere', radius: 2 },
  ]);
  expect(site?.name).toBe('grip');
  expect(placeOf(at(robot, 'grip'))).toEqual([0, 0, 4]);
});

test('an ellipsoid of equal radii is a sphere, without a remark', () => {
  const geom = '<geom type="ellipsoid" size="0.1 0.1 0.1" contype="0" conaffinity="0"/>';
  const text = `<mujoco>${world(`<body name="a"><joint name="j"/>${geom}</body>`)}</mujoco>`;
  const found = readRobot(makeTextFolder({ 'r.xml': text }), 'r.xml', new Map());
  expect(found.ok && found.remarks).toEqual([]);
});

test('includes other files, each only once', () => {
  const part = '<mujocoinclude><body name="b"><joint name="k"/></body></mujocoinclude>';
  const body = world('<body name="a"><joint name="j"/><include file="part.xml"/></body>');
  expect(parsed(body, { 'part.xml': part }).joints.map(({ name }) => name)).toEqual(['j', 'k']);
  expect(messagesOf(body)).toContain(
    '3 <include> "part.xml": file not found; it must be loaded together with this one',
  );
  const twice = mjcf(`${body}<include file="part.xml"/>`, { 'part.xml': part });
  expect(twice.ok ? '' : twice.faults[0]?.reason).toBe('a file can be included only once');
  const own = mjcf('<include file="x.xml"/>', {
    'x.xml': '<mujoco><include file="x.xml"/></mujoco>',
  });
  expect(own.ok ? '' : own.faults[0]?.reason).toBe('a file can be included only once');
  const nest = (inner: string) => `${'<body>'.repeat(200)}${inner}${'</body>'.repeat(200)}`;
  const deep = mjcf(world(nest('<include file="deep.xml"/>')), {
    'deep.xml': `<mujoco>${nest('')}</mujoco>`,
  });
  expect(deep.ok ? '' : deep.faults[0]?.reason).toContain(
    'more than 300 levels of nested elements, including included files',
  );
});

test('finds an include beside the main file or the including one, also in a folder above', () => {
  const part = (name: string, more = '') =>
    `<mujocoinclude>${more}<worldbody><body name="${name}"/></worldbody></mujocoinclude>`;
  const folder = makeTextFolder({
    'robots/arm.xml': '<mujoco><include file="../common/base.xml"/></mujoco>',
    'common/base.xml': part('base', '<include file="near.xml"/><include file="parts/far.xml"/>'),
    'common/near.xml': part('near'),
    'robots/near.xml': part('other'),
    'robots/parts/far.xml': part('far'),
    'old/parts/far.xml': part('old'),
  });
  expect(findRobotFile(folder).file).toBe('robots/arm.xml');
  const read = readRobot(folder, 'robots/arm.xml', new Map());
  expect(read.ok && read.value.robot.links.map(({ name }) => name).sort()).toEqual([
    ...['base', 'far', 'near', 'world'],
  ]);
});

describe('rejects', () => {
  const one = (attributes: string) =>
    world(`<body name="a"><joint name="j" ${attributes}/></body>`);
  test.each([
    ['<compiler angle="grad"/>', '2 <compiler>, angle: must be degree or radian; got "grad"'],
    ['<compiler eulerseq="xyw"/>', '2 <compiler>, eulerseq: must be three of x, y, z, X, Y, Z'],
    ['<compiler coordinate="global"/>', '2 <compiler>, coordinate: must be local; got "global"'],
    [one('type="hing"'), '3 joint "j", type: must be one of hinge, slide, ball, free; got "hing"'],
    [one('axis="0 0 0"'), '3 joint "j", axis: must not have length 0'],
    [one('axis="0 1"'), '3 joint "j", axis: must be 3 numbers; got "0 1" (2)'],
    [
      one('range="0,1 2"'),
      '3 joint "j", range: "0,1" in "0,1 2" has a decimal comma; expected a decimal point',
    ],
    [one('class="arn"'), '3 <joint>, class: unknown default class "arn"'],
    [world('<body name="a" quat="0 0 0 0"/>'), '3 body "a", quat: defines no direction: "0 0 0 0"'],
    [
      world('<body name="a" quat="1 0 0 0" euler="0 0 0"/>'),
      '3 body "a": expected one orientation; got quat and euler',
    ],
    [
      world('<body name="a"><freejoint/><joint/></body>'),
      '3 body "a": a free joint must be the only joint of its body; got 2 joints',
    ],
    [
      `${one('')}<equality><joint joint1="j" joint2="jj"/></equality>`,
      '4 <equality>, joint "j": unknown joint "jj" (did you mean "j"?)',
    ],
    [
      '',
      '1 <mujoco>: must have a "worldbody" with its bodies; if it is a part of a model, drop the file',
    ],
  ])('%s', (body, fault) => {
    expect(messagesOf(body).join('\n')).toContain(fault);
  });
});

test('reports what it ignores', () => {
  const body = `${world(`<body name="a"><joint name="j" type="ball" range="0 1"/><geom type="plane" size="1 1 1"/>
<geom type="mesh" mesh="no"/><composite type="rope"/></body>`)}<actuator/><actuator/><equality><weld body1="a"/></equality>`;
  expect(messagesOf(body)).toEqual([
    '3 joint "j", range: each of the three hinges is limited to ±1°, which contains the cone of the file',
    '3 body "a", geom: shape ignored: "plane" is not a supported shape',
    '4 body "a", geom: shape ignored: unknown mesh "no"',
    '4 body "a", <composite>: its generated contents are not supported',
    '5 <equality>, <weld>: loop closures are not supported; the loop stays open',
    '5 <actuator>: not part of the kinematics',
  ]);
});
