import { describe, expect, test } from 'vitest';
import {
  makeTestRobot,
  makeUrdfJoint,
  makeUrdfLimit,
  makeUrdfLinks,
  readTestUrdf,
} from './testRobots.ts';

const faultsOf = (body: string): string[] => {
  const read = readTestUrdf(body);
  if (read.ok) throw new Error('was taken');
  return read.faults.map(({ line, element, reason }) => `${line} ${element}: ${reason}`);
};
const remarks = (body: string): string[] => {
  const read = readTestUrdf(body);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.remarks.map(
    ({ kind, line, element, reason }) => `${kind} ${line} ${element}: ${reason}`,
  );
};

describe('a URDF', () => {
  test('reports limits that a joint with several degrees of freedom cannot have', () => {
    const of = (type: string, more: string) =>
      remarks(makeUrdfLinks('a b') + makeUrdfJoint('j', 'a b', type, more));
    const ball = '<limit lower="-1" upper="1" twist="0.5" effort="1"/>';
    expect(of('spherical', ball)).toEqual([
      expect.stringMatching(
        /^left-out \d+ joint "j", limit: limits \(lower, upper, twist\) of a ball joint are not supported; treated as unlimited$/,
      ),
    ]);
    expect(of('spherical', '<limit effort="1" velocity="1"/>')).toEqual([]);
    expect(of('planar', makeUrdfLimit(-1, 1))).toHaveLength(1);
    expect(of('fixed', makeUrdfLimit(-1, 1))).toEqual([]);
  });

  test('has links and joints as written', () => {
    const robot = makeTestRobot(
      `${makeUrdfLinks('a b c')}${makeUrdfJoint('j', 'a b', 'revolute', `<axis xyz="0 -1 0"/>${makeUrdfLimit(-1, 2)}`, 'xyz="+1e-1\t-.5\n2." rpy="0 0 1"')}${makeUrdfJoint('k', 'b c', 'prismatic', makeUrdfLimit(0, 0.5))}`,
    );
    const [j, k] = robot.joints;
    expect(robot.name).toBe('made');
    expect(j).toMatchObject({
      type: 'revolute',
      parent: 'a',
      child: 'b',
      xyz: [0.1, -0.5, 2],
      rpy: [0, 0, 1],
      axis: [0, -1, 0],
      limits: [-1, 2],
      line: 5,
    });
    expect(k).toMatchObject({ type: 'prismatic', axis: [1, 0, 0], limits: [0, 0.5] });
  });

  test('has continuous joints without limits, and Drake screws in metres per radian', () => {
    const screw = '<drake:screw_thread_pitch value="0.04"/><axis xyz="0 0 1"/>';
    const { joints } = makeTestRobot(
      `${makeUrdfLinks('a b c')}${makeUrdfJoint('j', 'a b', 'continuous', makeUrdfLimit(-1, 1))}${makeUrdfJoint('s', 'b c', 'screw', screw).replaceAll('<joint ', '<drake:joint ').replaceAll('</joint>', '</drake:joint>')}`,
    );
    expect(joints[0]).toMatchObject({ type: 'revolute', limits: null });
    expect(joints[1]?.type).toBe('screw');
    expect(joints[1]?.pitch).toBeCloseTo(0.04 / (2 * Math.PI), 15);
  });

  test.each([
    ['<axis xyz="0 0"/>', 'joint "j", axis xyz: must be three numbers; got "0 0" (2)'],
    ['<axis xyz="0 0 0"/>', 'joint "j", axis: must not have length 0'],
    ['<origin xyz="0,5 0 0"/>', 'joint "j", origin xyz: "0,5" in "0,5 0 0" has a decimal comma'],
    ['<origin xyz="nan 0 0"/>', 'joint "j", origin xyz: "nan" in "nan 0 0" is not a number'],
    ['<origin xyz="1e300 0 0"/>', 'joint "j", origin xyz: "1e300" in "1e300 0 0" is too large'],
    ['<origin rpy="0 0 1 }"/>', 'joint "j", origin rpy: "}" in "0 0 1 }" is not a number'],
    [
      '<origin xyz="{a} 0 0"/>',
      'joint "j", origin xyz: "{a}" in "{a} 0 0" is an unexpanded xacro expression',
    ],
    ['<mimic multiplier="2"/>', 'joint "j", mimic: must name a joint'],
  ])('is rejected for %s', (more, fault) => {
    const [said] = faultsOf(
      `${makeUrdfLinks('a b')}${makeUrdfJoint('j', 'a b', 'revolute', more + makeUrdfLimit(-1, 1))}`,
    );
    expect(said).toContain(`4 ${fault}`);
  });

  test('is rejected with all missing parts at once', () => {
    const said = faultsOf('<link/><joint type="revolute"/><joint name="j" type="hinge"/>');
    expect(said).toEqual([
      '3 <link>: must have a name',
      '3 <joint>: must have a name',
      expect.stringContaining('3 joint "j", type: must be one of revolute, continuous'),
      '3 joint "j": must have a <parent>',
      '3 joint "j": must have a <child>',
    ]);
  });

  test('reports values that it changed', () => {
    const two = (more: string) =>
      `${makeUrdfLinks('a b')}${makeUrdfJoint('j', 'a b', 'revolute', more)}`;
    const about = 'changed 4 joint "j",';
    expect(remarks(two(''))).toEqual([
      `${about} limit: a revolute joint without <limit>; treated as unlimited`,
    ]);
    expect(remarks(two(makeUrdfLimit(1, -1)))[0]).toContain(
      'lower 1 is above upper -1; treated as unlimited',
    );
    expect(remarks(two('<limit lower="-inf" upper="1"/>'))[0]).toContain('treated as unlimited');
    expect(remarks(two(makeUrdfLimit(0, 0)))[0]).toContain(
      'lower and upper are both 0; the joint cannot move',
    );
    expect(remarks(two(`<axis xyz="0 3 4"/>${makeUrdfLimit(0, 1)}`))[0]).toContain(
      'does not have length 1',
    );
    const safe = '<safety_controller soft_lower_limit="-0.5" soft_upper_limit="9"/>';
    expect(remarks(two(makeUrdfLimit(-1, 1) + safe))[0]).toContain(
      'limits -1 and 1 narrowed to the soft limits -0.5 and 1',
    );
    const left = '<origin xyz="$(optenv PLACE 1 0 2)"/>';
    expect(remarks(two(left + makeUrdfLimit(-1, 1)))[0]).toContain('its default "1 0 2" is used');
  });

  test('ignores elements that are not kinematics, and shapes that cannot be drawn', () => {
    const visual = '<visual><geometry><sphere radius="x"/></geometry></visual>';
    const said = remarks(
      `<link name="a">${visual}</link><link name="b"/>${makeUrdfJoint('j', 'a b', 'fixed')}<gazebo/><gazebo/><transmission><joint name="x"/></transmission><material name="red"/>`,
    );
    expect(said).toEqual([
      'left-out 3 link "a", visual, sphere radius: shape ignored: "x" is not a number',
      'left-out 3 <gazebo>: not part of the kinematics (and 1 more)',
      'left-out 3 <transmission>: not part of the kinematics',
    ]);
  });

  test('keeps the visuals of links', () => {
    const shapes =
      '<box size="1 2 3"/>|<cylinder radius="1" length="2"/>|<mesh filename="package://p/m.stl" scale="1 1 2"/>';
    const visuals = shapes
      .split('|')
      .map((shape) => `<visual><geometry>${shape}</geometry></visual>`);
    const [link] = makeTestRobot(`<link name="a">${visuals.join('')}</link>`).links;
    expect(link?.visuals.map(({ shape }) => shape)).toEqual([
      { kind: 'box', size: [1, 2, 3] },
      { kind: 'cylinder', radius: 1, length: 2 },
      { kind: 'mesh', file: 'package://p/m.stl', scale: [1, 1, 2] },
    ]);
  });

  test('accepts any name as plain text', () => {
    const { joints } = makeTestRobot(
      `${makeUrdfLinks('__proto__ constructor')}${makeUrdfJoint('hasOwnProperty', '__proto__ constructor', 'continuous')}`,
    );
    expect(joints[0]).toMatchObject({ name: 'hasOwnProperty', parent: '__proto__' });
  });
});
