/** The finder of all solutions: its poses by the kinematics in TypeScript, its searches, its errors. */
import { expect, onTestFinished, test } from 'vitest';
import { quaternionFromRotation } from '../scenario/numbers/rigidFrame.ts';
import { computeEffectorTipFrames } from '../scenario/robot/forwardKinematics.ts';
import type { Scene } from '../scenario/types.ts';
import { openSolutionFinder } from './solutionFinder.ts';
import { makePresetTestScene, testEngine } from './testEngine.ts';
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
  expect(proof).toMatchObject({ isAngle: false, needsLimits: false, target: 0 });
  expect(proof?.text).toMatch(/beyond/);
  goal(proof ? 100 - proof.missing - 1e-6 : 0);
  expect(finder.proveOutOfReach(0, 0, false)).toBeNull();
});
