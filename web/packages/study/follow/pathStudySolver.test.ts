import { testEngine } from '@iklab/core/engine/testing';
import { quaternionFromRotation, rotationFromQuaternion } from '@iklab/core/scenario/numbers';
import { describe, expect, test } from 'vitest';
import { findPathJumps, type PathRun } from './computePathRun.ts';
import { makeFollowedPath } from './followedPath.ts';
import {
  PATH_POINT_STRIDE,
  type PathPointField,
  type PathRunField,
  pathPointFieldIndex,
  pathRunFieldIndex,
} from './pathRunFields.ts';
import type { PathStudy } from './pathStudy.ts';
import { PathStudySolver } from './pathStudySolver.ts';
import { joinPathRun, splitPathRunNumbers } from './runs/joinPathRun.ts';
import { makeTestLineStudy, makeTestWristStudy, parseTestPathStudy } from './testPathStudy.ts';

const engine = await testEngine();

function solved<T>(study: PathStudy, use: (solver: PathStudySolver) => T): T {
  const solver = new PathStudySolver(engine, study);
  try {
    return use(solver);
  } finally {
    solver.close();
  }
}

const figure = ({ row }: PathRun, field: PathRunField) => row[pathRunFieldIndex(field)] as number;
const point = ({ course }: PathRun, k: number, field: PathPointField) =>
  course[k * PATH_POINT_STRIDE + pathPointFieldIndex(field)] as number;

/** The second angle of two links of 1 m, with the sign of `side`. */
const elbowAt = ([x, y]: readonly number[], side: number) =>
  side * Math.acos(((x as number) ** 2 + (y as number) ** 2 - 2) / 2);

test('two links follow a line and back as in closed form: σ, error and joint step', () => {
  const study = parseTestPathStudy(makeTestLineStudy());
  const { points } = makeFollowedPath(study.scenario, study.sampling);
  expect(points.map(([goal]) => goal?.position[0])).toContain(0.6);
  solved(study, (solver) => {
    const [above, below] = solver.startPoses(0);
    expect([above?.[1], below?.[1]].map((x) => Math.sign(x as number)).sort()).toEqual([-1, 1]);
    for (const index of [0, 1]) {
      const run = solver.solve(0, index);
      const side = Math.sign(solver.startPoses(0)[index]?.[1] as number);
      points.forEach((goals, k) => {
        const position = goals[0]?.position as readonly number[];
        const elbow = elbowAt(position, side);
        const det = Math.abs(Math.sin(elbow));
        const reach = (position[0] as number) ** 2 + (position[1] as number) ** 2;
        const square = reach + 1; // |J|² = |p|² + |p − l₁|²
        const least = Math.sqrt((square - Math.sqrt(square ** 2 - 4 * det ** 2)) / 2);
        expect(point(run, k, 'sigma')).toBeCloseTo(least, 9);
        expect(point(run, k, 'error')).toBeLessThan(1e-12);
        const before = points.at(k - 1)?.[0]?.position as readonly number[];
        const first = (p: readonly number[], q: number) =>
          Math.atan2(p[1] as number, p[0] as number) - Math.atan2(Math.sin(q), 1 + Math.cos(q));
        const last = elbowAt(before, side);
        const turn = Math.max(
          Math.abs(elbow - last),
          Math.abs(first(position, elbow) - first(before, last)),
        );
        expect(point(run, k, 'turn')).toBeCloseTo(turn, 9);
      });
      expect(figure(run, 'within')).toBe(1);
      expect(figure(run, 'lag')).toBe(0);
      expect(figure(run, 'jumps')).toBe(0);
      expect(figure(run, 'gap')).toBeLessThan(1e-9);
      expect(figure(run, 'time')).toBeNaN();
    }
  });
});

