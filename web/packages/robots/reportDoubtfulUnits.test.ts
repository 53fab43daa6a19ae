import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { formatRemark, importRobot } from './importRobot.ts';
import { readRobot } from './readRobot.ts';
import type { DescriptionOptions, Robot } from './robot.ts';
import { makeTextFolder } from './testFolder.ts';
import { makeUrdfJoint, makeUrdfLimit, makeUrdfLinks } from './testRobots.ts';

function read(
  body: string,
  reading: DescriptionOptions = {},
  file = 'made.urdf',
  root = 'robot name="made"',
) {
  const text = `<${root}>\n${body}\n</${root.split(' ')[0]}>`;
  return readRobot(makeTextFolder({ [file]: text }), file, new Map(), 'held', reading);
}

function accepted(body: string, reading: DescriptionOptions = {}) {
  const made = read(body, reading);
  if (!made.ok) throw new Error(made.faults.map(formatRemark).join());
  const { robot } = made.value;
  const of = (name: string) => robot.joints.find((each) => each.name === name);
  return { robot, of, remarks: made.remarks };
}

const said = (body: string, reading: DescriptionOptions = {}) =>
  accepted(body, reading).remarks.map((remark) => [
    `${remark.grave ? '!' : ''}${formatRemark(remark)}`,
    ...(remark.remedies ?? []).flatMap(({ label, reading: next }) => [label, next]),
  ]);

/** Two hinges with these limits; `length` metres from the first to the second, and to the tool. */
const arm = (limits: readonly string[], length = 0.3, more = '') =>
  `${makeUrdfLinks('base one two tool')}
${makeUrdfJoint('j1', 'base one', 'revolute', limits[0], 'xyz="0 0 0.1"')}
${makeUrdfJoint('j2', 'one two', 'revolute', limits[1] ?? limits[0], `xyz="0 0 ${length}"`)}
${makeUrdfJoint('end', 'two tool', 'fixed', '', `xyz="${length} 0 0"`)}${more}`;

describe('limits beyond four turns', () => {
  test('are reported with a remedy, and so is the remedy', () => {
    expect(said(arm([makeUrdfLimit(-170, 170), makeUrdfLimit(-90, 120)]))).toEqual([
      [
        '!made.urdf:6: joint "j1": limits up to 170 rad (27 turns): degrees are likely',
        'Read as degrees',
        { angles: 'degrees' },
      ],
    ]);
    expect(said(arm([makeUrdfLimit(-170, 170)]), { angles: 'degrees' })).toEqual([
      ['made.urdf: angles: read as degrees, as chosen', 'Read as radians', { angles: 'radians' }],
    ]);
  });

  test.each([
    ['four turns', arm([makeUrdfLimit(-8 * Math.PI, 8 * Math.PI)])],
    ['±1e15 for none', arm([makeUrdfLimit(-1e15, 1e15), makeUrdfLimit(-1, 1)])],
    ['999999 for none', arm([makeUrdfLimit(-999999, 999999), makeUrdfLimit(-1, 1)])],
    [
      'a rail of 30 m',
      arm(
        [makeUrdfLimit(-1, 1)],
        0.3,
        makeUrdfJoint('rail', 'base other', 'prismatic', makeUrdfLimit(0, 30)) +
          makeUrdfLinks('other'),
      ),
    ],
  ])('are not %s', (_, body) => {
    expect(said(body)).toEqual([]);
  });

  test('have no remedy if those of most joints are within a turn', () => {
    const others = ['a', 'b'].map(
      (name) =>
        makeUrdfJoint(name, `base ${name}`, 'revolute', makeUrdfLimit(-2, 2)) + makeUrdfLinks(name),
    );
    expect(
      said(arm([makeUrdfLimit(-100, 100), makeUrdfLimit(-2, 2)], 0.3, others.join(''))),
    ).toEqual([
      [
        '!made.urdf:6: joint "j1": limits up to 100 rad (16 turns), but those of most joints are within 2π rad; expected radians',
      ],
    ]);
  });
});

