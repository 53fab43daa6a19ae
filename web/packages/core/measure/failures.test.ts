/** Runs the card scenes of all methods: the failures and strengths that the cards describe must occur. */
import { expect, test } from 'vitest';
import { withCardTexts } from '../engine/cards.ts';
import type { Engine } from '../engine/engine.ts';
import { makeTestScene, testEngine } from '../engine/testEngine.ts';
import { cardSceneDocument } from '../scenario/methods/cardSceneDocument.ts';
import type { Scene } from '../scenario/types.ts';
import { FailureSignWatcher, FRAMES_BEFORE_FAILURE_CHECK } from './failureSigns.ts';

const engine: Engine = await testEngine();
const cardScenes = withCardTexts(engine.catalogue).methods.flatMap(({ id, failures, strengths }) =>
  [...failures, ...strengths].map((cardScene) => ({ id, ...cardScene })),
);

test('every method has scenes of failures and of strengths', () => {
  for (const { failures, strengths } of withCardTexts(engine.catalogue).methods) {
    expect(failures.length).toBeGreaterThan(0);
    expect(strengths.length).toBeGreaterThan(0);
  }
});

test.each(cardScenes)('$id: $title', (cardScene) => {
  const scene = makeTestScene(cardSceneDocument(cardScene), engine);
  const { name, note, methods } = scene.scenario;
  expect([name, note]).toEqual([cardScene.title, cardScene.text]);
  expect(methods).toHaveLength(2);
  expect(methods[0]?.id, 'the first instance').toBe(cardScene.id);
  expect(methods[0]?.label, 'both by the same name').not.toBe(methods[1]?.label);
  const [own, other] = recordedSigns(scene) as [FailureSignWatcher, FailureSignWatcher];
  expect(own.matches(cardScene.sign), `${cardScene.sign}; seen: ${own}`).toBe(true);
  expect(other.matches(cardScene.beside), `beside: ${cardScene.beside}; seen: ${other}`).toBe(true);
  expect(other.matches(cardScene.sign), `beside, not ${cardScene.sign}; seen: ${other}`).toBe(
    false,
  );
});

/** Returns the recorded signs of each instance. */
function recordedSigns(scene: Scene): FailureSignWatcher[] {
  const signs = scene.scenario.methods.map(() => new FailureSignWatcher(scene));
  const lab = engine.open(scene);
  const frames = scene.scenario.run.mode === 'converge' ? 1 : FRAMES_BEFORE_FAILURE_CHECK;
  while (lab.frame < frames && !lab.finished) {
    lab.advance(1);
    lab.drain((record) => signs[record.instance]?.record(record));
  }
  lab.close();
  return signs;
}

test('shows is false before any record', () => {
  const scene = makeTestScene(cardScenes[0]?.document, engine);
  expect(new FailureSignWatcher(scene).matches('reached')).toBe(false);
});
