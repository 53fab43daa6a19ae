/** The pose solver against a batch, a lab and the kinematics in TypeScript, and its errors. */
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  matrixProduct,
  quaternionFromRotation,
  rotationFromQuaternion,
} from '../scenario/numbers/rigidFrame.ts';
import { computeEffectorTipFrames } from '../scenario/robot/forwardKinematics.ts';
import type { MethodPanel, Scene } from '../scenario/types.ts';
import { openPoseSolver, type PoseSolver } from './poseSolver.ts';
import { openProblemBatch } from './problemBatch.ts';
import { ANSWER, BATCH, RULE, STOPS, TARGET_STRIDE } from './protocol.ts';
import { loadSeparateTestEngine, makePresetTestScene, testEngine } from './testEngine.ts';

const engine = await testEngine();
const panelOf = (scene: Scene): MethodPanel => scene.scenario.methods[0] as MethodPanel;

function opened(scene: Scene): PoseSolver {
  const solver = openPoseSolver(engine, scene);
  onTestFinished(() => solver.delete());
  solver.setMethod(panelOf(scene));
  return solver;
}

const arm = (changes: object = {}): Scene =>
  makePresetTestScene('arm-6', engine, {
    methods: [{ id: 'sdls' }],
    run: { mode: 'converge', maxUpdates: 200, restarts: { most: 2, every: 80 } },
    ...changes,
  });

test.each(['sdls', 'dls', 'ccd', 'qp'])('%s gives the same answers as a batch', (id) => {
  const scene = arm({ methods: [{ id }] });
  const batch = openProblemBatch(engine, scene, {
    sampling: { kind: 'reachable', start: 'near' },
    seed: 5,
  });
  const solver = opened(scene);
  const rows = batch.solve(panelOf(scene), 0, 20);
  const stride = rows.length / 20;
  const poses = batch.poses;
  for (let i = 0; i < 20; i++) {
    const { start, targets, seed } = batch.draw(i);
    solver.numbers('start').set(start);
    targets.forEach(({ position, orientation }, t) => {
      solver.numbers('goals').set([...position, ...orientation], t * TARGET_STRIDE);
    });
    solver.numbers('rules')[RULE.seed] = seed;
    solver.solve();
    const outcome = solver.numbers('outcome');
    const row = rows.subarray(i * stride, (i + 1) * stride);
    expect(outcome[ANSWER.updates]).toBe(row[BATCH.updates]);
    expect(outcome[ANSWER.restarts]).toBe(row[BATCH.restarts]);
    expect(STOPS[outcome[ANSWER.stop] as number]).toBe(STOPS[row[BATCH.stop] as number]);
    const n = start.length;
    expect([...solver.numbers('answer')]).toEqual([...poses.subarray(i * n, (i + 1) * n)]);
  }
  batch.delete();
});

test('the restarts of a row do not depend on the rows solved before', () => {
  // too few updates to reach the target from any restart
  const run = { mode: 'converge', tolerance: 1e-9, maxUpdates: 2, restarts: { most: 5 } };
  const scene = arm({ run, start: [3, 2, -2, 2, 2, 2] });
  const solver = opened(scene);
  const answer = (row: number) => {
    solver.solve(row);
    return [...solver.numbers('answer')];
  };
  const first = [0, 1, 2].map(answer);
  expect([2, 1, 0].map(answer)).toEqual(first.toReversed());
  expect(first[0]).not.toEqual(first[1]);
});

test('a solve without a start ignores the start, and restarts from the next poses of the table', () => {
  const run = { mode: 'converge', maxUpdates: 15, restarts: { most: 20 } };
  const scene = arm({ run });
  const batch = openProblemBatch(engine, scene, {
    sampling: { kind: 'reachable', start: 'given' },
    seed: 5,
  });
  const goals = Array.from({ length: 20 }, (_, i) => batch.draw(i).targets);
  batch.delete();
  const solver = opened(scene);
  const solved = (start: number, hasStart: boolean, from: number, seed: number) =>
    goals.map((targets) => {
      targets.forEach(({ position, orientation }, t) => {
        solver.numbers('goals').set([...position, ...orientation], t * TARGET_STRIDE);
      });
      solver.numbers('start').fill(start);
      solver.numbers('rules')[RULE.from] = from;
      solver.numbers('rules')[RULE.seed] = seed;
      solver.solve(-1, hasStart);
      return [...solver.numbers('answer')];
    });
  const found = solved(0.1, false, -1, 1);
  expect(solved(0.3, false, -1, 1)).toEqual(found);
  expect(solved(0.1, false, 1, 2)).toEqual(found); // No pose of the table depends on the seed.
  expect(solved(0.1, false, 0, 1)).not.toEqual(solved(0.1, false, 0, 2));
  const begun = solved(0.1, true, -1, 1);
  expect(solved(0.3, true, -1, 1)).not.toEqual(begun);
  expect(solved(0.1, true, 0, 1)).toEqual(begun);
  expect(solved(0.1, true, 1, 1)).not.toEqual(begun);
  expect(solved(0.1, true, 1, 1)).toEqual(solved(0.1, true, 1, 2));
});

