import type { Engine } from '@iklab/core/engine';
import type { EffectorGoal } from '@iklab/core/engine/protocol';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import {
  type AxisLetter,
  type InlineTree,
  jointDefaults,
  resolveScenario,
  type Vec3,
} from '@iklab/core/scenario';
import { quaternionFromRotation, type RigidFrame } from '@iklab/core/scenario/numbers';
import { knownRobotPresets } from '@iklab/core/scenario/presets/robotShelf';
import {
  computeEffectorTipFrames,
  jointFrames,
  jointValues,
  listJointsToRoot,
} from '@iklab/core/scenario/robot';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeImportedScenario } from './completeImportedScenario.ts';
import type { ScenarioTreeEffector, ScenarioTreeJoint } from './makeScenarioTree.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

interface Made {
  readonly joints: readonly ScenarioTreeJoint[];
  readonly effectors: readonly ScenarioTreeEffector[];
}

const plain = ({ joints, effectors }: InlineTree): Made => ({
  joints: joints.map(({ limits, ...joint }) => (limits ? { ...joint, limits } : joint)),
  effectors,
});

interface Choice {
  readonly poses: readonly string[];
  readonly spared?: boolean;
  readonly up: AxisLetter;
}

function readyPose(
  joints: readonly ScenarioTreeJoint[],
  effectors: readonly ScenarioTreeEffector[],
  { poses, spared = false, up }: Choice,
): readonly number[] {
  const whole = joints.map((joint) => ({ ...jointDefaults, rest: 0, ...joint }));
  const posed: EffectorGoal = spared ? 'pose-without-heading' : 'pose';
  const goals = effectors.map(({ id }) => (poses.includes(id) ? posed : 'position'));
  return engine.catalogue.readyPose({ joints: whole, effectors }, up, goals);
}

/** A known robot as read from a file: without its start pose. */
function known(id: string): { tree: Made; poses: string[] } {
  const { scenario, tree } = makeTestScene(
    knownRobotPresets.find((each) => each.id === id)?.document,
    engine,
  );
  const posed = scenario.targets.filter(({ orientation }) => orientation);
  return { tree: plain(tree), poses: posed.map(({ effector }) => effector) };
}

const ownOf = ({ joints }: Made) => joints.filter(({ type, mimic }) => type !== 'fixed' && !mimic);
const tipsOf = (tree: Made, pose: readonly number[]): RigidFrame[] =>
  computeEffectorTipFrames(tree.joints, tree.effectors, pose);

const WAYS: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/** How many of the four default methods reach a target `by` metres away from the first tool. */
function arrivals(
  tree: Made,
  poses: readonly string[],
  by: number,
  way: Vec3,
  spared = false,
): number {
  const start = readyPose(tree.joints, tree.effectors, { poses, spared, up: 'z' });
  const targets = tipsOf(tree, start).map(({ position: at, rotation: turn }, i) => ({
    effector: tree.effectors[i]?.id,
    position: i === 0 ? at.map((x, axis) => x + by * (way[axis] ?? 0)) : at,
    ...(poses.includes(tree.effectors[i]?.id ?? '') && {
      orientation: quaternionFromRotation(turn),
    }),
    ...(spared && { free: { orientation: ['z'] } }),
  }));
  const document = { iklab: 1, name: 'made', tree, start, limitPolicy: 'clamp', targets };
  const fitted = completeImportedScenario(document, engine.catalogue);
  if (!fitted.ok) throw new Error(JSON.stringify(fitted.faults));
  const lab = engine.open(resolveScenario(fitted.value));
  for (let frame = 0; frame < 20 && !lab.finished; frame++) lab.advance();
  const stops = fitted.value.methods.map((_, i) => lab.status(i).stop);
  lab.close();
  return stops.filter((stop) => stop === 'reached').length;
}

// the smallest reach among the arms of the shelf is that of the SCARA, 0.52 m
const FIRST = 0.05;

const arms = ['ur5e', 'ur10', 'panda', 'iiwa-14', 'kr6', 'puma-560', 'kinova-gen3', 'scara'];
const all = [...arms, 'baxter', 'pr2-arm'];

