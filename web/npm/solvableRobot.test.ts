/** The package as users see it: robots, poses, solves; each number is checked by an independent computation. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTestPackageZip, TEST_PACKAGE_FILES } from '@iklab/robots/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dls, fabrik, formula, type Goal, Robot, sdls, twoStage } from './index.ts';
import { sampleArm, sampleArmUrdf, sampleArmUrdfFile } from './testRobot.ts';

const close = (values: ArrayLike<number>, digits = 9) =>
  Array.from(values, (x) => expect.closeTo(x, digits));

const POSES = [
  [0.4, 0.3, 0.5, 0.2, 0.6, -0.3],
  [-1.1, 0.7, -0.9, 1.4, -0.8, 2.5],
  [2.2, -0.4, 1.3, -2.9, 0.3, 0.1],
];
const goalAt = (q: readonly number[]): Goal => sampleArm.pose(q);

/** Returns the product of two quaternions x, y, z, w. */
const quaternionProduct = (a: readonly number[], b: readonly number[]): number[] => {
  const [ax = 0, ay = 0, az = 0, aw = 0] = a;
  const [bx = 0, by = 0, bz = 0, bw = 0] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
};

describe('a robot', () => {
  test('has the joints of its description in order', () => {
    expect(sampleArm.name).toBe('arm');
    expect(sampleArm.joints[1]).toEqual({
      name: 'shoulder',
      kind: 'revolute',
      limits: [-1.8, 1.8],
    });
    expect(sampleArm.joints[3]).toEqual({ name: 'wrist_roll', kind: 'revolute', limits: null });
    expect(sampleArm.effectors).toEqual(['tool0']);
    expect(sampleArm.report).toMatchObject({
      joints: 6,
      fixed: 1,
      effectors: ['tool0'],
      remarks: [],
    });
    expect(sampleArm.start.length).toBe(6);
  });

  test('has the pose of the closed form if only the waist is rotated', () => {
    // All joints except the waist are at 0, so all links are in one plane that rotates with the waist.
    const out = 0.1 + 0.4 + 0.12;
    const { position } = sampleArm.pose([0.5, 0, 0, 0, 0, 0]);
    expect(position).toEqual(
      close([out * Math.cos(0.5), out * Math.sin(0.5), 0.2 + 0.15 + 0.45 + 0.05]),
    );
  });

  test('linkPoses follows the closed form of a bent arm', () => {
    const [waist, shoulder] = [0.5, 0.7];
    const links = sampleArm.linkPoses([waist, shoulder, 0, 0, 0, 0]);
    expect(Object.keys(links).slice(0, 3)).toEqual(['waist_turn', 'shoulder', 'elbow']);
    const { waist_turn: first, shoulder: second, elbow: third } = links;
    expect(first?.position).toEqual(close([0, 0, 0.2]));
    expect(first?.quaternion).toEqual(close([0, 0, Math.sin(waist / 2), Math.cos(waist / 2)]));
    const [cosine, sine] = [Math.cos(waist), Math.sin(waist)];
    expect(second?.position).toEqual(close([0.1 * cosine, 0.1 * sine, 0.35]));
    const out = 0.1 + 0.45 * Math.sin(shoulder);
    const height = 0.35 + 0.45 * Math.cos(shoulder);
    expect(third?.position).toEqual(close([out * cosine, out * sine, height]));
    const bent = quaternionProduct(
      [0, 0, Math.sin(waist / 2), Math.cos(waist / 2)],
      [0, Math.sin(shoulder / 2), 0, Math.cos(shoulder / 2)],
    );
    expect(third?.quaternion).toEqual(close(bent));
    expect(() => sampleArm.linkPoses([0, 0])).toThrow('q must have 6 values; got 2');
  });

  test('linkPoses moves links of mimicking joints', async () => {
    const mimicking = await Robot.fromUrdf(
      `<robot name="pair"><link name="b"/><link name="l"/><link name="m"/>
<joint name="lead" type="revolute"><parent link="b"/><child link="l"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
<joint name="copy" type="revolute"><parent link="l"/><child link="m"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
<limit lower="-9" upper="9"/><mimic joint="lead" multiplier="-2" offset="0.1"/></joint></robot>`,
      { effector: 'm' },
    );
    const { copy } = mimicking.linkPoses([0.4]);
    expect(copy?.position).toEqual(close([Math.cos(0.4), Math.sin(0.4), 0]));
    const angle = 0.4 - 2 * 0.4 + 0.1;
    expect(copy?.quaternion).toEqual(close([0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]));
  });

  test('new Robot() names the functions to call', () => {
    const Create = Robot as unknown as new () => Robot;
    expect(() => new Create()).toThrow(/call await Robot\.fromUrdf\(text\), .*fromFile/);
  });

  test('withTool moves the effector frame by the tool, as a product of rigid motions', () => {
    const tool = [0.03, -0.05, 0.12, 0.4, -0.7, 1.1];
    const tooled = sampleArm.withTool(tool, 'tool0');
    for (const q of POSES) {
      const { position: p, quaternion } = sampleArm.pose(q);
      const [x = 0, y = 0, z = 0, roll = 0, pitch = 0, yaw = 0] = tool;
      const about = (i: number, angle: number) => {
        const turn = [0, 0, 0, Math.cos(angle / 2)];
        turn[i] = Math.sin(angle / 2);
        return turn;
      };
      const turned = quaternionProduct(
        quaternionProduct(quaternionProduct(quaternion, about(2, yaw)), about(1, pitch)),
        about(0, roll),
      );
      const conjugate = quaternion.map((each, i) => (i < 3 ? -each : each));
      const moved = quaternionProduct(quaternionProduct(quaternion, [x, y, z, 0]), conjugate);
      const found = tooled.pose(q);
      expect(found.position).toEqual(close([0, 1, 2].map((i) => (p[i] ?? 0) + (moved[i] ?? 0))));
      const same = found.quaternion.reduce((sum, each, i) => sum + each * (turned[i] ?? 0), 0);
      expect(Math.abs(same)).toBeCloseTo(1, 12);
    }
    expect(sampleArm.withTool([0, 0, 0.1]).pose(POSES[0] ?? []).quaternion).toEqual(
      close(sampleArm.pose(POSES[0] ?? []).quaternion),
    );
    expect(() => sampleArm.withTool([1, 2])).toThrow('tool must have 6 values; got 2');
    expect(() => sampleArm.withTool([0, 0, Number.NaN])).toThrow('tool[2] must be a finite number');
    tooled.free();
    expect(sampleArm.pose(POSES[0] ?? []).position.every(Number.isFinite)).toBe(true);
  });

  test('solve starts at zeros on request', () => {
    const goal = goalAt(POSES[0] ?? []);
    const zeros = POSES[0]?.map(() => 0) ?? [];
    const by = (start: 'zeros' | number[]) => sampleArm.solve(goal, { start, restarts: 0 });
    expect(by('zeros').q).toEqual(by(zeros).q);
    expect(() => sampleArm.solve(goal, { start: 'home' as 'zeros' })).toThrow(
      'start must be a list of numbers or "zeros"',
    );
  });

  test('a solve without a start begins at the nearest pose of the table', () => {
    const goals = POSES.map(goalAt);
    for (const goal of goals) {
      const found = sampleArm.solve(goal);
      expect(found.reached).toBe(true);
      expect(sampleArm.solve(goal, { seed: 9 }).q).toEqual(found.q);
    }
    // So few updates that many attempts fail: where they begin decides where the solve ends.
    const turned = Array.from({ length: 20 }, (_, i) =>
      sampleArm.start.map((_x, j) => 2.5 * Math.sin(7 * i + 3 * j)),
    );
    const rows = turned.flatMap((q) => {
      const { position, quaternion } = sampleArm.pose(q);
      return [...position, ...quaternion];
    });
    const end = (options: object) => sampleArm.solveMany(rows, { maxUpdates: 15, ...options }).q;
    const [random, table] = (['random', 'table'] as const).map((from) => ({ most: 30, from }));
    expect(end({})).toEqual(end({ restarts: table }));
    expect(end({ restarts: random })).not.toEqual(end({ restarts: table }));
    const start = 'zeros';
    expect(end({ start })).toEqual(end({ start, restarts: random }));
    expect(end({ start, restarts: table })).not.toEqual(end({ start, restarts: random }));
    const long = { maxUpdates: 100 };
    expect(end({ ...long, restarts: { most: 30, maxSlow: 3 } })).toEqual(end(long));
    expect(end({ ...long, restarts: { most: 30, maxSlow: 0 } })).not.toEqual(end(long));
    expect(() => end({ restarts: { most: 1, maxSlow: -1 } })).toThrow(
      'restarts.maxSlow must be from 0 to 1000000; got -1',
    );
    expect(() => end({ restarts: { most: 1, from: 'tables' } })).toThrow(
      'restarts.from must be one of random, table',
    );
  });

  test('is read from a file', async () => {
    const read = await Robot.fromFile(fileURLToPath(sampleArmUrdfFile), { effector: 'tool0' });
    expect(read.joints).toEqual(sampleArm.joints);
    expect(read.pose(POSES[0] ?? [])).toEqual(sampleArm.pose(POSES[0] ?? []));
  });

  test('is read from an archive, a folder, or a xacro file with its includes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'iklab-robot-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [path, bytes] of Object.entries(TEST_PACKAGE_FILES)) {
      mkdirSync(dirname(join(folder, 'files', path)), { recursive: true });
      writeFileSync(join(folder, 'files', path), bytes);
    }
    writeFileSync(join(folder, 'made.zip'), makeTestPackageZip());
    const xacro = 'files/made_description/urdf/made.urdf.xacro';
    for (const name of ['made.zip', 'files', xacro]) {
      const read = await Robot.fromFile(join(folder, name));
      expect(read.joints[5]).toEqual({ name: 'j6', kind: 'revolute', limits: [-2.5, 2.5] });
      expect(read.effectors).toEqual(['tool0']);
      // six segments of 0.25 m and the tool's 0.1 m, upright
      expect(read.pose([0, 0, 0, 0, 0, 0]).position).toEqual(close([0, 0, 1.6]));
    }
  });

  test('is read from a DH table: two links of 1 m and 0.5 m follow the closed form', async () => {
    const rows = [{ a: 1 }, { a: 0.5, limits: [-2, 2] as const }];
    const typed = await Robot.fromDh({ rows });
    const text = await Robot.fromDh('a,alpha,d,theta\n1,0,0,q1\n0.5,0,0,q2\n');
    for (const elbow of [typed, text]) {
      const { position } = elbow.pose([0.3, 0.4]);
      const wanted = [Math.cos(0.3) + 0.5 * Math.cos(0.7), Math.sin(0.3) + 0.5 * Math.sin(0.7), 0];
      expect(position).toEqual(close(wanted));
    }
    expect(typed.joints.map(({ limits }) => limits)).toEqual([null, [-2, 2]]);
  });

  test('is read in degrees and millimetres on request; its report warns of units otherwise', async () => {
    const text = `<robot name="wrong"><link name="b"/><link name="l"/><link name="tool"/>
<joint name="j" type="revolute"><parent link="b"/><child link="l"/><axis xyz="0 0 1"/><limit lower="-180" upper="90"/></joint>
<joint name="end" type="fixed"><parent link="l"/><child link="tool"/><origin xyz="500 0 0"/></joint></robot>`;
    const plain = await Robot.fromUrdf(text);
    expect(plain.report?.remarks.filter((each) => each.includes('likely'))).toEqual([
      expect.stringContaining('limits up to 180 rad (29 turns): degrees are likely'),
      expect.stringContaining('the longest chain is 500 m long: millimetres are likely'),
    ]);
    const read = await Robot.fromUrdf(text, { angles: 'degrees', lengths: 'millimetres' });
    expect(read.joints[0]?.limits).toEqual(close([-Math.PI, Math.PI / 2]));
    expect(read.pose([Math.PI / 2]).position).toEqual(close([0, 0.5, 0]));
    expect(read.report?.remarks.join()).toContain('read as degrees, as chosen');
  });

  test('reports an effector that moves less than half of the joints', async () => {
    const read = await Robot.fromUrdf(sampleArmUrdf, { effector: 'upper_arm' });
    expect(read.report?.remarks.join()).toMatch(/upper_arm: its target moves only 2 of 6 joints/);
  });

  test('is read from a MuJoCo model', async () => {
    const body =
      '<body name="b" pos="1 0 0"><joint name="j" type="hinge" axis="0 0 1"/><body name="tip" pos="2 0 0"/></body>';
    const read = await Robot.fromMjcf(
      `<mujoco model="m"><worldbody><body name="base">${body}</body></worldbody></mujoco>`,
      { effector: 'tip' },
    );
    expect(read.pose([Math.PI / 2]).position).toEqual(close([1, 2, 0]));
  });

  test('is read from an SDF file', async () => {
    const joint =
      '<joint name="j" type="revolute"><parent>a</parent><child>tip</child><pose>-2 0 0 0 0 0</pose><axis><xyz>0 0 1</xyz></axis></joint>';
    const read = await Robot.fromSdf(
      `<sdf version="1.9"><model name="m"><link name="a"/><link name="tip"><pose>3 0 0 0 0 0</pose></link>${joint}</model></sdf>`,
      { effector: 'tip' },
    );
    expect(read.pose([Math.PI / 2]).position).toEqual(close([1, 2, 0]));
  });

  test('is read from a scenario, with its start pose', async () => {
    const read = await Robot.fromScenario({ iklab: 1, preset: 'ur5e', start: [0, -1, 1, 0, 1, 0] });
    expect([...read.start]).toEqual([0, -1, 1, 0, 1, 0]);
    expect(read.effectors).toEqual(['tool0']);
    expect(read.report).toBeNull();
    const written = JSON.stringify({ iklab: 1, preset: 'ur5e' });
    expect((await Robot.fromScenario(written)).joints).toEqual(read.joints);
  });
});

