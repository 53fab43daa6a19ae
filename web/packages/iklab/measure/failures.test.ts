/** The failures and strengths in the methods' cards occur in the module. */
import { expect, test } from 'vitest';
import { withTexts } from '../engine/cards.ts';
import type { Engine } from '../engine/engine.ts';
import { sceneOf, testEngine } from '../engine/testEngine.ts';
import { cardSceneDocument } from '../scenario/cardScene.ts';
import type { Scene } from '../scenario/types.ts';
import { FailureSigns, JUDGED_FRAMES } from './failureSign.ts';

const engine: Engine = await testEngine();
const cardScenes = withTexts(engine.catalogue).methods.flatMap(({ id, failures, strengths }) =>
  [...failures, ...strengths].map((cardScene) => ({ id, ...cardScene })),
);

test('every method has scenes of both kinds', () => {
  for (const { failures, strengths } of withTexts(engine.catalogue).methods) {
    expect(failures.length).toBeGreaterThan(0);
    expect(strengths.length).toBeGreaterThan(0);
  }
});

test.each(cardScenes)('$id: $title', (cardScene) => {
  const scene = sceneOf(cardSceneDocument(cardScene), engine);
  const { name, note, methods } = scene.scenario;
  expect([name, note]).toEqual([cardScene.title, cardScene.text]);
  expect(methods).toHaveLength(2);
  expect(methods[0]?.id, 'the first instance').toBe(cardScene.id);
  expect(methods[0]?.label, 'both by the same name').not.toBe(methods[1]?.label);
  const [own, other] = watched(scene) as [FailureSigns, FailureSigns];
  expect(own.shows(cardScene.sign), `${cardScene.sign}; seen: ${own}`).toBe(true);
  expect(other.shows(cardScene.beside), `beside: ${cardScene.beside}; seen: ${other}`).toBe(true);
  expect(other.shows(cardScene.sign), `beside, not ${cardScene.sign}; seen: ${other}`).toBe(false);
});

/** The signs of each instance. */
function watched(scene: Scene): FailureSigns[] {
  const signs = scene.scenario.methods.map(() => new FailureSigns(scene));
  const lab = engine.open(scene);
  const frames = scene.scenario.run.mode === 'converge' ? 1 : JUDGED_FRAMES;
  while (lab.frame < frames && !lab.finished) {
    lab.advance(1);
    lab.drain((record) => signs[record.instance]?.record(record));
  }
  lab.close();
  return signs;
}

test('a sign that is not there is not seen', () => {
  const scene = sceneOf(cardScenes[0]?.document, engine);
  expect(new FailureSigns(scene).shows('reached')).toBe(false);
});
