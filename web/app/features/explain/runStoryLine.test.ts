/** While a method is called best, the story line names the reason, at any update of any scene. */

import { withCardTexts } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { phrasePlainText } from '@iklab/core/format/words';
import type { Scene } from '@iklab/core/scenario';
import { cardSceneDocument } from '@iklab/core/scenario/methods';
import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import { writeRunSummary } from '@iklab/run/explain';
import { RunHistory } from '@iklab/run/history';
import { Session } from '@iklab/run/session';
import { expect, test } from 'vitest';
import { RunStoryLine } from './runStoryLine.ts';

const engine = await testEngine();
const MOST = 1000; // updates
const EVERY = 50;

const scenes: [string, () => Scene][] = [
  ...scenarioPresetIds.map((id): [string, () => Scene] => [
    id,
    () => makePresetTestScene(id, engine),
  ]),
  ...withCardTexts(engine.catalogue).methods.flatMap(({ id, failures, strengths }) =>
    [...strengths, ...failures].map((cardScene): [string, () => Scene] => [
      `${id}: ${cardScene.title}`,
      () => makeTestScene(cardSceneDocument(cardScene), engine),
    ]),
  ),
];

/** Yields the story every EVERY updates, as shown while playing and while paused. */
function* moments(scene: Scene) {
  const session = new Session(engine, scene);
  const history = RunHistory.forScene(scene, session.lab);
  history.record(session.lab);
  const storyLine = new RunStoryLine();
  const storyText = (playing: boolean): string => {
    storyLine.update({ session, history, entry: null, playing, story: writeRunSummary });
    return storyLine.text.peek().map(phrasePlainText).join(' ');
  };
  const updatesMade = (): number =>
    Math.max(...session.instances.map((_, i) => session.lab.status(i).updates));
  for (let next = EVERY, more = true; more && next <= MOST; next += EVERY) {
    while (more && updatesMade() < next) {
      more = session.advance();
      history.record(session.lab);
    }
    session.updateNumbers();
    const best = session.instances.find((panel) => panel.lead.peek() !== null);
    yield { best, playing: storyText(true), paused: storyText(false), updates: updatesMade() };
  }
  session.close();
}

test.each(scenes)('the story line is never empty: %s', (_, scene) => {
  for (const { best, playing, paused, updates } of moments(scene())) {
    const when = `update ${updates}, best: ${best?.label.peek() ?? 'none'}`;
    expect(playing, `playing, ${when}`).not.toBe('');
    expect(paused, `paused, ${when}`).not.toBe('');
  }
});

test('the story names the error of the best method in a run that never stops', () => {
  const [, scene] = scenes.find(([name]) => name === 'gauss-newton: Four arms stretched out') ?? [];
  const all = [...moments((scene as () => Scene)())];
  const bests = all.filter(({ best }) => best !== undefined);
  expect(bests.length).toBeGreaterThan(10);
  for (const { best, paused, updates } of bests)
    expect(paused).toContain(`Error after ${updates} updates: ${best?.label.peek()} `);
});