test('the Jacobian matches finite differences of the pose', () => {
  const h = 1e-6;
  for (const q of POSES) {
    const jacobian = sampleArm.jacobian(q);
    for (let c = 0; c < 6; c++) {
      const moved = (by: number) => sampleArm.pose(q.map((x, i) => (i === c ? x + by : x)));
      const [back, on] = [moved(-h), moved(h)];
      const linear = on.position.map((x, k) => (x - (back.position[k] as number)) / (2 * h));
      const column = [0, 1, 2, 3, 4, 5].map((row) => jacobian[6 * row + c]);
      expect(column).toEqual(close([...linear, ...turnRate(back.quaternion, on.quaternion, h)], 7));
    }
  }
});

type Turn = readonly [number, number, number, number];
/** Returns the angular velocity: twice the vector part of the second times the inverse of the first, over the time. */
function turnRate([x1, y1, z1, w1]: Turn, [x2, y2, z2, w2]: Turn, h: number): number[] {
  const x = -w2 * x1 + x2 * w1 - y2 * z1 + z2 * y1;
  const y = -w2 * y1 + x2 * z1 + y2 * w1 - z2 * x1;
  const z = -w2 * z1 - x2 * y1 + y2 * x1 + z2 * w1;
  return [x, y, z].map((each) => each / h);
}

