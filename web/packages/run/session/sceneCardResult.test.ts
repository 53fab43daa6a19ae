/** The results beside the card scenes equal those of the page after the scene is opened. */

import { withCardTexts } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { cardSceneDocument } from '@iklab/core/scenario/methods';
import { expect, test } from 'vitest';
import { computeSceneCardResult, hasSceneCardResult } from './sceneCardResult.ts';
import { Session } from './session.ts';

const engine = await testEngine();
const cardScenes = withCardTexts(engine.catalogue).methods.flatMap((row) => [
  ...row.failures,
  ...row.strengths,
]);

test('every card scene has the outcome, detail and score of a session of that scene', () => {
  for (const cardScene of cardScenes) {
    const scene = makeTestScene(cardSceneDocument(cardScene), engine);
    expect(hasSceneCardResult(cardScene), cardScene.title).toBe(false);
    const { picture, results } = computeSceneCardResult(engine, cardScene, scene.scenario);
    expect(picture.slot, cardScene.title).toBe(scene.scenario.methods[0]?.slot);
    expect(computeSceneCardResult(engine, cardScene, scene.scenario).picture, 'made once').toBe(
      picture,
    );
    const session = new Session(engine, scene);
    if (scene.scenario.run.mode === 'converge') while (session.advance());
    session.updateNumbers();
    const { judgedBy } = scene.scenario;
    for (const [i, { slot, label, outcome, detail, score }] of results.entries()) {
      const instance = session.instances[i];
      expect([slot, label], cardScene.title).toEqual([instance?.slot, instance?.label.peek()]);
      if (scene.scenario.run.mode !== 'converge') {
        expect([outcome, detail], cardScene.title).toEqual([null, '']);
        expect(score, cardScene.title).toMatch(/^(< )?[\d.]+(°| \S+)$/);
        continue;
      }
      const { value, unit } = instance?.errorFigure.peek() ?? {};
      const count = session.lab.status(i).updates;
      const after = `${value} ${unit} short after ${count} ${count === 1 ? 'update' : 'updates'}`;
      expect(outcome, cardScene.title).toEqual(instance?.outcome.peek());
      const own = session.scores;
      expect(detail, cardScene.title).toBe(outcome?.tone === 'good' || own ? '' : after);
      expect(score, cardScene.title).toBe(own ? own.valueText(own.values[i] as number) : '');
      expect(own === null, cardScene.title).toBe(judgedBy === 'updates');
    }
    session.close();
  }
});
