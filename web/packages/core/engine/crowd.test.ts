import { describe, expect, test } from 'vitest';
import type { Scene } from '../scenario/types.ts';
import { openCrowd } from './crowd.ts';
import { MOST_INSTANCES } from './protocol.ts';
import { makePresetTestScene, testEngine } from './testEngine.ts';

const engine = await testEngine();

const sceneOf = (preset: string, ids: readonly string[]): Scene =>
  makePresetTestScene(preset, engine, {
    methods: ids.map((id) => ({ id })),
    run: { mode: 'track', updatesPerFrame: 1 },
  });

describe('a crowd instance without delay', () => {
  const methods = ['dls', 'transpose', 'sdls', 'ccd', 'levenberg-marquardt'];
  const scene = sceneOf('double-y', methods);
  const lab = engine.open(scene);
  for (let frame = 0; frame < 25; frame++) lab.advance();
  test.each(scene.scenario.methods.map((panel, i) => [panel.id, panel, i] as const))(
    'has exactly the joint values of a lab: %s',
    (_, panel, i) => {
      const crowd = openCrowd(engine, scene, panel, 5);
      crowd.delays.set([0.3, 0, 1.7, 0, 2]);
      crowd.restart();
      for (let frame = 0; frame < 25; frame++) expect(crowd.advance()).toBe(true);
      for (const instance of [1, 3]) expect(crowd.angles(instance)).toEqual(lab.angles(i).slice());
      expect(crowd.angles(0)).not.toEqual(crowd.angles(1));
      crowd.show();
      expect(crowd.frame).toBe(25);
      crowd.delete();
    },
  );
});

test('matrices place the joints of a lab at each instance', () => {
  const scene = sceneOf('arm-6', ['dls']);
  const [panel] = scene.scenario.methods;
  if (!panel) throw new Error('no method');
  const lab = engine.open(scene);
  const crowd = openCrowd(engine, scene, panel, 3);
  const places = crowd.matrices(0);
  expect([...places.subarray(32)]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  places.set([0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1], 16); // 90° about z
  for (let frame = 0; frame < 10; frame++) {
    lab.advance();
    crowd.advance();
  }
  crowd.show();
  const points = lab.points(0);
  scene.tree.joints.forEach((_, joint) => {
    const row = crowd.matrices(1 + joint);
    const [x = 0, y = 0, z = 0] = points.slice(3 * joint);
    expect(Math.hypot(...minus(row.subarray(12, 15), [x, y, z]))).toBeLessThan(1e-6);
    expect(Math.hypot(...minus(row.subarray(28, 31), [5 - y, 6 + x, 7 + z]))).toBeLessThan(1e-5);
  });
  const error = lab.status(0).error;
  expect(crowd.error).toBeCloseTo(error, 12);
  crowd.delete();
});

test('rejects more than 10000 instances and keeps its size', () => {
  const scene = sceneOf('arm-6', ['dls']);
  const [panel] = scene.scenario.methods;
  if (!panel) throw new Error('no method');
  const crowd = openCrowd(engine, scene, panel, 2);
  expect(() => crowd.resize(MOST_INSTANCES + 1)).toThrow(
    'count must be from 1 to 10000; got 10001',
  );
  expect(crowd.count).toBe(2);
  crowd.delete();
});

const minus = (a: ArrayLike<number>, b: readonly number[]): number[] =>
  b.map((value, i) => (a[i] as number) - value);