describe('read as degrees', () => {
  const degrees = { angles: 'degrees' } as const;
  const mimic = (of: string, multiplier: number, offset: number) =>
    `<mimic joint="${of}" multiplier="${multiplier}" offset="${offset}"/>`;

  test('converts limits and mimic joints, but no rpy in radians', () => {
    const more = `${makeUrdfLinks('m s r')}
${makeUrdfJoint('m', 'two m', 'revolute', makeUrdfLimit(-180, 180) + mimic('j1', 2, 90), 'rpy="1.5707963 0 0"')}
${makeUrdfJoint('s', 'two s', 'prismatic', makeUrdfLimit(0, 0.2) + mimic('j1', 0.001, 0.1))}
${makeUrdfJoint('r', 'two r', 'revolute', makeUrdfLimit(0, 360) + mimic('s', 900, 0))}`;
    const { of } = accepted(arm([makeUrdfLimit(-170, 170)], 0.3, more), degrees);
    expect(of('j1')?.limits?.[1]).toBeCloseTo((170 * Math.PI) / 180, 14);
    expect(of('m')?.mimic?.multiplier).toBe(2);
    expect(of('m')?.mimic?.offset).toBeCloseTo(Math.PI / 2, 14);
    expect(of('m')?.rpy).toEqual([1.5707963, 0, 0]);
    expect(of('s')?.limits).toEqual([0, 0.2]);
    // 90° of the leader slide by 0.09 m, beyond 0.1 m.
    const slide = of('s')?.mimic ?? { multiplier: 0, offset: 0 };
    expect(slide.multiplier * (Math.PI / 2) + slide.offset).toBeCloseTo(0.19, 14);
    // 0.1 m of the leader rotate by 90°.
    expect(0.1 * (of('r')?.mimic?.multiplier ?? 0)).toBeCloseTo(Math.PI / 2, 14);
    expect(of('j1')?.xyz).toEqual([0, 0, 0.1]);
  });

  test('converts rpy if they are beyond a turn, and leaves limits in radians beside them', () => {
    const turned = makeUrdfLinks('m') + makeUrdfJoint('m', 'two m', 'fixed', '', 'rpy="90 0 -45"');
    expect(said(arm([makeUrdfLimit(-2, 2)], 0.3, turned))[0]?.[0]).toBe(
      '!made.urdf: rpy: rpy up to 90 rad (14 turns): degrees are likely',
    );
    const { of } = accepted(arm([makeUrdfLimit(-2, 2)], 0.3, turned), degrees);
    expect(of('m')?.rpy[0]).toBeCloseTo(Math.PI / 2, 14);
    expect(of('m')?.rpy[2]).toBeCloseTo(-Math.PI / 4, 14);
    expect(of('j1')?.limits).toEqual([-2, 2]);
    const both = accepted(arm([makeUrdfLimit(-170, 170)], 0.3, turned), degrees);
    expect(both.of('j1')?.limits?.[0]).toBeCloseTo((-170 * Math.PI) / 180, 14);
    expect(both.of('m')?.rpy[0]).toBeCloseTo(Math.PI / 2, 14);
  });

  test('converts small limits as well, when it is chosen', () => {
    const { of } = accepted(arm([makeUrdfLimit(-5, 5)]), degrees);
    expect(of('j1')?.limits?.[1]).toBeCloseTo(Math.PI / 36, 14);
  });
});

describe('lengths', () => {
  test('beyond 20 m are reported with a remedy, and so is the remedy', () => {
    expect(said(arm([makeUrdfLimit(-2, 2)], 250))).toEqual([
      [
        '!made.urdf:8: lengths: the longest chain is 500 m long: millimetres are likely',
        'Read as millimetres',
        { lengths: 'millimetres' },
      ],
    ]);
    expect(said(arm([makeUrdfLimit(-2, 2)], 250), { lengths: 'millimetres' })).toEqual([
      [
        'made.urdf: lengths: read as millimetres, as chosen',
        'Read as metres',
        { lengths: 'metres' },
      ],
    ]);
  });

  test('below 1 cm are reported', () => {
    expect(said(arm([makeUrdfLimit(-2, 2)], 0.001))).toEqual([
      [
        '!made.urdf:8: lengths: the longest chain is only 2 mm long: the lengths may not be in metres',
      ],
    ]);
  });

  test('are those from the first moving joint on, wherever the robot is placed', () => {
    const placed = `${makeUrdfLinks('world')}${makeUrdfJoint('placed', 'world base', 'fixed', '', 'xyz="100 0 0"')}`;
    expect(said(arm([makeUrdfLimit(-2, 2)], 0.3, placed))).toEqual([]);
    expect(said(arm([makeUrdfLimit(-2, 2)], 9.9))).toEqual([]);
    expect(said(arm([makeUrdfLimit(-2, 2)], 0.006))).toEqual([]);
    const knob = makeUrdfLinks('base knob dot') + makeUrdfJoint('j', 'base knob', 'continuous');
    expect(said(knob + makeUrdfJoint('end', 'knob dot', 'fixed', '', 'xyz="0.001 0 0"'))).toEqual(
      [],
    );
  });

  test('read as millimetres convert frames, slides, pitches, followers and shapes', () => {
    const shape = (geometry: string) =>
      `<visual><origin xyz="10 0 0"/><geometry>${geometry}</geometry></visual>`;
    const more = `<link name="s"/><link name="c">
${shape('<box size="100 200 300"/>')}${shape('<cylinder radius="10" length="50"/>')}
${shape('<sphere radius="7"/>')}${shape('<mesh filename="a.stl"/>')}
${shape('<mesh filename="b.stl" scale="0.001 0.001 0.001"/>')}${shape('<mesh filename="c.dae"/>')}</link>
${makeUrdfJoint('s', 'two s', 'prismatic', makeUrdfLimit(-20, 400))}
${makeUrdfJoint('c', 'two c', 'prismatic', `${makeUrdfLimit(0, 90)}<mimic joint="s" multiplier="2" offset="30"/>`)}
${makeUrdfLinks('w')}${makeUrdfJoint('w', 'two w', 'screw', `${makeUrdfLimit(-9, 9)}<screw_thread_pitch value="5"/>`)}`;
    const { robot, of } = accepted(arm([makeUrdfLimit(-2, 2)], 250, more), {
      lengths: 'millimetres',
    });
    expect(of('j2')?.xyz).toEqual([0, 0, 0.25]);
    expect(of('j2')?.limits).toEqual([-2, 2]);
    expect(of('s')?.limits).toEqual([-0.02, 0.4]);
    expect(of('c')?.mimic).toEqual({ joint: 's', multiplier: 2, offset: 0.03 });
    expect(of('w')?.limits).toEqual([-9, 9]);
    expect(of('w')?.pitch).toBeCloseTo(0.005 / (2 * Math.PI), 15);
    const visuals = robot.links.find(({ name }) => name === 'c')?.visuals ?? [];
    expect(visuals.map(({ xyz }) => xyz[0])).toEqual([0.01, 0.01, 0.01, 0.01, 0.01, 0.01]);
    expect(visuals.map(({ shape: { kind: _, ...rest } }) => rest)).toEqual([
      { size: [0.1, 0.2, 0.3] },
      { radius: 0.01, length: 0.05 },
      { radius: 0.007 },
      { file: 'a.stl', scale: [0.001, 0.001, 0.001] },
      { file: 'b.stl', scale: [0.001, 0.001, 0.001] },
      { file: 'c.dae', scale: [1, 1, 1] },
    ]);
  });
});