describe('a solve', () => {
  test.each([sdls(), dls({ lambda: 0.05 }), twoStage({ first: sdls(), second: dls() })])(
    '$id reaches the goal pose',
    (method) => {
      for (const q of POSES) {
        const goal = goalAt(q);
        const start = q.map((x) => x + 0.15);
        const found = sampleArm.solve(goal, {
          method,
          start,
          tolerance: 1e-8,
          orientationTolerance: 1e-7,
          minImprovement: 0,
        });
        expect(found).toMatchObject({ reached: true, stop: 'reached', reason: 'reached' });
        const { position, quaternion } = sampleArm.pose(found.q);
        expect(position).toEqual(close(goal.position, 7));
        expect(quaternion).toEqual(close(goal.quaternion ?? [], 6));
        expect(found.error).toBeLessThan(1e-8);
      }
    },
  );

  test('a goal without a quaternion leaves the orientation free', () => {
    const { position } = goalAt(POSES[0] ?? []);
    const found = sampleArm.solve({ position }, { method: fabrik() });
    expect(found.reached).toBe(true);
    expect(sampleArm.pose(found.q).position).toEqual(close(position, 3));
    expect(found.angle).toBe(0);
  });

  test('that fails names the cause: the joint at its limit or the update limit, and the remaining error', async () => {
    const rows = [{ a: 1, limits: [-1, 1] as const }];
    const hinge = await Robot.fromDh({ rows });
    const found = hinge.solve(
      { position: [Math.cos(1.2), Math.sin(1.2), 0] },
      { start: [0.5], method: dls() },
    );
    expect(found).toMatchObject({ reached: false, stop: 'at-limit' });
    expect(found.q[0]).toBe(1);
    expect(found.error).toBeCloseTo(2 * Math.sin(0.1), 12);
    expect(found.cause).toBe('joint-limits');
    expect(found.reason).toBe(
      'joint-limits: q1 would have to move 11.5° beyond its upper limit, 200 mm short',
    );
    const free = hinge.solve({ position: [Math.cos(1.2), Math.sin(1.2), 0] }, { limits: 'ignore' });
    expect(free.reached).toBe(true);
    const few = sampleArm.solve(goalAt(POSES[1] ?? []), { maxUpdates: 1, restarts: 0 });
    expect(few.reason).toMatch(
      /^update-limit: \d+ more updates reach the target, [\d.]+ m?m short, turned [\d.]+° off$/,
    );
  });

  test('computes the cause when it is read, for the goals at the time of the call', async () => {
    const hinge = await Robot.fromDh({ rows: [{ a: 1, limits: [-1, 1] as const }] });
    const goal = { position: [Math.cos(1.2), Math.sin(1.2), 0] as [number, number, number] };
    const found = hinge.solve(goal, { start: [0.5], method: dls() });
    const later = hinge.solve(goal, { start: [0.5], method: dls() });
    goal.position[0] = 9;
    hinge.solve({ position: [1, 0, 0] }, { limits: 'ignore' });
    found.q[0] = 0;
    expect(found.reason).toMatch(/^joint-limits: q1 would have to move 11\.5°/);
    expect(structuredClone(found).cause).toBe('joint-limits');
    hinge.free();
    expect(later.reason).toBe('undiagnosed: the robot is freed');
  });

  test('reaches the goals of several effectors, in any order', async () => {
    const tree = await Robot.fromScenario({ iklab: 1, preset: 'double-y' });
    const q = tree.start.map((x, i) => x + 0.05 * (i % 3));
    const goals = tree.effectors.map((effector) => ({
      effector,
      position: tree.pose(q, effector).position,
    }));
    const near = { start: tree.start, method: dls(), tolerance: 1e-3 };
    const found = tree.solve(goals, near);
    expect(found.reason).toBe('reached');
    for (const { effector, position } of goals)
      expect(tree.pose(found.q, effector).position).toEqual(close(position, 2));
    const [first] = goals;
    const swapped = tree.solve([...goals].reverse(), near);
    expect(swapped.reached).toBe(true);
    expect(tree.pose(swapped.q, first?.effector).position).toEqual(close(first?.position ?? [], 2));
  });

  test('with a formula returns the same bits as the built-in method that the formula states', () => {
    const text = formula('Δθ = Jᵀ (J Jᵀ + 0.01 I)⁻¹ e');
    const goal = goalAt(POSES[0] ?? []);
    const options = { limits: 'ignore', maxStep: null } as const;
    const own = sampleArm.solve(goal, { ...options, method: text });
    const built = sampleArm.solve(goal, { ...options, method: dls({ lambda: 0.1 }) });
    expect(own).toEqual(built);
    expect(own.reached).toBe(true);
  });

  test('accepts a method from JSON, and scales omitted lengths to the robot', () => {
    const goal = goalAt(POSES[1] ?? []);
    const solved = sampleArm.solve(goal, {
      method: JSON.parse(JSON.stringify(dls({ lambda: 0.05 }))),
    });
    expect(solved).toEqual(sampleArm.solve(goal, { method: dls({ lambda: 0.05 }) }));
    // 0.05 of the length of the stretched arm, to two digits
    const stretch = Math.hypot(0.1, 0.15) + 0.45 + Math.hypot(0.4, 0.05) + 0.12;
    const lambda = Number((0.05 * stretch).toPrecision(2));
    expect(sampleArm.solve(goal, { method: dls() })).toEqual(
      sampleArm.solve(goal, { method: dls({ lambda }) }),
    );
  });

  test('normalises a quaternion of few digits', () => {
    const { position, quaternion = [] } = goalAt(POSES[0] ?? []);
    const rounded = Array.from(quaternion, (x) => Number(x.toFixed(4)));
    const length = Math.hypot(...rounded);
    expect(Math.abs(length - 1)).toBeGreaterThan(1e-6);
    const unit = rounded.map((x) => x / length);
    const found = sampleArm.solve({ position, quaternion: rounded });
    const many = sampleArm.solveMany([...Array.from(position), ...rounded]);
    for (const q of [found.q, many.q])
      expect([...q]).toEqual(close(sampleArm.solve({ position, quaternion: unit }).q, 12));
  });

  test('accepts free axes and tolerances per goal', () => {
    const goal = { ...goalAt(POSES[0] ?? []), free: { orientation: { spin: [0, 0, 1] } } } as const;
    const found = sampleArm.solve(goal, { start: POSES[0]?.map((x) => x + 0.2) });
    expect(found.reached).toBe(true);
    const own = { ...goalAt(POSES[0] ?? []), tolerance: { position: 0.1, rotation: 0.5 } };
    const start = POSES[0]?.map((x) => x + 0.01);
    expect(sampleArm.solve(own, { start }).updates).toBeLessThanOrEqual(1);
  });
});

