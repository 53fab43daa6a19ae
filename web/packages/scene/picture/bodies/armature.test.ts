import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { Armature } from './armature.ts';

/**
 * A hinge and a slide follow another joint, directly and through a mimic; the leader is below its
 * follower.
 */
const coupled = {
  iklab: 1,
  tree: {
    joints: [
      { id: 'a', mimic: { joint: 'c', multiplier: -0.7, offset: 0.2 }, axis: [0, 1, 0] },
      { id: 'b', parent: 'a', xyz: [1, 0, 0], rpy: [0.3, 0.1, 0] },
      { id: 'c', parent: 'b', xyz: [1, 0, 0], limits: [-2, 2] },
      { id: 'd', parent: 'b', type: 'prismatic', axis: [0, 1, 1], mimic: { joint: 'a' } },
    ],
    effectors: [
      { id: 'left', parent: 'c', xyz: [1, 0, 0] },
      { id: 'right', parent: 'd', xyz: [0, 1, 0] },
    ],
  },
  start: [0.4, -0.3],
  targets: [
    { effector: 'left', position: [1, 1, 1] },
    { effector: 'right', position: [1, 2, 0] },
  ],
  methods: [{ id: 'dls' }, { id: 'ccd' }, { id: 'fabrik' }],
};

test('mimic joints are drawn where the core puts them', async () => {
  const engine = await testEngine();
  const scene = makeTestScene(coupled, engine);
  const lab = engine.open(scene);
  const armature = new Armature(scene.tree, 'z');
  for (let frame = 0; frame < 20; frame++) {
    lab.advance();
    for (let panel = 0; panel < 3; panel++) {
      const pose = lab.angles(panel);
      expect(pose).toHaveLength(2);
      armature.setPose(pose);
      const apart = armature.positions().map((x, i) => x - (lab.points(panel)[i] as number));
      expect(Math.max(...apart.map(Math.abs))).toBeLessThan(1e-9);
    }
  }
});
