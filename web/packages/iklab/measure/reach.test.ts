import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { presetScene, sceneOf, testEngine } from '../engine/testEngine.ts';
import { scenarioPresetIds } from '../scenario/presets.ts';
import { isMovingJoint } from '../scenario/trees.ts';
import type { Scene, Vec3 } from '../scenario/types.ts';
import { reaches, shortfall } from './reach.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const planar = (links: number[], position: number[]): Scene =>
  sceneOf(
    {
      iklab: 1,
      tree: { planar: { links } },
      targets: [{ effector: 'tip', position }],
      methods: [{ id: 'dls' }],
    },
    engine,
  );

const missed = (scene: Scene): number[] =>
  reaches(scene).map((reach, i) => shortfall(reach, scene.scenario.targets[i]?.position as Vec3));

describe('what is proved', () => {
  test('too far, too near, off the plane, and in reach', () => {
    expect(missed(planar([1, 0.8], [3, 0, 0]))[0]).toBeCloseTo(1.2, 12);
    expect(missed(planar([1, 0.3, 0.2], [0.1, 0, 0]))[0]).toBeCloseTo(0.4, 12);
    expect(missed(planar([1, 0.8], [1, 0, 0.5]))[0]).toBeCloseTo(0.5, 12);
    expect(missed(planar([1, 0.8], [0, 1.8 + 3, 4]))[0]).toBeCloseTo(5, 12);
    expect(missed(planar([1, 0.8], [0.6, 1.2, 0]))).toEqual([0]);
  });

  test('nothing, where the place is partly free', () => {
    const { scenario, ...rest } = planar([1, 0.8], [3, 0, 0]);
    const free = { position: ['x' as const], orientation: [], frame: 'world' as const };
    const targets = scenario.targets.map((target) => ({ ...target, free }));
    expect(missed({ ...rest, scenario: { ...scenario, targets } })).toEqual([0]);
  });

  const sliding = (limitPolicy: string, x: number): Scene =>
    sceneOf(
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

  test('a slide goes as far as its limits, without them for ever', () => {
    expect(missed(sliding('clamp', 2.5))[0]).toBeCloseTo(0.5, 12);
    expect(missed(sliding('clamp', 0.2))[0]).toBeCloseTo(0.3, 12);
    expect(missed(sliding('ignore', 2500))).toEqual([0]);
  });
});

test('no pose of any preset is beyond what is proved', () => {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  for (const id of scenarioPresetIds) {
    const scene = presetScene(id, engine);
    const { joints, effectors } = scene.tree;
    const all = reaches(scene);
    for (let pose = 0; pose < 50; pose++) {
      const start = joints.filter(isMovingJoint).map(({ limits }) => {
        const [low, high] = limits ?? [-Math.PI, Math.PI];
        return low + random() * (high - low);
      });
      const posed = engine.open({ ...scene, start });
      scene.scenario.targets.forEach((target, i) => {
        const at = joints.length + effectors.findIndex((each) => each.id === target.effector);
        const tip = [...posed.points(0).subarray(3 * at, 3 * at + 3)] as unknown as Vec3;
        expect(shortfall(all[i] as (typeof all)[number], tip), id).toBeLessThan(1e-9);
      });
      posed.close();
    }
  }
});
