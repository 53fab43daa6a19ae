import { testEngine } from '@iklab/core/engine/testing';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { requireValue } from '@iklab/core/scenario/testing';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatRemark,
  type ImportedRobot,
  importRobot,
  type RobotConversionOptions,
} from './importRobot.ts';
import type { ScenarioTreeEffector, ScenarioTreeJoint } from './makeScenarioTree.ts';
import type { Robot } from './robot.ts';
import {
  computeLinkMatrix,
  makeTestRobot,
  makeUrdfJoint,
  makeUrdfLimit,
  makeUrdfLinks,
  readTestUrdf,
} from './testRobots.ts';

const { catalogue } = await testEngine();

function imported(robot: Robot, choice: RobotConversionOptions = {}): ImportedRobot {
  return requireValue(importRobot(robot, choice, [], catalogue));
}
function faults(body: string, choice: RobotConversionOptions = {}): string[] {
  const described = readTestUrdf(body);
  if (!described.ok) throw new Error(JSON.stringify(described.faults));
  const read = importRobot(described.value, choice, described.remarks, catalogue);
  if (read.ok) throw new Error('was taken');
  return read.faults.map(({ element, reason }) => `${element}: ${reason}`);
}
const treeOf = ({ document }: ImportedRobot) =>
  document.tree as { joints: ScenarioTreeJoint[]; effectors: ScenarioTreeEffector[] };

const FREE = 'continuous';

describe('rejects an inconsistent tree', () => {
  const chain = `${makeUrdfLinks('a b c')}${makeUrdfJoint('j', 'a b', FREE)}`;
  test.each([
    [
      `${makeUrdfLinks('a b a')}${makeUrdfJoint('j', 'a b', FREE)}`,
      'link "a": another link has this name',
    ],
    [`${chain}${makeUrdfJoint('j', 'b c', FREE)}`, 'joint "j": another joint has this name'],
    [`${chain}${makeUrdfJoint('k', 'b d', FREE)}`, 'joint "k", child: unknown link "d"'],
    [
      `${chain}${makeUrdfJoint('k', 'c b', FREE)}`,
      'joint "k", child: a link must be the child of only one joint',
    ],
    [chain, '<robot>: must have one root link; got 2 links without a parent joint: "a", "c"'],
    [
      `${makeUrdfLinks('a b')}${makeUrdfJoint('j', 'a b', FREE)}${makeUrdfJoint('k', 'b a', FREE)}`,
      'no root, because the links form a cycle: "a" → "b" → "a"',
    ],
    [makeUrdfLinks('a'), '<robot>: must have a joint that moves; got none'],
    [
      `${makeUrdfLinks('a b')}${makeUrdfJoint('j', 'a b', 'fixed')}`,
      '<robot>: must have a joint that moves; got none',
    ],
    [
      `${makeUrdfLinks('a b')}${makeUrdfJoint('j', 'a b', 'floating')}`,
      '<robot>: must have a joint that moves; got only the free joint "j", which is held',
    ],
    [
      `${makeUrdfLinks('a b')}${makeUrdfJoint('j', 'a b', 'fixed')}<loop_joint/>`,
      'got none; <loop_joint>: loop closures are not supported; the loop stays open',
    ],
    ['', '<robot>: must have at least one link'],
  ])('%#', (body, fault) => {
    expect(faults(body).join('\n')).toContain(fault);
  });

  test('rejects a cycle of mimics', () => {
    const follows = (name: string) => `<mimic joint="${name}"/>`;
    const body = `${makeUrdfLinks('a b c')}${makeUrdfJoint('j', 'a b', FREE, follows('k'))}${makeUrdfJoint('k', 'b c', FREE, follows('j'))}`;
    expect(faults(body)[0]).toBe(
      'joint "j", mimic: the joints mimic each other in a cycle: "j" → "k" → "j"',
    );
  });

  test('rejects an unknown effector, and an effector that does not descend from the root', () => {
    const body = `${makeUrdfLinks('base hand')}${makeUrdfJoint('j', 'base hand', FREE)}`;
    expect(faults(body, { effectors: ['hadn'] })[0]).toBe(
      'link "hadn": unknown link (did you mean "hand"?)',
    );
    expect(faults(body, { effectors: ['base'], root: 'hand' })[0]).toContain(
      'must be a descendant of the root',
    );
  });

  test('rejects more than 256 moving joints, and more than 4000 joints', () => {
    const long = (count: number) =>
      makeUrdfLinks(Array.from({ length: count + 1 }, (_, i) => `l${i}`).join(' ')) +
      Array.from({ length: count }, (_, i) => makeUrdfJoint(`j${i}`, `l${i} l${i + 1}`, FREE)).join(
        '',
      );
    expect(faults(long(257))[0]).toContain('257 movable joints; the maximum is 256');
    expect(faults(long(4000))[0]).toContain('the maximum is 4000 each');
  });
});

