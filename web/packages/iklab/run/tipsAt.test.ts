import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { presetScene, testEngine } from '../engine/testEngine.ts';
import { moves } from '../scenario/trees.ts';
import type { InlineTree, Joint } from '../scenario/types.ts';
import { jointValues, leaderOf, tipsAt } from './tipsAt.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

test.each(['double-y', 'arm-6', 'human-arm', 'planar-3-link'])(
  'effectors of %s stand where the module has them',
  (preset) => {
    const scene = presetScene(preset, engine);
    const start = scene.start.map((value, i) => value + 0.1 * Math.sin(i + 1));
    const lab = engine.open({
      ...scene,
      scenario: { ...scene.scenario, limitPolicy: 'ignore' },
      start,
    });
    const points = lab.points(0).slice(3 * scene.tree.joints.length);
    lab.close();
    const tips = tipsAt(scene.tree, start);
    expect(points).toHaveLength(3 * tips.length);
    tips.forEach(({ at }, i) => {
      at.forEach((x, axis) => {
        expect(Math.abs(x - (points[3 * i + axis] as number))).toBeLessThan(1e-9);
      });
    });
  },
);

test('a joint that follows one that follows stands where both lead it, whatever the order', () => {
  const joint = (id: string, parent: string | null, more: object = {}): Joint => ({
    id,
    parent,
    type: 'prismatic',
    xyz: [0, 0, 0],
    rpy: [0, 0, 0],
    axis: [2, 0, 0],
    limits: null,
    rest: 0,
    comfort: 0,
    weight: 1,
    pitch: 0,
    ...more,
  });
  const follows = (leader: string, multiplier: number, offset: number) => ({
    mimic: { joint: leader, multiplier, offset },
  });
  const last = joint('last', 'middle', follows('middle', 3, 1));
  const middle = joint('middle', 'first', follows('first', -2, 0.5));
  const tree: InlineTree = {
    joints: [last, middle, joint('first', null)],
    effectors: [{ id: 'tip', parent: 'last', xyz: [0, 0, 1], rpy: [0, 0, 0] }],
  };
  expect(leaderOf(last)).toBe('middle');
  expect(leaderOf(tree.joints[2] as Joint)).toBe(null);
  const values = tree.joints.filter(moves).map(({ id }) => (id === 'first' ? 0.25 : 9));
  const [first, second, third] = [0.25, -2 * 0.25 + 0.5, 1];
  expect([...jointValues(tree, values).values()]).toEqual([third, second, first]);
  expect(tipsAt(tree, values)[0]?.at).toEqual([first + second + third, 0, 1]);
});
