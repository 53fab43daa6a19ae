import type { PoseSolution } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Joint } from '@iklab/core/scenario';
import { expect, test } from 'vitest';
import { matchSolution } from './matchSolution.ts';
import type { FoundSolutions } from './solutionsState.ts';
import {
  certificateText,
  describeSolution,
  exceededLimitText,
  findNearestLimit,
  marginText,
  sidesText,
  signsText,
  solutionCountText,
  solutionReasonText,
  solutionSummary,
  upperBoundText,
} from './solutionTexts.ts';

const DEGREE = Math.PI / 180;

const solution = (changes: Partial<PoseSolution> = {}): PoseSolution => ({
  ...{ number: 3, theta: [], residual: 0, margin: 1, turn: 115 * DEGREE },
  ...{ sides: [1, -1, 1] as const, family: false },
  ...changes,
});

const found = (changes: Partial<FoundSolutions> = {}): FoundSolutions => ({
  ...{ kind: 'all', reason: 'axes 5, 6 meet', searches: 0, proof: null, parameter: null },
  solutions: [solution(), solution({ number: 4, margin: -0.1 })],
  ...changes,
});

const engine = await testEngine();

test('counts the solutions within limits, unless no joint has limits', () => {
  expect(solutionCountText(found())).toBe('2 solutions, 1 within limits');
  const free = solution({ margin: Number.POSITIVE_INFINITY });
  expect(solutionCountText(found({ solutions: [free] }))).toBe('1 solution');
});

test('never claims completeness for solutions of a search', () => {
  const two = { ...found(), kind: 'found', searches: 200 } as const;
  expect(solutionCountText(two)).toBe('2 solutions found, 1 within limits');
  expect(solutionReasonText(two, 1)).toBe('Found by 200 searches; there may be more.');
  expect(solutionReasonText({ ...two, searches: 48 }, 1)).toMatch(/48 of 200/);
  expect(solutionCountText({ ...two, solutions: [] })).toBe('No solution found');
  expect(solutionCountText({ ...two, solutions: [], searches: 48 })).toBe(
    'Searching for solutions',
  );
  expect(solutionCountText(found({ solutions: [] }))).toBe('No exact solution');
  expect(solutionReasonText(found(), 1)).toBe('Closed form: axes 5, 6 meet.');
});

test('states which solutions a proof excludes', () => {
  const proof = { missing: 0.1, isAngle: false, needsLimits: false, target: 0, text: '' };
  const all = { ...proof, method: 'shell' } as const;
  expect(solutionCountText(found({ solutions: [], proof: all }))).toBe('No solution');
  const inside = { ...all, needsLimits: true };
  expect(solutionCountText(found({ kind: 'redundant', solutions: [], proof: inside }))).toBe(
    'No solution within limits',
  );
});

test('names redundant arms without a list', () => {
  const many = found({ kind: 'redundant', solutions: [] });
  expect(solutionCountText(many)).toBe('Infinitely many solutions, if any');
  expect(solutionReasonText(many, 1)).toMatch(/than the target fixes/);
  expect(solutionReasonText(many, 2)).toMatch(/than the targets fix/);
});

test('counts the methods and the solutions that they reached', () => {
  const nearest = 'The nearest is solution 3: largest joint rotation 115°.';
  const all = [solution(), solution({ number: 1, turn: 3 })];
  const summary = (...reached: (number | null)[]) => solutionSummary(all, reached);
  expect(summary(1, 3, 3, 5)).toBe(`Four methods reached three solutions. ${nearest}`);
  expect(summary(1, null, 1)).toBe(`Two of three methods reached one solution. ${nearest}`);
  expect(summary(null, null)).toBe(`No method has reached one of these poses. ${nearest}`);
  expect(solutionSummary(all, [1, null], true)).toMatch(
    /^At this value, one of two methods reached one solution\. /,
  );
  expect(summary(2)).toBe(`One method reached one solution. ${nearest}`);
  expect(summary(null)).toBe(`The method has not reached one of these poses. ${nearest}`);
});

test('takes the nearest solution from those within limits', () => {
  const outside = solution({ number: 1, margin: -0.1 });
  expect(solutionSummary([outside], [1])).toMatch(/No solution is within the limits\.$/);
  expect(solutionSummary([], [null])).toBe('');
});

test('writes the signs of the sides, or nothing if there are none', () => {
  expect(signsText(solution())).toBe('+ − +');
  expect(sidesText(solution({ sides: [1, 0, -1] }))).toBe('shoulder +, elbow 0, wrist −');
  expect(signsText(solution({ sides: [0, 0, 0] }))).toBe('');
});

const scene = makePresetTestScene('arm-6', engine);
const [lower, upper] = scene.tree.joints[1]?.limits ?? [0, 0];