test('near a wrist singularity the pseudoinverse jumps and DLS does not', () => {
  const methods = [
    { id: 'pseudoinverse', maxStep: null },
    { id: 'dls', params: { lambda: 0.05 }, maxStep: null },
  ];
  solved(parseTestPathStudy(makeTestWristStudy(0.005, methods)), (solver) => {
    const [undamped, damped] = [solver.solve(0, 0), solver.solve(1, 0)];
    expect(figure(undamped, 'jumps')).toBeGreaterThan(0);
    expect(figure(damped, 'jumps')).toBe(0);
    for (const run of [undamped, damped]) {
      expect(figure(run, 'sigma')).toBeLessThan(0.005);
      expect(figure(run, 'sigmaAt')).toBeGreaterThan(0.2);
      expect(figure(run, 'sigmaAt')).toBeLessThan(0.4);
    }
    const turns = Array.from({ length: 480 }, (_, k) => point(undamped, k, 'turn'));
    expect(Math.max(...turns)).toBeGreaterThan(Math.PI / 12);
    const first = figure(undamped, 'firstJump') * 480;
    expect(point(undamped, Math.round(first), 'jump')).toBe(1);
  });
});

test('joints drift over rounds of a closed path, unless a rest pose is a secondary goal', () => {
  const pinv = { id: 'pseudoinverse', maxStep: null };
  const methods = [pinv, { ...pinv, secondary: { kind: 'rest', gain: 0.1 } }];
  const study = parseTestPathStudy({
    iklabStudy: 1,
    scenario: {
      tree: { planar: { links: [1, 1, 1] } },
      start: [0.2, 0.9, 0.9],
      targets: [{ effector: 'tip', position: [1, 1, 0] }],
      methods,
      run: { tolerance: 1e-9 },
    },
    sampling: {
      kind: 'follow',
      path: { shape: 'circle', centre: [1.2, 0.8, 0], radius: 0.5 },
      points: 100,
      updates: 10,
      rounds: 5,
      starts: 1,
    },
  });
  solved(study, (solver) => {
    expect(figure(solver.solve(0, 0), 'gap')).toBeGreaterThan(1e-3);
    expect(figure(solver.solve(1, 0), 'gap')).toBeLessThan(1e-9);
  });
});

test('a run depends only on the study, its cell and its index', () => {
  const study = parseTestPathStudy({
    ...makeTestWristStudy(0.1, [{ id: 'sdls' }, { id: 'dls' }]),
    seed: 5,
  });
  const all = solved(study, (solver) =>
    [0, 1].map((cell) => [0, 1].map((index) => joinPathRun(solver.solve(cell, index), study))),
  );
  for (const cell of [1, 0])
    for (const index of [1, 0]) {
      const alone = solved(study, (solver) => joinPathRun(solver.solve(cell, index), study));
      expect(alone).toEqual(all[cell]?.[index]);
      expect(joinPathRun(splitPathRunNumbers(alone, study), study)).toEqual(alone);
    }
  const near = parseTestPathStudy(makeTestLineStudy({ starts: 5 }));
  expect(solved(near, (solver) => solver.startPoses(0))).toEqual(
    solved(near, (solver) => solver.startPoses(0)),
  );
  const other = solved(
    parseTestPathStudy({ ...makeTestWristStudy(0.1, [{ id: 'sdls' }]), seed: 6 }),
    (solver) => joinPathRun(solver.solve(0, 1), study),
  );
  expect(other).not.toEqual(all[0]?.[1]);
});

test('starts are distinct solutions, then poses near them; the clock times each point', () => {
  const study = parseTestPathStudy(makeTestLineStudy({ starts: 5 }));
  solved(study, (solver) => {
    const starts = solver.startPoses(0);
    expect(starts).toHaveLength(5);
    for (const [i, base] of [
      [2, 0],
      [3, 1],
      [4, 0],
    ] as const)
      starts[i]?.forEach((x, j) => {
        const off = Math.abs(x - (starts[base]?.[j] as number));
        expect(off).toBeGreaterThan(0);
        expect(off).toBeLessThanOrEqual(0.05);
      });
    let now = 0;
    const run = solver.solve(0, 0, () => {
      now += 2;
      return now;
    });
    expect(figure(run, 'time')).toBeCloseTo(0.002, 12);
    expect(() => solver.solve(0, 5)).toThrow('the study has no run 5');
    expect(() => solver.solve(7, 0)).toThrow('the study has no cell 7');
  });
});