describe('the imported tree', () => {
  const arm = `${makeUrdfLinks('base plate upper lower flange tool0 camera_link')}
${makeUrdfJoint('mount', 'base plate', 'fixed', '', 'xyz="0 0 0.5" rpy="0 0 1.5707963267948966"')}
${makeUrdfJoint('shoulder', 'plate upper', 'revolute', `<axis xyz="0 1 0"/>${makeUrdfLimit(0.5, 2)}`, 'xyz="0.1 0 0" rpy="0.3 0 0"')}
${makeUrdfJoint('elbow', 'upper lower', 'revolute', `<axis xyz="0 1 0"/>${makeUrdfLimit(-2, 2)}`, 'xyz="0 0 0.4"')}
${makeUrdfJoint('flange_joint', 'lower flange', 'fixed', '', 'xyz="0 0 0.3" rpy="0 0.2 0"')}
${makeUrdfJoint('tool_joint', 'flange tool0', 'fixed', '', 'xyz="0 0 0.05" rpy="0 0 0.1"')}
${makeUrdfJoint('camera_joint', 'upper camera_link', 'continuous', '', 'xyz="0.1 0 0"')}`;

  test('has the joints above its effectors, with fixed joints merged', () => {
    const { report, document } = imported(makeTestRobot(arm));
    const { joints, effectors } = treeOf({ report, document } as ImportedRobot);
    expect(joints.map(({ id }) => id)).toEqual(['shoulder', 'elbow']);
    expect(effectors.map(({ id, parent }) => [id, parent])).toEqual([['tool0', 'elbow']]);
    expect(report).toMatchObject({
      joints: 2,
      mimic: 0,
      fixed: 3,
      folded: 3,
      dropped: ['camera_joint'],
      effectors: ['tool0'],
      leaves: ['tool0', 'camera_link'],
    });
  });

  test('starts inside the limits, with targets at the effectors', () => {
    const one = imported(makeTestRobot(arm));
    const [shoulder = 0, elbow = 0] = one.document.start as number[];
    expect(shoulder).toBeGreaterThanOrEqual(0.5);
    const [target] = one.document.targets as [{ effector: string; position: number[] }];
    const matrix = computeLinkMatrix(
      makeTestRobot(arm),
      'tool0',
      new Map([
        ['shoulder', shoulder],
        ['elbow', elbow],
      ]),
    );
    target.position.forEach((x, i) => {
      expect(x).toBeCloseTo(matrix[i]?.[3] ?? Number.NaN, 8);
    });
  });

  test('starts with a bent elbow, or with the given joint values', () => {
    const about = (axis: string) => `<axis xyz="${axis}"/>`;
    const robot = makeTestRobot(`${makeUrdfLinks('b u l tip tool0')}
${makeUrdfJoint('pan', 'b u', FREE, about('0 0 1'))}${makeUrdfJoint('lift', 'u l', FREE, about('0 1 0'))}
${makeUrdfJoint('elbow', 'l tip', FREE, about('0 1 0'), 'xyz="1 0 0"')}
${makeUrdfJoint('end', 'tip tool0', 'fixed', '', 'xyz="1 0 0"')}`);
    const [, , elbow = 0] = imported(robot).document.start as number[];
    expect(Math.abs(elbow)).toBeGreaterThan(0.5);
    const start = new Map([['elbow', 0.25]]);
    const [pan, lift, asked] = imported(robot, { start }).document.start as number[];
    expect(asked).toBe(0.25);
    expect([pan, lift]).toEqual((imported(robot).document.start as number[]).slice(0, 2));
  });

  test('ignores limits of a follower that conflict with its leader, and starts within the others', () => {
    const mimic = (multiplier: number) => `<mimic joint="lead" multiplier="${multiplier}"/>`;
    const grip = (lead: string, follow: string) =>
      makeTestRobot(`${makeUrdfLinks('b l f tool0')}
${makeUrdfJoint('lead', 'b l', 'revolute', `<axis xyz="0 1 0"/>${lead}`)}
${makeUrdfJoint('follow', 'l f', 'revolute', `<axis xyz="0 1 0"/>${mimic(-2)}${follow}`, 'xyz="1 0 0"')}
${makeUrdfJoint('end', 'f tool0', 'fixed', '', 'xyz="1 0 0"')}`);
    const against = imported(grip(makeUrdfLimit(0, 1), makeUrdfLimit(0, 2)));
    expect(against.report.warnings).toEqual([
      expect.stringMatching(
        /joint "follow", limit: its limits 0 and 2 leave "lead", which it mimics, no range of motion; these limits are ignored$/,
      ),
    ]);
    expect(treeOf(against).joints.map(({ limits }) => limits)).toEqual([[0, 1], undefined]);
    const apart = imported(grip(makeUrdfLimit(0.5, 1), makeUrdfLimit(0.5, 2)));
    expect(apart.report.warnings).toHaveLength(1);
    const narrow = imported(grip(makeUrdfLimit(-1, 1), makeUrdfLimit(-0.4, -0.2)));
    expect(narrow.report.warnings).toEqual([]);
    const [start = 9] = narrow.document.start as number[];
    expect(start).toBeGreaterThanOrEqual(0.1);
    expect(start).toBeLessThanOrEqual(0.2);
  });

  test('warns of a slide that is very long for its chain, and starts it at 0', () => {
    const base = (way: number) =>
      makeTestRobot(`${makeUrdfLinks('w x b u tool0')}
${makeUrdfJoint('drive', 'w x', 'prismatic', `<axis xyz="1 0 0"/>${makeUrdfLimit(-way, way)}`)}
${makeUrdfJoint('pan', 'x b', FREE, '<axis xyz="0 0 1"/>')}
${makeUrdfJoint('lift', 'b u', FREE, '<axis xyz="0 1 0"/>')}
${makeUrdfJoint('elbow', 'u tool0', FREE, '<axis xyz="0 1 0"/>', 'xyz="0.5 0 0"')}
${makeUrdfLinks('tip')}${makeUrdfJoint('end', 'tool0 tip', 'fixed', '', 'xyz="0.5 0 0"')}`);
    const far = imported(base(1e6), { effectors: ['tip'] });
    expect(far.report.warnings).toEqual([
      expect.stringMatching(
        /joint "drive", limit: moves from -1000000 to 1000000 m, but the rest .* is 1 m long/,
      ),
    ]);
    expect((far.document.start as number[])[0]).toBe(0);
    expect(imported(base(9), { effectors: ['tip'] }).report.warnings).toEqual([]);
  });

  test('warns of effectors that move less than half of the joints, however they were chosen', () => {
    const body = `${makeUrdfLinks('a b c d e')}${makeUrdfJoint('j1', 'a b', FREE)}${makeUrdfJoint('j2', 'b c', FREE)}
${makeUrdfJoint('j3', 'c d', FREE)}${makeUrdfJoint('j4', 'd e', FREE)}`;
    const gravely = (text: string, choice: RobotConversionOptions) => {
      const read = importRobot(makeTestRobot(text), choice, [], catalogue);
      return read.ok ? read.remarks.filter(({ grave }) => grave).map(formatRemark) : [];
    };
    const warning =
      'made.urdf: effectors: b: its target moves only 1 of 4 joints; the others keep their values';
    expect(gravely(body, { effectors: ['b'] })).toEqual([warning]);
    expect(gravely(body, { effectors: ['b'], allJoints: true })).toEqual([warning]);
    expect(gravely(body, { effectors: ['c'] })).toEqual([]);
    expect(gravely(body, { effectors: ['c'], root: 'b' })).toEqual([
      'made.urdf: effectors: c: its target moves only 1 of 3 joints; the others keep their values',
    ]);
    const wheels = `${makeUrdfLinks('a w x y')}${['w', 'x', 'y'].map((name) => makeUrdfJoint(name, `a ${name}`, FREE)).join('')}`;
    expect(gravely(wheels, {})).toHaveLength(1);
    const gripper = wheels.replaceAll(
      /(<child link="[xy]"\/>)/g,
      '$1<mimic joint="w" multiplier="1" offset="0"/>',
    );
    expect(gravely(gripper, { effectors: ['x'] })).toEqual([]);
    const ball = `${makeUrdfLinks('a b c')}${makeUrdfJoint('hip', 'a b', 'ball')}${makeUrdfJoint('knee', 'b c', FREE)}`;
    expect(gravely(ball, { effectors: ['b'] })).toEqual([]);
    const base = `${makeUrdfLinks('a b c')}${makeUrdfJoint('knee', 'a b', FREE)}${makeUrdfJoint('hip', 'b c', 'ball')}`;
    expect(gravely(base, { effectors: ['b'] })[0]).toContain('1 of 4 joints');
  });

  test('are at most 64, first those that a joint moves; the remark names the others', () => {
    const names = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${prefix}${i}`);
    const [still, tips] = [names('still_camera', 10), names('tip', 60)];
    const body = [
      makeUrdfLinks(['base', ...still, ...tips].join(' ')),
      ...still.map((link) => makeUrdfJoint(`to_${link}`, `base ${link}`, 'fixed')),
      ...tips.map((link) => makeUrdfJoint(`to_${link}`, `base ${link}`, FREE)),
    ].join('');
    const read = imported(makeTestRobot(body), { leaves: true });
    expect(read.report.effectors).toEqual([...still.slice(0, 4), ...tips]);
    expect(read.report.left_out.map(({ element, reason }) => `${element}: ${reason}`)).toEqual([
      'effectors: links beyond the maximum of 64 are left out: "still_camera4", "still_camera5", "still_camera6", "still_camera7", "still_camera8", "still_camera9"',
    ]);
    const named = { ...makeTestRobot(body), effectors: [...tips, ...still] };
    expect(imported(named).report.effectors).toEqual([...tips, ...still.slice(0, 4)]);
    const dull = body.replaceAll('tip', 'led');
    expect(imported(makeTestRobot(dull)).report.effectors).toHaveLength(64);
    expect(imported(makeTestRobot(body), { effectors: ['tip3'] }).report.effectors).toEqual([
      'tip3',
    ]);
    expect(faults(body.replaceAll('fixed', FREE), { effectors: [...still, ...tips] })).toEqual([
      '<robot>: 70 effectors; the maximum is 64',
    ]);
  });

  test('may include all joints, all leaves, or start at another root', () => {
    const robot = makeTestRobot(arm);
    expect(imported(robot, { allJoints: true }).report).toMatchObject({ joints: 3, dropped: [] });
    const leaves = imported(robot, { leaves: true });
    expect(leaves.report.effectors).toEqual(['tool0', 'camera_link']);
    const below = imported(robot, { root: 'upper' });
    expect(treeOf(below).joints.map(({ id }) => id)).toEqual(['elbow']);
  });

  test('has a fixed joint for an effector that nothing moves', () => {
    const still = `${arm}<link name="stand"/>${makeUrdfJoint('stand_joint', 'base stand', 'fixed', '', 'xyz="1 2 3"')}`;
    const { joints, effectors } = treeOf(imported(makeTestRobot(still), { leaves: true }));
    expect(joints[0]).toMatchObject({ id: 'base', type: 'fixed', parent: null });
    expect(effectors).toContainEqual({
      id: 'stand',
      parent: 'base',
      xyz: [1, 2, 3],
      rpy: [0, 0, 0],
    });
  });

  test('has prismatic and revolute joints for joints with several degrees of freedom', () => {
    const body = `${makeUrdfLinks('a b c d')}${makeUrdfJoint('ball', 'a b', 'spherical')}${makeUrdfJoint('flat', 'b c', 'planar', '<axis xyz="0 0 1"/>')}${makeUrdfJoint('free', 'c d', 'floating')}`;
    const one = imported(makeTestRobot(body));
    const { joints } = treeOf(one);
    expect(joints.map(({ id, type, axis }) => [id, type, axis?.join(' ')])).toEqual([
      ['ball_x', 'revolute', '1 0 0'],
      ['ball_y', 'revolute', '0 1 0'],
      ['ball_z', 'revolute', '0 0 1'],
      ['flat_x', 'prismatic', '1 0 0'],
      ['flat_y', 'prismatic', '0 1 0'],
      ['flat_turn', 'revolute', '0 0 1'],
    ]);
    expect(one.report.warnings.join()).toContain('joint "free": a floating joint is fixed');
  });

  test('keeps the leader of a kept joint, and composes chains of mimics', () => {
    const follows = (name: string, m: number, b: number) =>
      `<mimic joint="${name}" multiplier="${m}" offset="${b}"/>`;
    const body = `${makeUrdfLinks('a b c tip other')}
${makeUrdfJoint('j1', 'a b', FREE, follows('j2', 2, 0.1))}${makeUrdfJoint('j2', 'b c', FREE, follows('j3', -3, 0.2))}
${makeUrdfJoint('j3', 'a other', FREE)}${makeUrdfJoint('end', 'c tip', 'fixed')}`;
    const { joints } = treeOf(imported(makeTestRobot(body), { effectors: ['tip'] }));
    expect(joints.map(({ id, mimic }) => [id, mimic])).toEqual([
      ['j1', { joint: 'j3', multiplier: -6, offset: 0.5 }],
      ['j2', { joint: 'j3', multiplier: -3, offset: 0.2 }],
      ['j3', undefined],
    ]);
  });
});

test('merging fixed joints moves no link: random trees, checked by matrices', () => {
  const number = fc.double({ min: -2, max: 2, noNaN: true });
  const vector = fc.tuple(number, number, number);
  const quarters = fc.constantFrom(0, Math.PI / 2, -Math.PI / 2, Math.PI, 1.5707963, 0.3);
  const axis = fc.tuple(number, number, number).filter((v) => Math.hypot(...v) > 0.1);
  const joints = fc.array(
    fc.record({
      type: fc.constantFrom('fixed', 'fixed', 'revolute', 'prismatic', 'screw'),
      above: fc.nat(20),
      xyz: vector,
      rpy: fc.oneof(vector, fc.tuple(quarters, quarters, quarters)),
      axis,
      value: number,
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(joints, (made) => {
      const rows = [...made, { ...made[0], type: 'revolute', above: 0 } as (typeof made)[0]];
      const robot: Robot = {
        name: 'random',
        up: 'z',
        links: ['l0', ...rows.map((_, i) => `l${i + 1}`)].map((name) => ({
          name,
          file: '',
          line: 0,
          visuals: [],
          collisions: [],
        })),
        joints: rows.map(({ type, above, value, ...rest }, i) => ({
          ...rest,
          name: `j${i}`,
          type: type as 'fixed',
          parent: `l${above % (i + 1)}`,
          child: `l${i + 1}`,
          limits: null,
          mimic: null,
          pitch: type === 'screw' ? 0.1 : 0,
          file: '',
          line: 0,
        })),
      };
      const { joints: kept, effectors } = treeOf(imported(robot, { leaves: true }));
      const values = new Map(rows.map(({ value }, i) => [`j${i}`, value]));
      const own = kept.filter(({ type }) => type !== 'fixed').map(({ id }) => values.get(id) ?? 0);
      const tips = computeEffectorTipFrames(kept, effectors, own);
      effectors.forEach(({ id }, k) => {
        const matrix = computeLinkMatrix(robot, id, values);
        const off = ([0, 1, 2] as const).flatMap((i) => [
          (tips[k]?.position[i] ?? 9) - (matrix[i]?.[3] ?? 0),
          ...([0, 1, 2] as const).map(
            (j) => (tips[k]?.rotation[i][j] ?? 9) - (matrix[i]?.[j] ?? 0),
          ),
        ]);
        expect(Math.max(...off.map(Math.abs))).toBeLessThan(1e-10);
      });
    }),
    { numRuns: 300 },
  );
});

describe('the shape of a link', () => {
  const mesh = (file: string) => `<geometry><mesh filename="${file}"/></geometry>`;
  const box = '<geometry><box size="1 2 3"/></geometry>';
  const ball = '<geometry><sphere radius="1"/></geometry>';
  const visual = (shape: string) => `<visual>${shape}</visual>`;
  const collision = (shape: string) => `<collision>${shape}</collision>`;
  /** Returns the kinds of shapes of an arm whose link has these elements, if `files` exist. */
  const looks = (parts: string, files: readonly string[] = []) =>
    imported(
      makeTestRobot(
        `${makeUrdfLinks('base')}<link name="arm">${parts}</link>${makeUrdfJoint('j', 'base arm', FREE)}`,
      ),
      { hasMesh: (file) => files.includes(file) },
    ).visuals.map(({ shape }) => shape.kind);

  test('is its visuals, without its collision shapes', () => {
    expect(looks(visual(box) + collision(ball))).toEqual(['box']);
    expect(looks(visual(mesh('arm.stl')) + collision(ball), ['arm.stl'])).toEqual(['mesh']);
  });

  test('is its collision shapes when all files of its visuals are missing', () => {
    expect(looks(visual(mesh('arm.stl')) + collision(ball))).toEqual(['sphere']);
    expect(looks(visual(mesh('arm.stl')) + visual(box) + collision(ball))).toEqual(['mesh', 'box']);
  });

  test('is empty without visuals, even with collision shapes', () => {
    expect(looks(collision(ball))).toEqual([]);
  });
});
