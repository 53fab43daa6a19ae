/** All solutions of a pose, and certificates: against closed forms and forward kinematics. */
import { expect, onTestFinished, test } from 'vitest';
import { type Goal, type PoseSolution, Robot } from './index.ts';
import './testRobot.ts';

async function readRobot(document: object): Promise<Robot> {
  const robot = await Robot.fromScenario({ iklab: 2, ...document });
  onTestFinished(() => robot.free());
  return robot;
}

const BENT = [0.4, -1.2, 1.5, -0.3, 0.9, -0.4];
const ur5e = await Robot.fromScenario({ iklab: 2, preset: 'ur5e' });
const goal: Goal = ur5e.pose(BENT);

function expectReached(robot: Robot, { position, quaternion = [] }: Goal, q: Float64Array): void {
  const found = robot.pose(q);
  for (let i = 0; i < 3; i++) expect(found.position[i]).toBeCloseTo(position[i] as number, 11);
  const dot = found.quaternion.reduce((sum, x, i) => sum + x * (quaternion[i] as number), 0);
  expect(Math.abs(dot)).toBeCloseTo(1, 12);
}

const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a, (x, i) => x - (b[i] as number)));

test('solutions returns eight poses of a UR5e, each with its distances from the start and limits', () => {
  const start = [0.2, -1, 1.4, -0.2, 1, 0.3];
  const { kind, reason, idealised, solutions } = ur5e.solutions(goal, { start });
  expect({ kind, reason }).toEqual({
    kind: 'all',
    reason: 'axes 2, 3, 4 are parallel; axes 5, 6 meet',
  });
  expect(idealised).toBeLessThan(1e-5);
  expect(solutions.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  for (const { number, q, residual, margin, turn, sides, family } of solutions) {
    expectReached(ur5e, goal, q);
    expect(residual).toBeLessThan(1e-12);
    expect(turn).toBeCloseTo(Math.max(...q.map((x, i) => Math.abs(x - (start[i] as number)))), 12);
    const margins = ur5e.joints.map(({ limits }, i) => {
      const [least, most] = limits ?? [-Infinity, Infinity];
      return Math.min((q[i] as number) - least, most - (q[i] as number));
    });
    expect(margin).toBeCloseTo(Math.min(...margins), 12);
    expect(number - 1).toBe(sides.reduce((sum, side) => 2 * sum + Number(side < 0), 0));
    expect(family).toBe(false);
  }
  expect(Math.min(...solutions.map(({ q }) => distance(q, BENT)))).toBeLessThan(1e-9);
  // Of solutions with the same turn, within 1e-9, the sum of squares decides.
  solutions.slice(1).forEach(({ turn }, i) => {
    expect(turn).toBeGreaterThan((solutions[i]?.turn ?? 0) - 1e-9);
  });
});

test('solutions starts at the start of the robot, or at zeros', () => {
  const numbers = (solutions: readonly PoseSolution[]) =>
    solutions.map(({ q, turn }) => [...q, turn]);
  const by = (options: object) => numbers(ur5e.solutions(goal, options).solutions);
  expect(by({})).toEqual(by({ start: ur5e.start }));
  expect(by({ start: 'zeros' })).toEqual(by({ start: BENT.map(() => 0) }));
  expect(by({ start: 'zeros' })).not.toEqual(by({}));
  const wound = BENT.map((x, i) => (i === 5 ? x + 2 * Math.PI : x));
  const [nearest] = ur5e.solutions(goal, { start: wound }).solutions;
  expect(nearest?.turn).toBeLessThan(1e-9);
});

/** Two links of 1 m and 0.8 m; the elbow bends from -2 to 1 rad. */
const PLANAR = { rows: [{ a: 1 }, { a: 0.8, limits: [-2, 1] as const }] };

test('solutions of a planar arm are a search for both of its poses, by the law of cosines', async () => {
  const arm = await Robot.fromDh(PLANAR);
  onTestFinished(() => arm.free());
  const [x, y] = [0.9, 0.7];
  const bend = Math.acos((x * x + y * y - 1 - 0.64) / 1.6);
  expect(bend).toBeGreaterThan(1);
  const asked = { position: [x, y, 0] };
  const { kind, reason, idealised, solutions } = arm.solutions(asked, { start: [0, 0.5] });
  expect({ kind, idealised }).toEqual({ kind: 'found', idealised: 0 });
  expect(reason).toBe('a closed form needs a target with a full orientation');
  const exact = [-bend, bend].map((elbow) => [
    Math.atan2(y, x) - Math.atan2(0.8 * Math.sin(elbow), 1 + 0.8 * Math.cos(elbow)),
    elbow,
  ]);
  expect(solutions.map(({ q }) => [...q])).toEqual(
    exact.map((pose) => pose.map((value) => expect.closeTo(value, 8))),
  );
  // The start is nearer to the second, which is outside its limits.
  expect(solutions.map(({ margin }) => margin)).toEqual([
    expect.closeTo(2 - bend, 8),
    expect.closeTo(1 - bend, 8),
  ]);
  expect(solutions.map(({ number }) => number).sort()).toEqual([1, 2]);
  expect(solutions[0]?.sides).toEqual([0, 0, 0]);
  const within = arm.solutions(asked, { start: [0, 0.5], withinLimits: true });
  expect(within).toEqual({ kind, reason, idealised, solutions: solutions.slice(0, 1) });
  expect(arm.solutions(asked, { starts: 0 }).solutions).toEqual([]);
  const counts = [1, 2, 3, 4, 5, 6].map(
    (seed) => arm.solutions(asked, { seed, starts: 2 }).solutions.length,
  );
  expect(new Set(counts)).toEqual(new Set([1, 2])); // The second search is from a random pose.
  expect(arm.solutions({ position: [2, 0, 0] }, { starts: 5 })).toMatchObject({ solutions: [] });
});

test('solutions of a redundant arm are those at a value of its parameter', async () => {
  const panda = await readRobot({ preset: 'panda' });
  const bent = [0.3, 0.6, -0.4, -1.4, 0.5, 1.1, 0.2];
  const at = panda.pose(bent);
  const { kind, reason, parameter, solutions } = panda.solutions(at, { start: bent });
  expect(kind).toBe('redundant');
  expect(reason).toMatch(/^one free parameter: joint "panda_joint7" is held; /);
  expect(parameter).toEqual({ joint: 'panda_joint7', value: 0.2 });
  expect(distance(solutions[0]?.q ?? [], bent)).toBeLessThan(1e-9);
  const other = panda.solutions(at, { start: bent, parameter: 0.3 });
  expect(other.parameter?.value).toBe(0.3);
  expect(other.solutions.length).toBeGreaterThan(0);
  for (const { q } of other.solutions) {
    expect(q[6]).toBeCloseTo(0.3, 12);
    expectReached(panda, at, q);
  }
  const within = panda.solutions(at, { start: bent, parameter: 0.3, withinLimits: true });
  expect(within.solutions).toEqual(other.solutions.filter(({ margin }) => margin >= 0));
  expect(() => panda.solutions(at, { parameter: Number.NaN })).toThrow(
    'parameter must be from -1e+15 to 1e+15; got nan',
  );
  expect(() => panda.solutions(at, { start: bent.map(() => Number.NaN) })).toThrow(
    'start[0] must be from',
  );
});

test('solutions of an arm with several spare joints are not listed', () => {
  const free = { position: goal.position };
  const { kind, reason, solutions, parameter } = ur5e.solutions(free);
  expect({ kind, solutions, parameter }).toEqual({
    kind: 'redundant',
    solutions: [],
    parameter: undefined,
  });
  expect(reason).toBe(
    '6 joints move the effector, the target fixes 3 components; 3 degrees of freedom remain',
  );
  const turning = { ...goal, free: { orientation: ['z'] as const } };
  expect(ur5e.solutions(turning)).toMatchObject({ kind: 'redundant', solutions: [] });
});

test('solutions reach the goals of two effectors at once', async () => {
  const branch = (side: string, y: number) => [
    { id: `${side}1`, xyz: [0, y, 0] },
    { id: `${side}2`, parent: `${side}1`, xyz: [1, 0, 0] },
  ];
  const tips = ['left', 'right'].map((id) => ({ id, parent: `${id}2`, xyz: [1, 0, 0] }));
  const pair = await readRobot({
    tree: { joints: [...branch('left', 1), ...branch('right', -1)], effectors: tips },
    targets: [{ effector: 'left', position: [1, 1, 0] }],
    methods: [{ id: 'dls' }],
  });
  const bent = [0.3, 0.9, -0.2, 1.1];
  const goals = ['right', 'left'].map((effector) => {
    const { position } = pair.pose(bent, effector);
    return { effector, position };
  });
  const { kind, solutions } = pair.solutions(goals);
  expect({ kind, count: solutions.length }).toEqual({ kind: 'found', count: 4 }); // Two elbows each.
  expect(Math.min(...solutions.map(({ q }) => distance(q, bent)))).toBeLessThan(1e-8);
});

test('certify bounds the distance to the exact solution, and proves nothing far from it', () => {
  const moved = BENT.map((x, i) => x + (i % 2 === 0 ? 1e-6 : -1e-6));
  const certificate = ur5e.certify(moved, goal);
  const apart = distance(moved, BENT);
  expect(certificate?.radius).toBeGreaterThan(apart);
  expect(certificate?.radius).toBeLessThan(10 * apart);
  expect(certificate?.withinLimits).toBe(true);
  expect(
    ur5e.certify(
      BENT.map((x) => x + 0.2),
      goal,
    ),
  ).toBeNull();
});

test('certify reports whether the solution is certainly within the limits', async () => {
  const right = Math.PI / 2;
  const arm = await Robot.fromDh({
    rows: [
      { alpha: right, d: 0.16, limits: [-2, 0.4 + 1e-9] },
      { a: -0.42 },
      { a: -0.39 },
      { alpha: right, d: 0.13 },
      { alpha: -right, d: 0.1 },
      { d: 0.1 },
    ],
  });
  onTestFinished(() => arm.free());
  const asked = arm.pose(BENT);
  expect(arm.certify(BENT, asked)).toMatchObject({ withinLimits: true });
  const moved = BENT.map((x) => x - 1e-6); // The solution is within its limits, but this is not proven.
  expect(arm.certify(moved, asked)).toMatchObject({ withinLimits: false });
});

test('certify proves nothing about a planar arm, whose positions have two dimensions', async () => {
  const arm = await Robot.fromDh(PLANAR);
  onTestFinished(() => arm.free());
  expect(arm.certify([0.2, 0.9], { position: arm.pose([0.2, 0.9]).position })).toBeNull();
});

test('a robot that is freed has no solutions', async () => {
  const arm = await Robot.fromDh(PLANAR);
  const asked = { position: [0.9, 0.7, 0] };
  arm.solutions(asked);
  arm.free();
  expect(() => arm.solutions(asked)).toThrow('the robot is freed');
  expect(() => arm.certify([0, 0], asked)).toThrow('the robot is freed');
});