describe('solveMany', () => {
  const rows = POSES.flatMap((q) => {
    const { position, quaternion = [] } = goalAt(q);
    return [...Array.from(position), ...Array.from(quaternion)];
  });

  test('gives the same results as single solves', () => {
    const many = sampleArm.solveMany(Float64Array.from(rows), { method: dls() });
    POSES.forEach((q, row) => {
      const one = sampleArm.solve(goalAt(q), { method: dls() });
      expect(many.q.slice(6 * row, 6 * row + 6)).toEqual(one.q);
      expect(many.reached[row]).toBe(Number(one.reached));
      expect(many.updates[row]).toBe(one.updates);
      expect(many.error[row]).toBe(one.error);
    });
  });

  test('depends only on the seed and the row number', () => {
    const restarts = { most: 3, from: 'random' } as const;
    const options = { restarts, seed: 7, maxUpdates: 5, tolerance: 1e-9 };
    const whole = sampleArm.solveMany(rows, options);
    const last = sampleArm.solveMany(rows.slice(7), { ...options, first: 1 });
    expect(last.q).toEqual(whole.q.slice(6));
    expect(sampleArm.solveMany(rows, { ...options, seed: 8 }).q).not.toEqual(whole.q);
  });

  test('starts each row at its given pose, and accepts positions alone', () => {
    const starts = POSES.flatMap((q) => q.map((x) => x + 0.01));
    const positions = POSES.flatMap((q) => Array.from(goalAt(q).position));
    const many = sampleArm.solveMany(positions, { asks: 'position', starts });
    expect([...many.reached]).toEqual([1, 1, 1]);
    POSES.forEach((q, row) => {
      expect(Math.abs((many.q[6 * row] ?? 0) - (q[0] ?? 0))).toBeLessThan(0.1);
    });
  });
});

test('a freed robot throws; other robots still solve', async () => {
  const other = await Robot.fromUrdf(sampleArmUrdf, { effector: 'tool0' });
  const goal = goalAt(POSES[0] ?? []);
  const found = other.solve(goal);
  other[Symbol.dispose]();
  expect(() => other.solve(goal)).toThrow('the robot is freed');
  expect(sampleArm.solve(goal)).toEqual(found);
});

test('returns the same solution after more kinds of tasks than are cached', () => {
  const goal = goalAt(POSES[0] ?? []);
  const first = sampleArm.solve(goal);
  for (let i = 1; i < 12; i++) sampleArm.solve({ ...goal, orientationWeight: i });
  expect(sampleArm.solve(goal)).toEqual(first);
});