test.each([
  ['<compiler angle="radian"/>', '-180 90', 'degrees', [-Math.PI, Math.PI / 2]],
  ['', '-180 90', 'degrees', [-Math.PI, Math.PI / 2]],
  ['', '-3.1 3.1', 'radians', [-3.1, 3.1]],
] as const)(
  'the choice replaces the unit of MJCF: %s, range %s in %s',
  (compiler, range, angles, limits) => {
    const text = `<mujoco>${compiler}<worldbody><body><joint name="j" limited="true" range="${range}"/>
<geom type="sphere" size="1"/></body></worldbody></mujoco>`;
    const read = readRobot(makeTextFolder({ 'm.xml': text }), 'm.xml', new Map(), 'held', {
      angles,
    });
    const found = read.ok ? read.value.robot.joints.flatMap(({ limits }) => limits ?? []) : [];
    expect(found.map((limit, i) => limit - (limits[i] ?? 0))).toEqual([
      expect.closeTo(0, 12),
      expect.closeTo(0, 12),
    ]);
  },
);

test('an imported robot has the tool of the converted lengths', () => {
  const { robot } = accepted(arm([makeUrdfLimit(-2, 2)], 250), { lengths: 'millimetres' });
  const imported = importRobot(robot as Robot, { start: new Map() }, [], sampleCatalogue);
  const tree = imported.ok
    ? (imported.value.document.tree as { joints: { xyz: number[] }[] })
    : null;
  expect(tree?.joints.map(({ xyz }) => xyz[2])).toEqual([0.0001, 0.25]);
});

test.each<[DescriptionOptions, string, string]>([
  [{ convention: 'modified' }, 'made.urdf', 'convention: is for Denavit-Hartenberg tables only'],
  [{ convention: 'modified' }, 'made.bvh', 'convention: is for Denavit-Hartenberg tables only'],
  [{ angles: 'degrees' }, 'made.csv', 'angles: is for URDF, xacro, MJCF and SDF files only'],
  [{ lengths: 'metres' }, 'made.csv', 'lengths: is for URDF, xacro, MJCF and SDF files only'],
])('rejects %j for %s', (reading, file, reason) => {
  const texts: Record<string, string> = {
    'made.urdf': `<robot name="made">${arm([makeUrdfLimit(-1, 1)])}</robot>`,
    'made.csv': 'a, alpha, d, theta\n0.3, 0, 0, q1\n',
    'made.bvh':
      'HIERARCHY\nROOT hip\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n',
  };
  const made = readRobot(makeTextFolder(texts), file, new Map(), 'held', reading);
  expect(made.ok ? [] : made.faults.map(formatRemark)).toEqual([`${file}: ${reason}`]);
});
