/**
 * Solving two problems in parallel lanes against one at a time: a secondary goal with gain 0 changes no
 * number, but is not supported by the lanes, so it forces one at a time.
 */
import { expect, test } from 'vitest';
import doubleY from '../scenario/presets/double-y.json';
import scara from '../scenario/presets/shelf/scara.json';
import scorbot from '../scenario/presets/shelf/scorbot-er-4u.json';
import ur5e from '../scenario/presets/shelf/ur5e.json';
import type { Scene } from '../scenario/types.ts';
import { BATCH_ROW_LENGTH, type BatchSampling, openProblemBatch } from './problemBatch.ts';
import { BATCH } from './protocol.ts';
import { makeTestScene, testEngine } from './testEngine.ts';

const engine = await testEngine();
const COUNT = 200;
const run = { mode: 'converge', tolerance: 1e-3, maxUpdates: 120 };
const restarts = { most: 3, every: 25 };

function rowsOf(scene: Scene, sampling: BatchSampling, method: number) {
  const batch = openProblemBatch(engine, scene, {
    sampling,
    seed: 3,
    levels: true,
    conditions: true,
  });
  const rows = batch.solve(scene.scenario.methods[method] as never, 11, COUNT);
  const one = batch.solve(scene.scenario.methods[method] as never, 17, 1);
  const poses = batch.poses;
  batch.delete();
  return { rows, one, poses };
}

const skewed = ur5e.tree.joints.map((joint, i) =>
  i % 2 ? { ...joint, axis: [0.3, -0.2, 1] } : joint,
);

const dls = { id: 'dls', params: { lambda: 0.03 } };
const alone = (method: object) => ({ ...method, secondary: { kind: 'rest', gain: 0 } });
const quick = { run: { ...run, restarts } };

test.each([
  ['with restarts', dls, ur5e, quick, { kind: 'reachable', start: 'random' }],
  ['without', dls, ur5e, { run }, { kind: 'reachable', start: 'near', spread: 0.3 }],
  [
    'without limits',
    dls,
    ur5e,
    { run, limitPolicy: 'ignore' },
    { kind: 'singular', start: 'middle' },
  ],
  [
    'with skewed axes',
    dls,
    ur5e,
    { tree: { ...ur5e.tree, joints: skewed }, run },
    { kind: 'reachable', start: 'given' },
  ],
  [
    'out of reach',
    dls,
    ur5e,
    quick,
    { kind: 'box', low: [-2, -2, -1], high: [2, 2, 2], anyTurn: true, start: 'random' },
  ],
  [
    'from angles beyond the range of the lanes',
    dls,
    ur5e,
    { run, limitPolicy: 'ignore', start: [3e6, 0, 0, 0, 0, 0] },
    { kind: 'reachable' },
  ],
  ['by transpose', { id: 'transpose' }, ur5e, quick, { kind: 'reachable', start: 'random' }],
  ['a tree with four effectors', dls, doubleY, quick, { kind: 'reachable', start: 'random' }],
  ['a SCARA with a prismatic joint', dls, scara, quick, { kind: 'reachable', start: 'random' }],
  [
    'five joints with a direction goal',
    dls,
    scorbot,
    quick,
    { kind: 'reachable', start: 'random' },
  ],
] as [string, object, object, object, BatchSampling][])(
  'solving two problems at a time gives exactly the rows of one at a time: %s',
  (_, method, document, changes, sampling) => {
    const methods = [method, alone(method)];
    const scene = makeTestScene({ ...document, ...changes, methods }, engine);
    const [two, one] = [rowsOf(scene, sampling, 0), rowsOf(scene, sampling, 1)];
    expect(two).toEqual(one);
    const updates = Array.from(
      { length: COUNT },
      (__, i) => two.rows[i * BATCH_ROW_LENGTH + BATCH.updates],
    );
    expect(new Set(updates).size).toBeGreaterThan(3);
  },
);