describe.each(all)('%s', (id) => {
  test('at least two methods reach targets 5 cm away in every direction', () => {
    const { tree, poses } = known(id);
    for (const way of WAYS) expect(arrivals(tree, poses, FIRST, way)).toBeGreaterThanOrEqual(2);
  });

  test('joints are at least 9 % of their range away from their limits', () => {
    const { tree, poses } = known(id);
    const pose = readyPose(tree.joints, tree.effectors, { poses, up: 'z' });
    expect(pose).toHaveLength(ownOf(tree).length);
    ownOf(tree).forEach(({ id: name, limits }, i) => {
      if (!limits) return;
      const room = 0.09 * (limits[1] - limits[0]);
      expect(pose[i], name).toBeGreaterThanOrEqual(limits[0] + room);
      expect(pose[i], name).toBeLessThanOrEqual(limits[1] - room);
    });
  });

  test('the tool is in front of the base and above the ground', () => {
    const { tree, poses } = known(id);
    const pose = readyPose(tree.joints, tree.effectors, { poses, up: 'z' });
    for (const { position: at } of tipsOf(tree, pose)) {
      expect(at[0]).toBeGreaterThan(0.2);
      expect(at[2]).toBeGreaterThan(0);
    }
  });
});

// found by an earlier, independent implementation in TypeScript
const FOUND: Readonly<Record<string, readonly number[]>> = {
  allegro: [0, 0.85, 0.9, 0.85, 0, 0.85, 0.9, 0.85, 0, 0.85, 0.9, 0.85, 0.4, 0.05, 0.55, 1],
  baxter: [0, -1.25, 0.85, 1.55, 0, 1.15, 0, 0, -1.25, -0.85, 1.55, 0, 1.15, 0],
  'h1-2': [
    0, -0.55, 0, 1, -0.4, 0, 0, -0.55, 0, 1, -0.4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ],
  'iiwa-14': [0, 1, 0, -1.2, 0, 1.15, 0],
  'kinova-gen3': [0, 0.65, 0, 1.6, 0, 0.75, 0],
  kr6: [0, 1.8, 0, 0, 0.5, 0],
  panda: [0, -0.35, 0, -2.15, 0, 1.4, 0],
  'pr2-arm': [0.157, 0, 0.9, 0.45, -1.6, 2.5, -1.8, 0],
  'puma-560': [0, 0.7, -0.45, 0, 0.25, 0],
  scara: [0.6, -2, 0.22, 0],
  'scorbot-er-4u': [0, 0.7, -1.45, 0, 0],
  'so-101': [-1.45, -0.25, 0.7, 0.55, 0],
  ur10: [0, -1.45, 1.9, 0, 1.35, 0],
  ur5e: [0, -1.55, 1.9, 0, 1.45, 0],
  'widowx-200': [0, -0.1, 0.6, 0.4, 0],
};

test.each(Object.entries(FOUND))(
  '%s starts exactly in the pose that the earlier implementation found',
  (id, pose) => {
    const { tree, poses } = known(id);
    expect(readyPose(tree.joints, tree.effectors, { poses, up: 'z' })).toEqual(pose);
  },
);

test.each(['so-101', 'widowx-200', 'scorbot-er-4u'])(
  '%s: two methods reach targets in every direction, without rotation about the vertical',
  (id) => {
    const { tree } = known(id);
    const poses = tree.effectors.map((each) => each.id);
    for (const way of WAYS)
      expect(arrivals(tree, poses, FIRST, way, true)).toBeGreaterThanOrEqual(2);
  },
);

test('the pose does not depend on the names of joints', () => {
  const { tree, poses } = known('panda');
  const before = readyPose(tree.joints, tree.effectors, { poses, up: 'z' });
  const other = (name: string | null) => name && `other_${name}`;
  const joints = tree.joints.map((joint) => ({
    ...joint,
    id: other(joint.id) as string,
    parent: other(joint.parent),
  }));
  const effectors = tree.effectors.map((each) => ({
    ...each,
    parent: other(each.parent) as string,
  }));
  expect(readyPose(joints, effectors, { poses, up: 'z' })).toEqual(before);
  expect(readyPose(tree.joints, tree.effectors, { poses, up: 'z' })).toEqual(before);
});

test('two arms are mirror images', () => {
  const { tree, poses } = known('baxter');
  const pose = readyPose(tree.joints, tree.effectors, { poses, up: 'z' });
  const [one, other] = tipsOf(tree, pose).map(({ position: at }) => at);
  expect(Math.abs(one?.[1] ?? 0)).toBeGreaterThan(0.1);
  expect([other?.[0], other?.[1], other?.[2]]).toEqual([
    expect.closeTo(one?.[0] ?? 9, 3),
    expect.closeTo(-(one?.[1] ?? 9), 3),
    expect.closeTo(one?.[2] ?? 9, 3),
  ]);
});

