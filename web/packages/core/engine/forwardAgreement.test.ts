import { beforeAll, expect, test } from 'vitest';
import { computeEffectorTipFrames } from '../scenario/robot/forwardKinematics.ts';
import type { Engine } from './engine.ts';
import { makePresetTestScene, testEngine } from './testEngine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

test.each(['double-y', 'arm-6', 'human-arm', 'planar-3-link'])(
  'the effectors of %s have the same positions in TypeScript as in the module',
  (preset) => {
    const scene = makePresetTestScene(preset, engine);
    const start = scene.start.map((value, i) => value + 0.1 * Math.sin(i + 1));
    const lab = engine.open({
      ...scene,
      scenario: { ...scene.scenario, limitPolicy: 'ignore' },
      start,
    });
    const points = lab.points(0).slice(3 * scene.tree.joints.length);
    lab.close();
    const tips = computeEffectorTipFrames(scene.tree.joints, scene.tree.effectors, start);
    expect(points).toHaveLength(3 * tips.length);
    tips.forEach(({ position: at }, i) => {
      at.forEach((x, axis) => {
        expect(Math.abs(x - (points[3 * i + axis] as number))).toBeLessThan(1e-9);
      });
    });
  },
);