/** A solution whose second joint is `distance` (radians) beyond its upper limit. */
const atUpper = (distance: number): PoseSolution => {
  const middle = scene.tree.joints
    .filter(({ type }) => type === 'revolute')
    .map(({ limits }) => ((limits?.[0] ?? 0) + (limits?.[1] ?? 0)) / 2);
  return solution({
    theta: middle.map((value, i) => (i === 1 ? upper + distance : value)),
    margin: -distance,
  });
};

test('finds the joint and the limit of the margin', () => {
  const limit = findNearestLimit(atUpper(-0.2), scene);
  expect(limit).toMatchObject({ limit: upper, isUpper: true });
  expect(limit?.joint.id).toBe(scene.tree.joints[1]?.id);
  expect(lower).toBeLessThan(upper);
  const beyond = atUpper(0.1);
  const near = (scene.tree.joints[2]?.limits?.[1] ?? 0) - 0.02;
  const theta = beyond.theta.map((value, i) => (i === 2 ? near : value));
  expect(findNearestLimit({ ...beyond, theta }, scene)?.joint.id).toBe(scene.tree.joints[1]?.id);
});

test('writes an exceeded limit with enough decimals to tell the numbers apart', () => {
  const text = (distance: number) => {
    const limit = findNearestLimit(atUpper(distance * DEGREE), scene);
    return limit && exceededLimitText(limit, 'm');
  };
  const { id } = scene.tree.joints[1] ?? {};
  const degrees = Math.round(upper / DEGREE);
  expect(text(6)).toBe(`${id}: ${degrees + 6}° > ${degrees}°`);
  expect(text(0.2)).toBe(`${id}: ${degrees}.2° > ${degrees}.0°`);
});

test('writes the margin of a slide as a length', () => {
  const [joint] = scene.tree.joints;
  if (!joint) throw new Error('no joint');
  expect(marginText(0.5 * DEGREE * 20, joint, 'm')).toBe('10°');
  expect(marginText(0.25, { ...joint, type: 'prismatic' }, 'm')).toBe('250 mm');
});

test('describes a tile in one sentence', () => {
  const limit = findNearestLimit(atUpper(-13 * DEGREE), scene);
  const inside = { ...atUpper(-13 * DEGREE), number: 2 };
  const tile = { position: 1, count: 8, limit, unit: 'm', methods: ['DLS', 'SDLS'] } as const;
  const id = scene.tree.joints[1]?.id;
  expect(describeSolution({ ...tile, solution: inside })).toBe(
    'solution 2, 1 of 8: shoulder +, elbow −, wrist +; ' +
      `13 degrees to the limit of ${id}; largest rotation from the start 115 degrees; DLS, SDLS`,
  );
  const outside = atUpper(6 * DEGREE);
  const beyond = { ...tile, solution: outside, limit: findNearestLimit(outside, scene) };
  expect(describeSolution(beyond)).toMatch(/outside its limits, .*° > .*°/);
  expect(describeSolution({ ...tile, solution: { ...inside, family: true } })).toMatch(
    /an angle is free/,
  );
});

test('rounds the bound of a certificate up', () => {
  expect(upperBoundText(2.1e-9)).toBe('3 · 10⁻⁹');
  expect(upperBoundText(2e-9)).toBe('2 · 10⁻⁹');
  expect(upperBoundText(9.1e-6)).toBe('10⁻⁵');
  expect(upperBoundText(0.0012)).toBe('0.002');
  expect(upperBoundText(3.0000000000000004e-9)).toBe('4 · 10⁻⁹');
  expect(upperBoundText(0)).toBe('10⁻¹⁶');
});

const unlimited = (joint: Joint): Joint => ({ ...joint, limits: null });

test('claims limits in a certificate only if they are proven and exist', () => {
  const proof = { radius: 2e-9, withinLimits: true };
  const free = { tree: { ...scene.tree, joints: scene.tree.joints.map(unlimited) } };
  expect(certificateText(proof, scene)).toBe(
    'Certified: an exact solution lies within 2 · 10⁻⁹ rad of this pose and within the limits.',
  );
  const open = 'Certified: an exact solution lies within 2 · 10⁻⁹ rad of this pose.';
  expect(certificateText(proof, free)).toBe(open);
  expect(certificateText({ ...proof, withinLimits: false }, scene)).toBe(open);
});

test('matches a pose to the nearest solution, without full rotations', () => {
  const hinge = { type: 'revolute' } as const;
  const slide = { type: 'prismatic' } as const;
  const all = [solution({ number: 1, theta: [0, 1] }), solution({ number: 2, theta: [0.008, 1] })];
  expect(matchSolution([0.006, 1], all, [hinge, hinge])).toBe(2);
  expect(matchSolution([2 * Math.PI + 0.001, 1], all, [hinge, hinge])).toBe(1);
  expect(matchSolution([2 * Math.PI, 1], all, [slide, hinge])).toBeNull();
  expect(matchSolution([0, 1.011], all, [hinge, hinge])).toBeNull();
});
