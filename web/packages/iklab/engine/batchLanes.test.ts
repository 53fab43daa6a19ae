/**
 * Two problems side by side against one at a time: a target clamp that never clamps leaves every number
 * as it is and is none that the lanes have room for.
 */
import { expect, test } from 'vitest';
import ur5e from '../scenario/shelf/ur5e.json';
import type { Scene } from '../scenario/types.ts';
import { BATCH_STRIDE, openBatch, type Sampling } from './batch.ts';
import { BATCH } from './protocol.ts';
import { sceneOf, testEngine } from './testEngine.ts';

const engine = await testEngine();
const COUNT = 200;
const run = { mode: 'converge', tolerance: 1e-3, maxUpdates: 120 };
const restarts = { most: 3, every: 25 };
const never = { mode: 'fixed', distance: 1e6, angle: 1e6 };

function rowsOf(scene: Scene, sampling: Sampling, method: number) {
  const batch = openBatch(engine, scene, { sampling, seed: 3, levels: true, conditions: true });
  const rows = batch.solve(scene.scenario.methods[method] as never, 11, COUNT);
  const one = batch.solve(scene.scenario.methods[method] as never, 17, 1);
  const poses = batch.poses;
  batch.delete();
  return { rows, one, poses };
}

const skewed = ur5e.tree.joints.map((joint, i) =>
  i % 2 ? { ...joint, axis: [0.3, -0.2, 1] } : joint,
);

test.each([
  ['with restarts', { run: { ...run, restarts } }, { kind: 'reachable', start: 'random' }],
  ['without', { run }, { kind: 'reachable', start: 'near', spread: 0.3 }],
  ['without limits', { run, limitPolicy: 'ignore' }, { kind: 'singular', start: 'middle' }],
  [
    'about skewed axes',
    { tree: { ...ur5e.tree, joints: skewed }, run },
    { kind: 'reachable', start: 'given' },
  ],
  [
    'out of reach',
    { run: { ...run, restarts } },
    { kind: 'box', low: [-2, -2, -1], high: [2, 2, 2], anyTurn: true, start: 'random' },
  ],
  [
    'from farther than sines are reduced',
    { run, limitPolicy: 'ignore', start: [3e6, 0, 0, 0, 0, 0] },
    { kind: 'reachable' },
  ],
] as [string, object, Sampling][])(
  'the rows of both are the same to the bit: %s',
  (_, changes, sampling) => {
    const params = { lambda: 0.03 };
    const methods = [
      { id: 'dls', params },
      { id: 'dls', params, targetClamp: never },
    ];
    const scene = sceneOf({ ...ur5e, ...changes, methods }, engine);
    const [two, one] = [rowsOf(scene, sampling, 0), rowsOf(scene, sampling, 1)];
    expect(two).toEqual(one);
    const updates = Array.from(
      { length: COUNT },
      (__, i) => two.rows[i * BATCH_STRIDE + BATCH.updates],
    );
    expect(new Set(updates).size).toBeGreaterThan(3);
  },
);