describe('jumps', () => {
  const { scene } = makeFollowedPath(
    parseTestPathStudy(makeTestLineStudy()).scenario,
    parseTestPathStudy(makeTestLineStudy()).sampling,
  );
  /**
   * `turns` are steps of the first joint, point by point; the target is reached except at points
   * in `missed`.
   */
  const jumps = (turns: readonly number[], missed: readonly number[] = []) => {
    let sum = 0;
    const poses = new Float64Array(2 * turns.length);
    const rows = new Float64Array(turns.length * 8);
    turns.forEach((turn, k) => {
      sum += turn;
      poses[2 * k] = sum;
      rows[k * 8 + 2] = missed.includes(k) ? 0 : 1;
    });
    return findPathJumps(scene, { rows, poses, before: null }).flatMap((jump, k) =>
      jump ? [k] : [],
    );
  };
  const steady = Array(40).fill(0.01);
  const withTurn = (k: number, turn: number) => steady.with(k, turn);

  test('are joint steps above 15° and 8 times the median', () => {
    expect(jumps(steady)).toEqual([]);
    expect(jumps(withTurn(30, 0.3), [29, 30])).toEqual([30]);
    expect(jumps(withTurn(30, 0.25), [29, 30])).toEqual([]);
    expect(jumps(withTurn(10, 0.3), [9, 10])).toEqual([]); // too early
    expect(jumps(steady.map(() => 0.3))).toEqual([]);
  });

  test('are also smaller steps where the error does not change', () => {
    expect(jumps(withTurn(30, 0.1))).toEqual([30]);
    expect(jumps(withTurn(30, 0.1), [30])).toEqual([]);
    expect(jumps(withTurn(30, 0.07))).toEqual([]); // 7 times
    expect(jumps(steady.map((_, k) => (k === 30 ? 0.001 : 0)))).toEqual([]); // a tremor is too small
  });
});

test('with "tangent" the end effector rotates with the path', () => {
  const study = parseTestPathStudy({
    ...makeTestWristStudy(0.5, [{ id: 'dls' }]),
    sampling: {
      kind: 'follow',
      path: { shape: 'circle', centre: 'start', radius: 0.05 },
      turn: 'tangent',
      points: 8,
    },
  });
  const { points } = makeFollowedPath(study.scenario, study.sampling);
  const turnAt = (k: number) => rotationFromQuaternion(points[k]?.[0]?.orientation ?? [0, 0, 0, 1]);
  const [first, quarter] = [turnAt(0), turnAt(2)];
  // a rotation by 90° about z: x' = −y, y' = x
  quarter[0].forEach((x, i) => void expect(x).toBeCloseTo(-(first[1][i] as number), 12));
  quarter[1].forEach((x, i) => void expect(x).toBeCloseTo(first[0][i] as number, 12));
  expect(quaternionFromRotation(first)).toHaveLength(4);
});

test('the shape "motion" follows the target’s motion exactly as a running scene does', () => {
  const motion = { kind: 'sine', amplitude: [0.3, 0.2, 0], period: [4, 2, 1], phase: [0.3, 7, 0] };
  const points = [
    [0, 0, 0],
    [0.2, 0, 0],
    [0.2, 0.3, 0],
  ];
  for (const each of [motion, { kind: 'path', period: 4, points }]) {
    const document = makeTestLineStudy({ path: { shape: 'motion' }, period: 4, points: 40 });
    const scenario = {
      ...(document.scenario as object),
      targets: [{ effector: 'tip', position: [1, 0.5, 0], motion: each }],
      run: { timeStep: 0.1 },
    };
    const study = parseTestPathStudy({ ...document, scenario });
    const path = makeFollowedPath(study.scenario, study.sampling);
    const { scenario: own, ...rest } = path.scene;
    const lab = engine.open({ ...rest, scenario: study.scenario });
    for (let frame = 1; frame < 40; frame++) {
      lab.advance();
      [...lab.goals()]
        .slice(0, 3)
        .forEach((x, i) => void expect(path.points[frame]?.[0]?.position[i]).toBeCloseTo(x, 14));
    }
    expect(own.targets[0]?.motion).toBeNull();
    lab.close();
  }
});
