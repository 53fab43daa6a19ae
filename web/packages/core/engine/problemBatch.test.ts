import { describe, expect, test } from 'vitest';
import type { Scene } from '../scenario/types.ts';
import {
  BATCH_ROW_LENGTH,
  type BatchSampling,
  makeProblemScene,
  openProblemBatch,
  type ProblemBatch,
} from './problemBatch.ts';
import { BATCH, type BatchField } from './protocol.ts';
import { makePresetTestScene, testEngine } from './testEngine.ts';

const engine = await testEngine();
const SEED = 7;
const restarts = { most: 2, every: 50 };
const run = { mode: 'converge', tolerance: 1e-4, maxUpdates: 200, restarts };
const methods = [{ id: 'dls', params: { lambda: 0.1 } }, { id: 'sdls' }];
const arm = makePresetTestScene('arm-6', engine, { run, methods });

const panelOf = ({ scenario }: Scene, index: number) => {
  const panel = scenario.methods[index];
  if (!panel) throw new Error(`no method ${index}`);
  return panel;
};
const [dls, sdls] = [panelOf(arm, 0), panelOf(arm, 1)];

function using<T>(scene: Scene, sampling: BatchSampling, use: (batch: ProblemBatch) => T): T {
  const batch = openProblemBatch(engine, scene, { sampling, seed: SEED });
  try {
    return use(batch);
  } finally {
    batch.delete();
  }
}

const field = (rows: Float64Array, row: number, name: BatchField) =>
  rows[row * BATCH_ROW_LENGTH + BATCH[name]] as number;

describe('a batch', () => {
  test('gives the same rows for one call and for single rows in any order', () => {
    const [whole, poses] = using(arm, { kind: 'reachable', start: 'random' }, (batch) => [
      batch.solve(sdls, 40, 10),
      batch.poses,
    ]);
    using(arm, { kind: 'reachable', start: 'random' }, (batch) => {
      for (const i of [9, 0, 4]) {
        batch.solve(dls, 0, 3);
        const row = batch.solve(sdls, 40 + i, 1);
        expect(row).toEqual(whole.slice(i * BATCH_ROW_LENGTH, (i + 1) * BATCH_ROW_LENGTH));
        expect(batch.poses).toEqual(poses.slice(i * 6, (i + 1) * 6));
      }
    });
  });

  test.each([
    { kind: 'reachable', start: 'near', spread: 0.5 },
    { kind: 'singular', start: 'middle' },
    { kind: 'box', low: [-0.4, -0.4, 0.1], high: [0.4, 0.4, 0.6], anyTurn: true, start: 'random' },
    {
      kind: 'plane',
      origin: [-0.3, -0.6, 0.2],
      u: [0.6, 0, 0],
      v: [0, 0, 0.3],
      columns: 3,
      rows: 2,
    },
    {
      kind: 'start-plane',
      joints: ['elbow', 'shoulder-pan'],
      low: [-1, -1],
      high: [1, 1],
      columns: 3,
      rows: 2,
    },
  ] as BatchSampling[])(
    'a lab opened from a $kind row ends with exactly the same results',
    (sampling) => {
      using(arm, sampling, (batch) => {
        const rows = batch.solve(dls, 0, 5);
        const poses = batch.poses;
        for (const i of [0, 3, 4]) {
          const lab = engine.open(makeProblemScene(arm, batch.draw(i)));
          lab.advance();
          const { updates, startError, error, orientationError, objective } = lab.status(0);
          expect([...lab.angles(0)]).toEqual([...poses.slice(i * 6, (i + 1) * 6)]);
          expect(updates).toBe(field(rows, i, 'updates'));
          expect(lab.status(0).restarts).toBe(field(rows, i, 'restarts'));
          expect(startError).toBe(field(rows, i, 'startError'));
          expect([error, orientationError, objective]).toEqual([
            field(rows, i, 'error'),
            field(rows, i, 'angle'),
            field(rows, i, 'objective'),
          ]);
          lab.close();
        }
      });
    },
  );

  test('path sampling takes targets from the motion at each time', () => {
    const y = makePresetTestScene('double-y', engine, { run: { mode: 'converge' } });
    using(y, { kind: 'path', spacing: 0.5 }, (batch) => {
      const [first] = batch.draw(3).targets;
      const lab = engine.open({
        ...y,
        scenario: { ...y.scenario, run: { ...y.scenario.run, timeStep: 1.5 } },
      });
      lab.advance(1);
      expect(first?.position).toEqual([...lab.goals().slice(0, 3)]);
      lab.close();
    });
  });

  test.each([
    ['a fractional seed', { seed: 0.5 }, 'seed must be a whole number from 0 to 2^53 - 1; got 0.5'],
    [
      'a near start without a sampled pose',
      { sampling: { kind: 'golden', start: 'near' } },
      "start 'near' needs sampling 'reachable' or 'singular'",
    ],
    [
      'an unknown joint',
      {
        sampling: {
          kind: 'start-plane',
          joints: ['wing', 'elbow'],
          low: [0, 0],
          high: [1, 1],
          columns: 1,
          rows: 1,
        },
      },
      "there is no independent joint 'wing'",
    ],
    [
      'an unknown target',
      {
        sampling: {
          kind: 'plane',
          effector: 'wing',
          origin: [0, 0, 0],
          u: [0, 0, 0],
          v: [0, 0, 0],
          columns: 1,
          rows: 1,
        },
      },
      "there is no target on effector 'wing'",
    ],
  ])('rejects %s', (_, changes, reason) => {
    const spec = { sampling: { kind: 'reachable' }, seed: SEED, ...changes };
    expect(() => openProblemBatch(engine, arm, spec as never)).toThrow(reason);
  });

  test('rejects invalid row numbers and counts', () => {
    using(arm, { kind: 'reachable' }, (batch) => {
      for (const count of [0, 513, 2.5, Number.NaN])
        expect(() => batch.solve(dls, 0, count)).toThrow(
          `count must be from 1 to 512; got ${count}`,
        );
      for (const first of [-1, Number.NaN, 2 ** 53, 1e300])
        expect(() => batch.solve(dls, first, 1)).toThrow('first must be from 0 to');
      expect(() => batch.solve(dls, 0.5, 1)).toThrow('first must be a whole number');
      expect(() => batch.draw(Number.NaN)).toThrow('there is no problem NaN');
      expect(() => batch.draw(-1)).toThrow('there is no problem -1');
    });
  });
});
