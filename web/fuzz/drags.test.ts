/** Stated causes of random drags, checked with a separate solver; `npm run causes` runs more. */
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { knownRobotPresets } from '@iklab/core/scenario/presets/robotShelf';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { describe, expect, test } from 'vitest';
import { BoundedPoseSearch, PreparedKinematics } from './boundedSearch.ts';
import { type DragReport, judgeDrag, makeDrag } from './drags.ts';
import { countDrags, makeReports } from './dragTables.ts';
import { computeEffectorFrames } from './kinematics.ts';
import { Random } from './random.ts';

const engine = await testEngine();

const wrong = ({ number, robot, method, why, cures }: DragReport) =>
  `drag ${number}, ${robot} by ${method}: ${why?.cause}, but cured by ${cures.join(', ') || 'nothing'}`;

test('the judge confirms every cause of the first drags', () => {
  const reports = makeReports(30, 1, engine);
  expect(reports.filter(({ confirmed }) => !confirmed).map(wrong)).toEqual([]);
  expect(countDrags(reports).unreached).toBeGreaterThan(8);
});

test.each([
  // Releasing limits helps more than the judge's solver within limits, and no other change helps.
  [138, 'joint-limits'],
  [339, 'joint-limits'],
  // One change gets closer by a tenth; the unchanged method hardly gets closer.
  [384, 'damping'],
  // A stage has too little damping.
  [558, 'overshoot'],
  // A start close by reaches the target within the limits.
  [1500, 'step-limit'],
  [2010, 'step-limit'],
])('drag %i is explained by %s, which the judge confirms', (number, cause) => {
  const { why, confirmed } = judgeDrag(makeDrag(number, 7, engine), engine);
  expect([why?.cause, confirmed]).toEqual([cause, true]);
});

test('the judge confirms 95 % of 750 causes, and 90 % of single cures are named', {
  tags: 'full',
  timeout: 300_000,
}, () => {
  const { unreached, confirmed, single, named } = countDrags(makeReports(750, 2, engine));
  expect(unreached).toBeGreaterThan(200);
  expect(confirmed).toBeGreaterThanOrEqual(0.95 * unreached);
  expect(single).toBeGreaterThan(50);
  expect(named).toBeGreaterThanOrEqual(0.9 * single);
});

describe('the judge', () => {
  const scenes = knownRobotPresets.map((_, i) => makeDrag(i, 3, engine).scene);

  test('has the kinematics of URDF', () => {
    const random = new Random(1);
    for (const { tree } of scenes) {
      const theta = tree.joints.filter(isIndependentJoint).map(() => random.between(-2, 2));
      const tips = new PreparedKinematics(tree).computeTips(theta);
      const frames = computeEffectorFrames(tree, theta);
      tree.effectors.forEach(({ id }, i) => {
        expect(tips[i]?.position).toEqual(
          frames.get(id)?.position.map((x) => expect.closeTo(x, 12)),
        );
        expect(tips[i]?.rotation).toEqual(
          frames.get(id)?.rotation.map((x) => expect.closeTo(x, 12)),
        );
      });
    }
  });

  // A planar arm of two links of 1 m: by the law of cosines the elbow is at 90° for a distance of √2.
  test('finds the pose of a closed form, and stops at a joint limit on the way', () => {
    const joint = (id: string, parent: string | null, x: number, limits: unknown = null) => ({
      ...{ id, parent, xyz: [x, 0, 0], limits },
    });
    const arm = (limits: unknown) => {
      const document = {
        iklab: 2,
        methods: [{ id: 'dls' }],
        tree: {
          joints: [joint('a', null, 0), joint('b', 'a', 1, limits)],
          effectors: [{ id: 'tip', parent: 'b', xyz: [1, 0, 0] }],
        },
        targets: [{ effector: 'tip', position: [1, 1, 0] }],
      };
      const { tree, scenario } = makeTestScene(document, engine);
      const search = new BoundedPoseSearch(tree, scenario.targets, 2);
      const goals = [{ position: [1, 1, 0], orientation: [0, 0, 0, 1] }] as const;
      const rules = { tolerance: 1e-6, orientationTolerance: 1e-3 };
      return search.solve([0.1, 0.3], goals, rules, search.limits);
    };
    const free = arm(null);
    expect(free.reached).toBe(true);
    expect(Math.abs(free.theta[1] ?? 0)).toBeCloseTo(Math.PI / 2, 5);
    const held = arm([0, 1]);
    expect(held.reached).toBe(false);
    expect(held.theta[1]).toBeCloseTo(1, 9);
    // The effector stays on the circle that the limit allows, as close to the target as possible.
    expect(held.error).toBeCloseTo(2 * Math.cos(0.5) - Math.SQRT2, 6);
  });
});
