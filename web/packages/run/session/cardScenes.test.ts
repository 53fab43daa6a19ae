/** Each card scene names the measure that ranks it; that measure must confirm the scene's title. */

import { withCardTexts } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { FRAMES_BEFORE_FAILURE_CHECK } from '@iklab/core/measure';
import type { Scene } from '@iklab/core/scenario';
import { cardSceneDocument } from '@iklab/core/scenario/methods';
import { expect, test } from 'vitest';
import { computeSceneCardResult } from './sceneCardResult.ts';
import { Session } from './session.ts';

const engine = await testEngine();
const cardScenes = withCardTexts(engine.catalogue).methods.flatMap(
  ({ id, failures, strengths }) => [
    ...strengths.map((cardScene) => ({ id, shines: true, ...cardScene })),
    ...failures.map((cardScene) => ({ id, shines: false, ...cardScene })),
  ],
);

const LATER = 1600; // frames: what a visitor sees who lets the scene run

/** Returns each method's value of the ranking measure (less is better), computed from the lab and its trace alone. */
function measured(scene: Scene): { readonly seen: number[]; readonly reached: boolean[] } {
  const { judgedBy, run, methods, targets } = scene.scenario;
  const lab = engine.open(scene);
  const turns = scene.tree.joints.filter(({ type }) => type !== 'fixed' && type !== 'prismatic');
  const sums = methods.map(() => ({ error: 0, updates: 0, turn: 0, beyond: 0, shake: 0 }));
  const before = methods.map((): number[] | null => null);
  const last = methods.map(() => [...scene.start]);
  while (lab.frame < FRAMES_BEFORE_FAILURE_CHECK && !lab.finished) {
    lab.advance(run.mode === 'converge' ? 1 : undefined);
    lab.drain(({ instance, angles, error }) => {
      const sum = sums[instance] as (typeof sums)[number];
      const step = angles.map((angle, j) => angle - (last[instance]?.[j] as number));
      const was = before[instance];
      sum.updates++;
      sum.error += error;
      sum.turn = Math.max(sum.turn, ...step.map(Math.abs));
      if (was) sum.shake += Math.hypot(...step.map((x, j) => x - (was[j] as number)));
      angles.forEach((angle, j) => {
        const [low, high] = turns[j]?.limits ?? [angle, angle];
        sum.beyond = Math.max(sum.beyond, low - angle, angle - high);
      });
      [before[instance], last[instance]] = [step, [...angles]];
    });
    if (run.mode === 'converge' && lab.finished) break;
  }
  const moving = targets.some(({ motion }) => motion !== null);
  const reached = methods.map((_, i) => lab.status(i).stop === 'reached');
  const seen = sums.map(({ error, updates, turn, beyond, shake }, i) => {
    if (judgedBy === 'updates' && moving) return error / updates;
    if (judgedBy === 'updates') return reached[i] || !reached.includes(true) ? updates : Infinity;
    if (judgedBy === 'error') return lab.status(i).error;
    if (judgedBy === 'first') return lab.distances(i)[0] as number;
    if (judgedBy === 'turn') return turn;
    return judgedBy === 'beyond' ? beyond : shake / (updates - 1);
  });
  lab.close();
  return { seen, reached };
}

test.each(cardScenes)('$id: $title', ({ shines, ...cardScene }) => {
  const scene = makeTestScene(cardSceneDocument(cardScene), engine);
  const { run, judgedBy } = scene.scenario;
  const [better, worse] = shines ? [0, 1] : [1, 0];
  const { seen, reached } = measured(scene);
  expect(seen[better], judgedBy).toBeLessThan(0.95 * (seen[worse] as number));

  // the results beside the title show these numbers
  const { results, measure } = computeSceneCardResult(engine, cardScene, scene.scenario);
  const converges = run.mode === 'converge';
  expect(measure === '').toBe(converges && judgedBy === 'updates');
  const [good, bad] = [results[better], results[worse]];
  if (measure !== '') expect(good?.score).not.toBe(bad?.score);
  else if (reached.every(Boolean))
    for (const [i, result] of results.entries())
      expect(result.outcome?.words).toContain(`in ${seen[i]}`);
  else expect(bad?.detail).toContain('short after');

  // the opened scene ranks the same method first
  const session = new Session(engine, scene);
  if (converges) while (session.advance());
  else while (session.lab.frame < LATER) session.advance();
  const lead = session.findLead(session.lab.status(0).updates);
  const nobody = judgedBy === 'updates' && converges && !reached.includes(true);
  const near = (seen[better] as number) > 0.9 * (seen[worse] as number);
  expect(nobody || near ? [better, null] : [better]).toContain(lead?.instance ?? null);
  if (session.scores && !converges) {
    const [first, second] = [session.scores.values[better], session.scores.values[worse]];
    expect(first).toBeLessThan(second as number);
  }
  session.close();
});
