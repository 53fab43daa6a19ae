/** Whoever is called best, the line above says of what: in every scene, at any moment of its run. */

import { withTexts } from 'iklab/engine';
import { presetScene, sceneOf, testEngine } from 'iklab/engine/testing';
import { story } from 'iklab/explain';
import { plainText } from 'iklab/format';
import { History, Session } from 'iklab/run';
import { cardSceneDocument, type Scene, scenarioPresetIds } from 'iklab/scenario';
import { expect, test } from 'vitest';
import { StoryLine } from './storyLine.ts';

const engine = await testEngine();
const MOST = 1000; // updates
const EVERY = 50;

const scenes: [string, () => Scene][] = [
  ...scenarioPresetIds.map((id): [string, () => Scene] => [id, () => presetScene(id, engine)]),
  ...withTexts(engine.catalogue).methods.flatMap(({ id, failures, strengths }) =>
    [...strengths, ...failures].map((cardScene): [string, () => Scene] => [
      `${id}: ${cardScene.title}`,
      () => sceneOf(cardSceneDocument(cardScene), engine),
    ]),
  ),
];

/** What stands at every so many updates, while it plays and where it is paused. */
function* moments(scene: Scene) {
  const session = new Session(engine, scene);
  const history = History.of(scene, session.lab);
  history.record(session.lab);
  const tale = new StoryLine();
  const said = (playing: boolean): string => {
    tale.update({ session, history, entry: null, playing, story });
    return tale.text.peek().map(plainText).join(' ');
  };
  const made = (): number =>
    Math.max(...session.instances.map((_, i) => session.lab.status(i).updates));
  for (let next = EVERY, more = true; more && next <= MOST; next += EVERY) {
    while (more && made() < next) {
      more = session.advance();
      history.record(session.lab);
    }
    session.updateNumbers();
    const best = session.instances.find((panel) => panel.lead.peek() !== null);
    yield { best, playing: said(true), paused: said(false), updates: made() };
  }
  session.close();
}

test.each(scenes)('%s', (_, scene) => {
  for (const { best, playing, paused, updates } of moments(scene())) {
    const when = `update ${updates}, best: ${best?.label.peek() ?? 'none'}`;
    expect(playing, `playing, ${when}`).not.toBe('');
    expect(paused, `paused, ${when}`).not.toBe('');
  }
});

test('what is judged by its error and never stops is told with it', () => {
  const [, scene] = scenes.find(([name]) => name === 'gauss-newton: Four arms stretched out') ?? [];
  const all = [...moments((scene as () => Scene)())];
  const bests = all.filter(({ best }) => best !== undefined);
  expect(bests.length).toBeGreaterThan(10);
  for (const { best, paused, updates } of bests)
    expect(paused).toContain(`Error after ${updates} updates: ${best?.label.peek()} `);
});
