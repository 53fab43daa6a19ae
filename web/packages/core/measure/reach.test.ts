import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { makePresetTestScene, makeTestScene, testEngine } from '../engine/testEngine.ts';
import { scenarioPresetIds } from '../scenario/presets/presets.ts';
import { isIndependentJoint } from '../scenario/robot/trees.ts';
import type { Scene, Vec3 } from '../scenario/types.ts';
import { computeEffectorReaches, computeReachShortfall } from './reach.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const planar = (links: number[], position: number[]): Scene =>
  makeTestScene(
    {
      iklab: 1,
      tree: { planar: { links } },
      targets: [{ effector: 'tip', position }],
      methods: [{ id: 'dls' }],
    },
    engine,
  );

const shortfalls = (scene: Scene): number[] =>
  computeEffectorReaches(scene).map((reach, i) =>
    computeReachShortfall(reach, scene.scenario.targets[i]?.position as Vec3),
  );

describe('shortfall', () => {
  test('is the distance to a target too far, too near or off the plane; 0 in reach', () => {
    expect(shortfalls(planar([1, 0.8], [3, 0, 0]))[0]).toBeCloseTo(1.2, 12);
    expect(shortfalls(planar([1, 0.3, 0.2], [0.1, 0, 0]))[0]).toBeCloseTo(0.4, 12);
    expect(shortfalls(planar([1, 0.8], [1, 0, 0.5]))[0]).toBeCloseTo(0.5, 12);
    expect(shortfalls(planar([1, 0.8], [0, 1.8 + 3, 4]))[0]).toBeCloseTo(5, 12);
    expect(shortfalls(planar([1, 0.8], [0.6, 1.2, 0]))).toEqual([0]);
  });

  test('is 0 if an axis of the position is unconstrained', () => {
    const { scenario, ...rest } = planar([1, 0.8], [3, 0, 0]);
    const free = { position: ['x' as const], orientation: [], frame: 'world' as const };
    const targets = scenario.targets.map((target) => ({ ...target, free }));
    expect(shortfalls({ ...rest, scenario: { ...scenario, targets } })).toEqual([0]);
  });

  const sliding = (limitPolicy: string, x: number): Scene =>
    makeTestScene(
      {
        iklab: 1,
        tree: {
          joints: [
            { id: 'a', xyz: [0, 0, 1], axis: [0, 0, 1] },
            {
              id: 'b',
              parent: 'a',
              type: 'prismatic',
              xyz: [1, 0, 0],
              axis: [1, 0, 0],
              limits: [0, 0.5],
            },
            { id: 'c', parent: 'b', axis: [0, 1, 0] },
          ],
          effectors: [{ id: 'tip', parent: 'c', xyz: [0, 0, 0.5] }],
        },
        limitPolicy,
        targets: [{ effector: 'tip', position: [x, 0, 1] }],
        methods: [{ id: 'dls' }],
      },
      engine,
    );

  test('a prismatic joint reaches as far as its limits; without a limit policy, any distance', () => {
    expect(shortfalls(sliding('clamp', 2.5))[0]).toBeCloseTo(0.5, 12);
    expect(shortfalls(sliding('clamp', 0.2))[0]).toBeCloseTo(0.3, 12);
    expect(shortfalls(sliding('ignore', 2500))).toEqual([0]);
  });
});

test('is 0 for every random pose of every preset', () => {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  for (const id of scenarioPresetIds) {
    const scene = makePresetTestScene(id, engine);
    const { joints, effectors } = scene.tree;
    const all = computeEffectorReaches(scene);
    for (let pose = 0; pose < 50; pose++) {
      const start = joints.filter(isIndependentJoint).map(({ limits }) => {
        const [low, high] = limits ?? [-Math.PI, Math.PI];
        return low + random() * (high - low);
      });
      const posed = engine.open({ ...scene, start });
      scene.scenario.targets.forEach((target, i) => {
        const at = joints.length + effectors.findIndex((each) => each.id === target.effector);
        const tip = [...posed.points(0).subarray(3 * at, 3 * at + 3)] as unknown as Vec3;
        expect(computeReachShortfall(all[i] as (typeof all)[number], tip), id).toBeLessThan(1e-9);
      });
      posed.close();
    }
  }
});
