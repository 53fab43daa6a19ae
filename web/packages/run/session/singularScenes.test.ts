/**
 * Checks the singular poses of the UR5e against the closed-form determinant of its Jacobian, and the numbers
 * in the notes of its scenes against their runs.
 */

import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import {
  composeFrames,
  inverseFrame,
  ORIGIN_FRAME,
  type RigidFrame,
} from '@iklab/core/scenario/numbers';
import { singularPoseScenes } from '@iklab/core/scenario/presets';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { expect, test } from 'vitest';
import '@iklab/core/scenario/presets/robotShelf';
import type { Scene } from '@iklab/core/scenario';
import { toDegrees } from '@iklab/core/scenario/numbers';
import { Session } from './session.ts';

const engine = await testEngine();

/**
 * det J = ±a₂ a₃ sin q₃ sin q₅ (a₂ cos q₂ + a₃ cos q₂₃ + d₅ sin q₂₃₄), with one factor each for wrist, elbow
 * and shoulder. Lengths by Universal Robots: shoulder to elbow, elbow to wrist, and wrist_2.
 */
const [A2, A3, D5] = [-0.425, -0.3922, 0.0997];
const factors = ([, q2 = 0, q3 = 0, q4 = 0, q5 = 0]: readonly number[]) => ({
  wrist: Math.sin(q5),
  elbow: Math.sin(q3),
  shoulder: A2 * Math.cos(q2) + A3 * Math.cos(q2 + q3) + D5 * Math.sin(q2 + q3 + q4),
});
function closedForm(q: readonly number[]): number {
  const { wrist, elbow, shoulder } = factors(q);
  return Math.abs(A2 * A3 * wrist * elbow * shoulder);
}

const tip = ({ tree, start }: Pick<Scene, 'tree' | 'start'>): RigidFrame =>
  computeEffectorTipFrames(tree.joints, tree.effectors, start)[0] ?? ORIGIN_FRAME;

/** Returns the Jacobian by central differences of the forward kinematics, one row per joint (transposed). */
function jacobian({ tree }: Scene, q: readonly number[]): number[][] {
  const at = (joint: number, by: number) =>
    tip({ tree, start: q.map((value, j) => (j === joint ? value + by : value)) });
  const h = 1e-5;
  return q.map((_, j) => {
    const [low, high] = [at(j, -h), at(j, h)];
    const back = inverseFrame({ position: [0, 0, 0], rotation: low.rotation });
    const { rotation: turn } = composeFrames(
      { position: [0, 0, 0], rotation: high.rotation },
      back,
    );
    const spin = [turn[2][1] - turn[1][2], turn[0][2] - turn[2][0], turn[1][0] - turn[0][1]];
    const moved = high.position.map((x, i) => (x - (low.position[i] ?? 0)) / (2 * h));
    return [...moved, ...spin.map((x) => x / (4 * h))];
  });
}

/** Returns |det|, by elimination with partial pivoting. */
function determinant(rows: readonly (readonly number[])[]): number {
  const m = rows.map((row) => [...row]);
  let det = 1;
  for (let k = 0; k < m.length; k++) {
    const rest = m.slice(k).map((row) => Math.abs(row[k] as number));
    const p = k + rest.indexOf(Math.max(...rest));
    [m[k], m[p]] = [m[p] as number[], m[k] as number[]];
    const pivot = m[k] as number[];
    det *= pivot[k] as number;
    for (const row of m.slice(k + 1)) {
      const by = (row[k] as number) / (pivot[k] as number);
      row.forEach((_, c) => {
        (row[c] as number) -= by * (pivot[c] as number);
      });
    }
  }
  return Math.abs(det);
}

test('the closed form equals the determinant of the differenced Jacobian', () => {
  const scene = makePresetTestScene('ur5e', engine);
  for (const q of [
    [0.3, -1.1, 1.4, -0.7, -1.2, 0.4],
    [-2, 0.4, -2.1, 1.9, 0.6, -1],
    [1, -2.2, 0.5, 0.2, 2.5, 0],
  ]) {
    expect(closedForm(q)).toBeGreaterThan(0.005);
    expect(determinant(jacobian(scene, q))).toBeCloseTo(closedForm(q), 8);
  }
});

test.each(singularPoseScenes)(
  '$id starts in a pose where only its own factor is zero',
  ({ id, document }) => {
    const [kind = ''] = id.split('-');
    for (const [each, value] of Object.entries(factors(document.start)))
      if (each === kind) expect(Math.abs(value)).toBeLessThan(1e-15);
      else expect(Math.abs(value)).toBeGreaterThan(0.1);
    const lab = engine.open(makePresetTestScene(id, engine));
    const { sigma } = lab.inspect(0);
    lab.close();
    expect(sigma[5]).toBeLessThan(1e-15);
    expect(sigma[4]).toBeGreaterThan(0.1);
  },
);

test.each(singularPoseScenes)(
  'the note of $id states the numbers of its run',
  ({ id, document }) => {
    const scene = makePresetTestScene(id, engine);
    const session = new Session(engine, scene);
    for (let more = true; more; ) more = session.advance();
    session.updateNumbers();
    const run = (method: string) => {
      const i = session.instances.findIndex(({ label }) => label.value === method);
      const { updates, outcome, errorFigure } = session.instances[i] as Session['instances'][0];
      const turn = session.stats.instances[i]?.measures('all').maxStep ?? 0;
      return {
        updates: updates.value,
        reached: outcome.value.tone === 'good',
        away: `${errorFigure.value.value} ${errorFigure.value.unit}`,
        step: `${Math.round(toDegrees(turn))}°`,
      };
    };
    const [dls, sdls, pseudoinverse] = [run('DLS'), run('SDLS'), run('Pseudoinverse')];
    const transpose = run('Transpose');
    session.close();
    const { note, targets } = document;
    const far = Math.hypot(
      ...tip(scene).position.map((x, i) => x - (targets[0]?.position[i] ?? Number.NaN)),
    );
    expect(note).toContain(`The target is ${Math.round(1000 * far)} mm`);
    expect(dls.reached && sdls.reached).toBe(true);
    expect(note).toContain(
      `DLS reaches it in ${dls.updates} updates with joint steps of at most ${dls.step}, SDLS in ${sdls.updates} with at most ${sdls.step}`,
    );
    expect(pseudoinverse).toMatchObject({ reached: false, updates: 500 });
    expect(note).toContain(`rotates a joint by ${pseudoinverse.step} in one update and`);
    expect(note).toContain('has not arrived after 500 updates');
    if (transpose.reached) expect(note).toContain(`the transpose in ${transpose.updates}.`);
    else expect(note).toContain(`The transpose has not either`);
    if (!transpose.reached) expect(note).toContain(`is still ${transpose.away} away`);
  },
);
