/** The finder of all solutions: its poses by the kinematics in TypeScript, its searches, its errors. */
import { expect, onTestFinished, test } from 'vitest';
import { quaternionFromRotation } from '../scenario/numbers/rigidFrame.ts';
import panda from '../scenario/presets/shelf/panda.json' with { type: 'json' };
import { computeEffectorTipFrames } from '../scenario/robot/forwardKinematics.ts';
import { SWIVEL_ARM } from '../scenario/testArms.ts';
import type { Scene } from '../scenario/types.ts';
import { openSolutionFinder } from './solutionFinder.ts';
import { makePresetTestScene, makeTestScene, testEngine } from './testEngine.ts';
import { EngineError } from './withOutOfMemoryError.ts';

const engine = await testEngine();

function opened(scene: Scene, target?: number) {
  const finder = openSolutionFinder(engine, scene, target);
  onTestFinished(() => finder.delete());
  return finder;
}

const arm = (changes: object = {}) => makePresetTestScene('arm-6', engine, changes);

function tipOf(scene: Scene, theta: readonly number[]) {
  const [tip] = computeEffectorTipFrames(scene.tree.joints, scene.tree.effectors, theta);
  if (!tip) throw new Error('no effector');
  return tip;
}

test('every solution of a UR5 puts the effector at the target', () => {
  const scene = arm();
  const finder = opened(scene);
  expect(finder.kind).toBe('all');
  expect(finder.reason).toBe('axes 2, 3, 4 are parallel; axes 5, 6 meet');
  const [target] = scene.scenario.targets;
  const solutions = finder.read(finder.find(0));
  expect(solutions).toHaveLength(8);
  for (const { theta } of solutions) {
    const tip = tipOf(scene, theta);
    tip.position.forEach((x, i) => {
      expect(x).toBeCloseTo(target?.position[i] as number, 11);
    });
    const q = quaternionFromRotation(tip.rotation);
    const dot = q.reduce((sum, x, i) => sum + x * (target?.orientation?.[i] as number), 0);
    expect(Math.abs(dot)).toBeCloseTo(1, 12);
  }
  expect(solutions.map((s) => s.number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(solutions.map((s) => s.turn)).toEqual(solutions.map((s) => s.turn).sort((a, b) => a - b));
});

test('a certificate holds at a solution and not beside it', () => {
  const finder = opened(arm());
  finder.find(0);
  const [first] = finder.read(1);
  finder.setStart(first?.theta ?? []);
  expect(finder.certify()?.radius).toBeLessThan(1e-12);
  expect(finder.certify()?.withinLimits).toBe(true);
  finder.setStart((first?.theta ?? []).map((x) => x + 0.2));
  expect(finder.certify()).toBeNull();
});

test('a redundant arm has no list of solutions', () => {
  const finder = opened(makePresetTestScene('human-arm', engine));
  expect(finder.kind).toBe('redundant');
  expect(finder.find(5)).toBe(0);
});

/** Checks that theta puts the effector where the goal row has it. */
function expectAtGoal(scene: Scene, theta: readonly number[], goal: ArrayLike<number>) {
  const tip = tipOf(scene, theta);
  tip.position.forEach((x, i) => {
    expect(x).toBeCloseTo(goal[i] as number, 10);
  });
  const q = quaternionFromRotation(tip.rotation);
  const dot = q.reduce((sum, x, i) => sum + x * (goal[3 + i] as number), 0);
  expect(Math.abs(dot)).toBeCloseTo(1, 11);
}
const goalAt = (scene: Scene, theta: readonly number[]) => {
  const tip = tipOf(scene, theta);
  return [...tip.position, ...quaternionFromRotation(tip.rotation)];
};
/** Largest rotation of a joint between two poses, modulo turns. */
const apart = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((x, i) => Math.abs(Math.asin(Math.sin((x - (b[i] as number)) / 2)))));

const SEVEN = [0.3, 0.6, -0.4, -1.4, 0.5, 1.1, 0.2];

test.each([
  [
    'iiwa',
    SWIVEL_ARM,
    null,
    /^one free parameter: swivel angle; axes 1, 2, 3 meet; axes 5, 6, 7 meet$/,
  ],
  [
    'panda',
    panda,
    6,
    /^one free parameter: joint "[^"]+" is held; axes 1, 2, 3 meet; axes 5, 6 meet$/,
  ],
])(
  'the solutions of %s at the parameter of a pose contain the pose',
  (_, document, column, reason) => {
    const scene = makeTestScene(document, engine);
    const finder = opened(scene);
    expect([finder.kind, finder.parameter]).toEqual(['redundant', { column }]);
    expect(finder.reason).toMatch(reason);
    const goal = goalAt(scene, SEVEN);
    finder.setGoals(goal);
    finder.setStart(SEVEN);
    const parameter = finder.startParameter as number;
    if (column !== null) expect(parameter).toBe(SEVEN[column]);
    const solutions = finder.read(finder.findAt(parameter));
    for (const { theta } of solutions) expectAtGoal(scene, theta, goal);
    expect(Math.min(...solutions.map(({ theta }) => apart(theta, SEVEN)))).toBeLessThan(1e-8);
    expect(solutions.map((s) => s.number).sort()).toEqual(solutions.map((_, i) => i + 1));
    expect(() => finder.findAt(Number.NaN)).toThrow('parameter must be from');
  },
);