describe('a figure', () => {
  test.each(['h1-2', 'allegro'])('%s stays near its drawn pose, but not in it', (id) => {
    const { tree, poses } = known(id);
    const pose = readyPose(tree.joints, tree.effectors, { poses, up: 'z' });
    ownOf(tree).forEach(({ limits = [-9, 9] }, i) => {
      const zero = Math.min(Math.max(0, limits[0]), limits[1]);
      const room = 0.1 * (limits[1] - limits[0]);
      const clear = Math.min(Math.max(zero, limits[0] + room), limits[1] - room);
      expect(Math.abs((pose[i] ?? 9) - clear)).toBeLessThanOrEqual(1.03);
    });
    expect(pose.some((value) => Math.abs(value) > 0.2)).toBe(true);
  });

  test('bends its legs to 80 to 92 % of their length', () => {
    const { tree, poses } = known('h1-2');
    const pose = readyPose(tree.joints, tree.effectors, { poses, up: 'z' });
    const long = (at: readonly number[]) => {
      const frameAt = jointFrames(tree.joints, jointValues(tree.joints, at));
      const feet = tipsOf(tree, at);
      return tree.effectors.slice(0, 2).map(({ parent }, leg) => {
        const hip = frameAt(listJointsToRoot(tree.joints, parent)[0]?.id ?? null).position;
        return Math.hypot(...hip.map((x, i) => x - (feet[leg]?.position[i] ?? 9)));
      });
    };
    const zero = long(pose.map(() => 0));
    long(pose).forEach((now, leg) => {
      expect(now).toBeLessThan(0.92 * (zero[leg] ?? 0));
      expect(now).toBeGreaterThan(0.8 * (zero[leg] ?? 0));
    });
  });

  test('keeps its feet flat and side by side', () => {
    const { tree, poses } = known('h1-2');
    const pose = readyPose(tree.joints, tree.effectors, { poses, up: 'z' });
    const zero = tipsOf(
      tree,
      ownOf(tree).map(() => 0),
    );
    const now = tipsOf(tree, pose);
    const feet = tree.effectors.flatMap(({ id }, i) => (/ankle/.test(id) ? [i] : []));
    expect(feet).toHaveLength(2);
    for (const i of feet) {
      const [before, after] = [zero[i]?.rotation, now[i]?.rotation];
      before?.forEach((row, r) => {
        row.forEach((x, c) => {
          expect(after?.[r]?.[c]).toBeCloseTo(x, 1);
        });
      });
    }
    const [left, right] = feet.map((i) => now[i]?.position as Vec3);
    expect(left?.[0]).toBeCloseTo(right?.[0] ?? 9, 6);
    expect(left?.[2]).toBeCloseTo(right?.[2] ?? 9, 6);
  });
});

const hinge = (id: string, parent: string | null, axis: Vec3, xyz: Vec3, more: object = {}) =>
  ({ id, parent, type: 'revolute', axis, xyz, rpy: [0, 0, 0], ...more }) as ScenarioTreeJoint;
const slide = (id: string, parent: string | null, axis: Vec3, more: object = {}) =>
  hinge(id, parent, axis, [0, 0, 0], { type: 'prismatic', ...more });
const tip = (parent: string, xyz: Vec3) => ({ id: 'tool', parent, xyz, rpy: [0, 0, 0] as Vec3 });

/** Three hinges and two links of 0.4 m. */
const elbow = (parent: string | null, more: object = {}): Made => ({
  joints: [
    hinge('pan', parent, [0, 0, 1], [0, 0, 0.3], more),
    hinge('lift', 'pan', [0, 1, 0], [0, 0, 0]),
    hinge('bend', 'lift', [0, 1, 0], [0, 0, 0.4]),
  ],
  effectors: [tip('bend', [0, 0, 0.4])],
});
const nearly = (tree: Made) => readyPose(tree.joints, tree.effectors, { poses: [], up: 'z' });

test('joints of a mobile base stay at 0, however far they could move', () => {
  const base = [
    slide('x', null, [1, 0, 0]),
    slide('y', 'x', [0, 1, 0]),
    hinge('turn', 'y', [0, 0, 1], [0, 0, 0]),
  ];
  const { joints, effectors } = elbow('turn');
  const pose = nearly({ joints: [...base, ...joints], effectors });
  expect(pose.slice(0, 3)).toEqual([0, 0, 0]);
  expect(Math.abs(pose[5] ?? 0)).toBeGreaterThan(0.5);
});