test('step follows the poses and errors of a lab', () => {
  const scene = makePresetTestScene('double-y', engine, {
    methods: [{ id: 'sdls' }],
    run: { mode: 'hybrid', updatesPerFrame: 3 },
  });
  const lab = engine.open(scene);
  const solver = opened(scene);
  solver.numbers('rules').set([0], RULE.limits);
  solver.begin(3);
  for (let frame = 0; frame < 60; frame++) {
    lab.advance();
    solver.numbers('goals').set(lab.goals());
    solver.step();
    expect([...solver.numbers('answer')]).toEqual([...lab.angles(0)]);
    expect(solver.numbers('outcome')[ANSWER.error]).toBe(lab.status(0).error);
  }
  lab.close();
});

describe('look', () => {
  const scene = arm();
  const q = scene.start.map((x, i) => x + 0.1 * (i + 1));
  const at = (values: readonly number[]) => {
    const solver = openPoseSolver(engine, withWeight(scene));
    solver.numbers('start').set(values);
    solver.evaluate();
    const made = {
      frames: [...solver.numbers('frames')],
      jacobian: [...solver.numbers('jacobian')],
    };
    solver.delete();
    return made;
  };

  test('gives the effector frames of the kinematics in TypeScript', () => {
    const [tip] = computeEffectorTipFrames(scene.tree.joints, scene.tree.effectors, q);
    const { frames } = at(q);
    const turn = quaternionFromRotation(tip?.rotation as never);
    const sign = turn[3] < 0 ? -1 : 1;
    const wanted = [...(tip?.position ?? []), ...turn.map((x) => sign * x)];
    expect(frames).toEqual(wanted.map((x) => expect.closeTo(x, 12)));
  });

  test('gives the Jacobian of finite differences: linear, then angular velocity, in world axes', () => {
    const { jacobian } = at(q);
    const n = q.length;
    const h = 1e-6;
    for (let c = 0; c < n; c++) {
      const moved = (by: number) => at(q.map((x, i) => (i === c ? x + by : x))).frames;
      const [back, on] = [moved(-h), moved(h)];
      const linear = [0, 1, 2].map((k) => ((on[k] as number) - (back[k] as number)) / (2 * h));
      const turn = (frame: number[]) => rotationFromQuaternion(frame.slice(3) as never);
      const inverse = turn(back).map((_, i) => turn(back).map((row) => row[i])) as never;
      const change = matrixProduct(turn(on), inverse) as unknown as number[][];
      const skew = (i: number, j: number) => ((change[i]?.[j] ?? 0) - (change[j]?.[i] ?? 0)) / 2;
      const angular = [skew(2, 1), skew(0, 2), skew(1, 0)].map((x) => x / (2 * h));
      const column = [0, 1, 2, 3, 4, 5].map((row) => jacobian[row * n + c]);
      expect(column).toEqual([...linear, ...angular].map((x) => expect.closeTo(x, 7)));
    }
  });
});

/** Returns the scene with one oriented target of weight 1, so that the rows are in radians. */
const withWeight = (scene: Scene): Scene => ({
  ...scene,
  scenario: {
    ...scene.scenario,
    targets: scene.scenario.targets.slice(0, 1).map((target) => ({
      ...target,
      orientation: [0, 0, 0, 1] as const,
      orientationWeight: 1,
      free: null,
    })),
  },
});

test.each([
  ['rules', RULE.limits, 4, 'limits must be from 0 to 3; got 4'],
  ['rules', RULE.tolerance, -1, 'tolerance must be from 0 to 1e+15; got -1'],
  ['rules', RULE.maxUpdates, 2.5, 'maxUpdates must be a whole number; got 2.5'],
  ['rules', RULE.maxUpdates, Number.NaN, 'maxUpdates must be from 1 to 1000000; got nan'],
  ['rules', RULE.restarts, 1001, 'restarts must be from 0 to 1000; got 1001'],
  ['rules', RULE.seed, -1, 'seed must be from 0 to 9.00719925474e+15; got -1'],
  ['rules', RULE.outside, 9, 'outside must be from 0 to 2; got 9'],
  ['goals', 1, Number.NaN, 'goals[0].position[1] must be from -1e+15 to 1e+15; got nan'],
  ['goals', 6, 3, 'goals[0].orientation must have length 1; got 3'],
  [
    'start',
    0,
    99,
    "start: joint 'shoulder-pan' must be from -3.14159265359 to 3.14159265359; got 99",
  ],
] as const)('%s[%i] = %d is rejected and changes nothing', (name, place, value, sentence) => {
  const scene = arm({ limitPolicy: 'clamp' });
  const solver = opened(scene);
  const goals = solver.numbers('goals');
  goals.set([0, 0, 0, 1], 3);
  solver.solve();
  const before = [...solver.numbers('answer')];
  solver.numbers(name)[place] = value;
  expect(() => solver.solve()).toThrow(sentence);
  expect([...solver.numbers('answer')]).toEqual(before);
});

test('throws after delete, and on a step before begin', async () => {
  const own = await loadSeparateTestEngine();
  const scene = makePresetTestScene('y', own, { methods: [{ id: 'dls' }] });
  const solver = openPoseSolver(own, scene);
  solver.delete();
  solver.delete();
  expect(() => solver.solve()).toThrow('the robot is freed');
  const other = openPoseSolver(own, scene);
  expect(() => other.step()).toThrow('nothing was begun');
  other.delete();
});