test('the self-motion of an iiwa keeps the effector and closes', () => {
  const scene = makeTestScene(SWIVEL_ARM, engine);
  const finder = opened(scene);
  finder.setStart(SEVEN);
  const goal = goalAt(scene, SEVEN);
  const { samples, stretches, ends, closure } = finder.selfMotion();
  expect(ends).toEqual(['closed', 'closed']);
  expect(closure).toBeLessThan(1e-9);
  const [first, last] = [samples[0], samples.at(-1)];
  expect([first?.arc, first?.theta]).toEqual([0, SEVEN]);
  expect(apart(last?.theta ?? [], SEVEN)).toBeLessThan(1e-9);
  expect(samples.length).toBeGreaterThan(100);
  const bounds = scene.tree.joints.map(({ limits }) => limits ?? [-Infinity, Infinity]);
  for (const { theta, parameter, margin } of samples) {
    expectAtGoal(scene, theta, goal);
    const turned = theta.map((x, i) => {
      const [low = 0, high = 0] = bounds[i] ?? [];
      const off = x - (low + high) / 2;
      return (high - low) / 2 - Math.abs(off - 2 * Math.PI * Math.round(off / (2 * Math.PI)));
    });
    expect(margin).toBeCloseTo(Math.min(...turned), 12);
    expect(parameter).not.toBeNull();
  }
  expect(stretches.length).toBeGreaterThan(0);
  for (const { from, to, fromParameter, best } of stretches) {
    expect(to).toBeGreaterThan(from);
    expect(fromParameter).not.toBeNull();
    expectAtGoal(scene, best.theta, goal);
    const inside = samples.filter(({ arc }) => arc > from && arc < to);
    for (const { margin } of inside) {
      expect(margin).toBeGreaterThanOrEqual(0);
      expect(margin).toBeLessThanOrEqual(best.margin + 1e-9);
    }
  }
  // The solutions at the parameter of a sample contain the sample.
  finder.setGoals(goal);
  const middle = samples[Math.floor(samples.length / 3)];
  const found = finder.read(finder.findAt(middle?.parameter ?? 0));
  const distances = found.map(({ theta }) => apart(theta, middle?.theta ?? []));
  expect(Math.min(...distances)).toBeLessThan(1e-7);
});

test('a planar arm with a spare joint has a curve, and no parameter', () => {
  const scene = makePresetTestScene('planar-3-link', engine);
  const finder = opened(scene);
  expect(finder.reason).toBe(
    '3 joints move the effector, the target fixes 2 components; 1 degree of freedom remains',
  );
  expect([finder.parameter, finder.startParameter]).toEqual([null, null]);
  expect(() => finder.findAt(0)).toThrow('the mechanism has no free parameter');
  const pose = finder.findOne(20);
  const [target] = scene.scenario.targets;
  const tip = tipOf(scene, pose?.theta ?? []);
  expect(tip.position[0]).toBeCloseTo(target?.position[0] as number, 8);
  finder.setStart(pose?.theta ?? []);
  for (const { theta, parameter } of finder.selfMotion().samples) {
    expect(parameter).toBeNull();
    tipOf(scene, theta).position.forEach((x, i) => {
      expect(x).toBeCloseTo(tip.position[i] as number, 10);
    });
  }
});

test('an arm with several spare joints has no curve', () => {
  const target = { effector: 'tool', position: [0.3, 0.3, 0.3] };
  const finder = opened(arm({ targets: [target] }));
  expect(finder.reason).toBe(
    '6 joints move the effector, the target fixes 3 components; 3 degrees of freedom remain',
  );
  expect(() => finder.selfMotion()).toThrow('3 redundant degrees of freedom');
});

test('a search finds both poses of a planar arm with two joints', () => {
  const scene = makePresetTestScene('tabaczynski-2-link', engine);
  const finder = opened(scene);
  expect(finder.kind).toBe('found');
  expect(finder.search(20)).toBe(0); // Nothing has been set.
  const count = finder.find(20);
  expect(count).toBe(2);
  const [a, b] = finder.read(count);
  expect(Math.sign(a?.theta[1] ?? 0)).toBe(-Math.sign(b?.theta[1] ?? 0));
});

test('rejects an unknown target and numbers that are not finite', () => {
  expect(() => openSolutionFinder(engine, arm(), 3)).toThrow(EngineError);
  const finder = opened(arm(), 0);
  expect(finder.fault).toBe('');
  expect(() => finder.find(0, -1)).toThrow('seed must be from');
  expect(() => finder.find(0, 0.5)).toThrow('seed must be a whole number');
  finder.setGoals([Number.NaN]);
  expect(() => finder.find(0)).toThrow(EngineError);
  expect(finder.certify()).toBeNull();
  expect(finder.fault).toBe('goals[0].position[0] must be from -1e+15 to 1e+15; got nan');
});

test('proves that a target is beyond the stretched arm, and not one within', () => {
  const finder = opened(makePresetTestScene('tabaczynski-2-link', engine));
  finder.find(0);
  const goal = (x: number) => finder.setGoals([x, 0, 0, 0, 0, 0, 1]);
  goal(100);
  const proof = finder.proveOutOfReach(0, 0, true);
  expect(proof?.missing).toBeGreaterThan(90);
  expect(proof).toMatchObject({ isAngle: false, needsLimits: false, target: 0, method: 'shell' });
  expect(proof?.text).toMatch(/beyond/);
  goal(proof ? 100 - proof.missing - 1e-6 : 0);
  expect(finder.proveOutOfReach(0, 0, false)).toBeNull();
});