/** An arm to the left (1), to the right (−1) or straight ahead (0), with a joint at its end. */
const arm = (name: string, way: 1 | -1 | 0, ends: (last: string) => ScenarioTreeJoint): Made => ({
  joints: [
    hinge(`${name}1`, null, [0, 0, 1], [0, 0.2 * way, 0]),
    hinge(`${name}2`, `${name}1`, [1, 0, 0], [0, 0, 0]),
    hinge(`${name}r`, `${name}2`, [0, 1, 0], [0, 0, 0]),
    hinge(`${name}3`, `${name}r`, [0, 0, 1], way === 0 ? [0.4, 0, 0] : [0, 0.4 * way, 0]),
    ends(`${name}3`),
  ],
  effectors: [{ ...tip(`${name}4`, [0.05, 0.3 * way, 0]), id: name }],
});
const three = (ends: (name: string, last: string) => ScenarioTreeJoint): Made => {
  const ways = [1, -1, 0] as const;
  const arms = ways.map((way, i) => arm('abc'[i] ?? '', way, (last) => ends('abc'[i] ?? '', last)));
  return {
    joints: arms.flatMap(({ joints }) => joints),
    effectors: arms.flatMap(({ effectors }) => effectors),
  };
};

test('a jaw that is drawn closed does not keep a limb straight', () => {
  const jaws = three((name, last) => slide(`${name}4`, last, [1, 0, 0], { limits: [0, 0.02] }));
  const pose = nearly(jaws);
  for (const limb of [0, 1]) {
    expect(Math.abs(pose[5 * limb + 3] ?? 0)).toBeGreaterThan(0.15);
    const open = pose[5 * limb + 4] ?? 9;
    expect(open).toBeGreaterThan(0.001);
    expect(open).toBeLessThan(0.019);
  }
});

test('arms are mirror images although their hands open by the same value', () => {
  const { joints, effectors } = three((name, last) =>
    hinge(`${name}4`, last, [0, 0, 1], [0, 0, 0], { limits: [0, 1] }),
  );
  const near = effectors.map(({ xyz: [, y], ...each }) => ({
    ...each,
    xyz: [0, y / 6, 0] as Vec3,
  }));
  const pose = nearly({ joints, effectors: near });
  const [turn, lift, roll, bend, open = 0] = pose;
  expect([turn, lift, roll, bend].filter((value) => value !== 0).length).toBeGreaterThan(1);
  expect(open).toBeGreaterThan(0.05);
  const image = [turn, lift, roll, bend].map((x = 9, i) => (i === 2 ? x : -x) + 0);
  expect(pose.slice(5, 10)).toEqual([...image, 0]);
});

test('an arm that hangs may start below its mount', () => {
  const { joints, effectors } = elbow(null, { rpy: [Math.PI, 0, 0], xyz: [0, 0, 0] });
  const [{ position: at } = { position: [0, 0, 0] }] = tipsOf(
    { joints, effectors },
    nearly({ joints, effectors }),
  );
  expect(at[2]).toBeLessThan(0);
  expect(at[0]).toBeGreaterThan(0.2);
});

test('fixed ranges, mimics and short chains are handled', () => {
  const stuck = hinge('stuck', 'bend', [0, 0, 1], [0, 0, 0], { limits: [0.2, 0.2] });
  const { joints } = elbow(null);
  const held = { joints: [...joints, stuck], effectors: [tip('stuck', [0, 0, 0.4])] };
  expect(Math.abs(nearly(held)[2] ?? 0)).toBeGreaterThan(0.5);
  expect(nearly(held)[3]).toBe(0.2);
  const mimic = { joint: 'lift', multiplier: -2, offset: 0 };
  const both = joints.map((joint) => (joint.id === 'bend' ? { ...joint, mimic } : joint));
  expect(nearly({ joints: both, effectors: [tip('bend', [0, 0, 0.4])] })).toHaveLength(2);
  const one = {
    joints: [hinge('a', null, [0, 1, 0], [0, 0, 0])],
    effectors: [tip('a', [1, 0, 0])],
  };
  expect(nearly(one)).toHaveLength(1);
  const none = { joints: one.joints, effectors: [tip('a', [0, 0, 0])] };
  expect(nearly(none)).toEqual([0]);
});
