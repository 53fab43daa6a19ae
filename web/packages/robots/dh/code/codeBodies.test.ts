import { describe, expect, test } from 'vitest';
import { formatRemark } from '../../importRobot.ts';
import { computeLinkMatrix } from '../../testRobots.ts';
import { readDh, readDhTable } from '../readDh.ts';

type Matrix = readonly (readonly number[])[];
const times = (...all: readonly Matrix[]): Matrix =>
  all.reduce((a, b) =>
    a.map((row) => row.map((_, j) => row.reduce((sum, x, k) => sum + x * (b[k]?.[j] ?? 0), 0))),
  );
const [rotZ, rotX] = [
  (q: number) => [
    [Math.cos(q), -Math.sin(q), 0, 0],
    [Math.sin(q), Math.cos(q), 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ],
  (q: number) => [
    [1, 0, 0, 0],
    [0, Math.cos(q), -Math.sin(q), 0],
    [0, Math.sin(q), Math.cos(q), 0],
    [0, 0, 0, 1],
  ],
];
const move = (x: number, y: number, z: number) => [
  [1, 0, 0, x],
  [0, 1, 0, y],
  [0, 0, 1, z],
  [0, 0, 0, 1],
];

function readMatrix(text: string, q: readonly number[]): Matrix {
  const robot = readDh(text, 'arm.m');
  if (!robot.ok) throw new Error(robot.faults.map(formatRemark).join('\n'));
  const values = new Map(q.map((value, i) => [`q${i + 1}`, value]));
  return computeLinkMatrix(robot.value, 'tool', values);
}
const faultsOf = (text: string) => {
  const table = readDhTable(text, 'arm.m');
  return table.ok ? JSON.stringify(table.value.rows) : table.faults.map(formatRemark).join('\n');
};
const close = (a: Matrix, b: Matrix) => {
  for (const [i, row] of a.entries())
    for (const [j, x] of row.entries()) expect(x).toBeCloseTo(b[i]?.[j] ?? Number.NaN, 9);
};

/** A chain of bodies with given joint types and arguments of setFixedTransform. */
const chain = (joints: readonly (readonly [string, string])[], more = '') =>
  `robot = rigidBodyTree('DataFormat', 'row');\n${joints
    .map(
      ([type, transform], i) =>
        `b${i} = rigidBody('body${i}'); j${i} = rigidBodyJoint('j${i}', '${type}');\nsetFixedTransform(j${i}, ${transform});\nb${i}.Joint = j${i}; addBody(robot, b${i}, '${i > 0 ? `body${i - 1}` : 'base'}');\n`,
    )
    .join('')}${more}`;

const LOOP = (notation: string) => `
dhparams = [0.1 pi/2 0.4 0; 0.2 0 0 pi/3; 0.3 -pi/2 0.05 0];
types = {'revolute', 'prismatic', 'revolute'};
robot = rigidBodyTree;
bodies = cell(3,1);
joints = cell(3,1);
for i = 1:3
  bodies{i} = rigidBody(['body' num2str(i)]);
  joints{i} = rigidBodyJoint(['jnt' num2str(i)], types{i});
  setFixedTransform(joints{i}, dhparams(i,:), "${notation}");
  bodies{i}.Joint = joints{i};
  if i == 1
    addBody(robot, bodies{i}, "base")
  else
    addBody(robot, bodies{i}, bodies{i-1}.Name)
  end
end`;

describe('setFixedTransform', () => {
  const q = [0.5, 0.25, -0.8];

  test('reads dh rows after the joint, without its own variable', () => {
    const text = chain([
      ['revolute', "[0.1 pi/2 0.4 0.7], 'dh'"],
      ['prismatic', "[0.2 0 0.9 pi/3], 'dh'"],
      ['fixed', "[0.3 -pi/2 0.05 0.4], 'dh'"],
    ]);
    const expected = times(
      ...[rotZ(0.5), move(0, 0, 0.4), move(0.1, 0, 0), rotX(Math.PI / 2)],
      ...[move(0, 0, 0.25), rotZ(Math.PI / 3), move(0.2, 0, 0)],
      ...[rotZ(0.4), move(0, 0, 0.05), move(0.3, 0, 0), rotX(-Math.PI / 2)],
    );
    close(readMatrix(text, q), expected);
    const read = readDhTable(text, 'arm.m');
    expect(read.ok && read.remarks.map(formatRemark).join('\n')).toContain(
      'arm.m:3: row 1, theta: setFixedTransform ignores it for a revolute joint',
    );
    expect(read.ok && read.remarks[0]?.reason).toContain(
      'standard convention by argument "dh" of setFixedTransform',
    );
  });

  test('reads mdh rows before the joint, also of a matrix in a loop', () => {
    const expected = times(
      ...[move(0.1, 0, 0), rotX(Math.PI / 2), move(0, 0, 0.4), rotZ(0.5)],
      ...[move(0.2, 0, 0), rotZ(Math.PI / 3), move(0, 0, 0.25)],
      ...[move(0.3, 0, 0), rotX(-Math.PI / 2), move(0, 0, 0.05), rotZ(-0.8)],
    );
    close(readMatrix(LOOP('mdh'), q), expected);
  });

  test('reads poses of fixed joints at both ends as base and tool', () => {
    const text = chain([
      ['fixed', 'trvec2tform([1 2 3])'],
      ['revolute', "[0.5 0 0 0], 'dh'"],
      ['fixed', 'trotx(pi/2)'],
    ]);
    close(
      readMatrix(text, [0.5]),
      times(move(1, 2, 3), rotZ(0.5), move(0.5, 0, 0), rotX(Math.PI / 2)),
    );
  });

  test('reads methods, limits and the direction of the axis', () => {
    const text = chain(
      [],
      "robot = robotics.RigidBodyTree;\nb = robotics.RigidBody('b');\nb.Joint = robotics.Joint('j', 'revolute');\nb.Joint.setFixedTransform([1 0 0 0], 'dh');\nb.Joint.PositionLimits = [-1 2];\nb.Joint.JointAxis = [0 0 -1];\nrobot.addBody(b, robot.BaseName);",
    );
    const table = readDhTable(text, 'arm.m');
    expect(table.ok && table.value.rows).toMatchObject([{ a: 1, limits: [-1, 2], reversed: true }]);
    close(readMatrix(text, [0.5]), times(rotZ(-0.5), move(1, 0, 0)));
  });

  test.each([
    [
      [['floating', "[0 0 1 0], 'dh'"]],
      '',
      'arm.m:2: bodies: the type of a joint must be revolute',
    ],
    [
      [['revolute', "[0 0 1], 'dh'"]],
      '',
      'arm.m:3: row 1: setFixedTransform must have [a alpha d theta]',
    ],
    [
      [['revolute', 'calibrated']],
      '',
      'arm.m:3: row 1: setFixedTransform must have [a alpha d theta]',
    ],
    [[['revolute', "[L 0 1 0], 'dh'"]], '', 'arm.m:3: row 1, a: "L" is a symbol'],
    [
      [
        ['revolute', "[1 0 1 0], 'dh'"],
        ['revolute', "[1 0 1 0], 'mdh'"],
      ],
      '',
      'arm.m:1: bodies: notations dh and mdh are mixed',
    ],
    [
      [['revolute', "[1 0 1 0], 'dh'"]],
      "b9 = rigidBody('x'); addBody(robot, b9, 'base');",
      'arm.m:5: bodies: the parent of "x" is not "body0"',
    ],
    [
      [['revolute', "[1 0 1 0], 'dh'"]],
      "setFixedTransform(j0, [2 0 1 0], 'dh');",
      'arm.m:5: row 1: the transform of a joint is set after addBody',
    ],
    [
      [['revolute', "[1 0 1 0], 'dh'"]],
      'replaceJoint(robot, "body0", other);',
      'arm.m:5: bodies: `replaceJoint` is not supported',
    ],
    [
      [['revolute', "[1 0 1 0], 'dh'"]],
      'c = copy(b0);\naddBody(robot, c, "body0");',
      'arm.m:6: bodies: the body of addBody is not known',
    ],
    [
      [['revolute', "[1 0 1 0], 'dh'"]],
      'j0.JointAxis = [1 0 0];',
      'arm.m:3: row 1: JointAxis must be [0 0 1]',
    ],
    [
      [['revolute', "[1 0 1 0], 'dh'"]],
      "for i = 1:n\nx = rigidBody('x'); addBody(robot, x, 'body0');\nend",
      'arm.m:5: bodies: "1:n" is not known',
    ],
    [
      [['revolute', "[1 0 1 0], 'dh'"]],
      "x = rigidBody('x'); if k\nx.Joint = j0;\nend\naddBody(robot, x, 'body0');",
      'the joint of "x" is not known',
    ],
  ] as const)('rejects %j with %j', (joints, more, fault) => {
    expect(faultsOf(chain(joints as never, more))).toContain(fault);
  });
});
