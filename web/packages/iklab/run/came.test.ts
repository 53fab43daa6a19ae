/** What is told beside the scenes of the method table is what their cards say once they are opened. */
import { expect, test } from 'vitest';
import { described } from '../engine/cards.ts';
import { sceneOf, testEngine } from '../engine/testEngine.ts';
import { showingDocument } from '../scenario/showing.ts';
import { came, hasCome } from './came.ts';
import { Session } from './session.ts';

const engine = await testEngine();
const showings = described(engine.catalogue).methods.flatMap((row) => [
  ...row.failures,
  ...row.strengths,
]);

test('each scene comes to what the page says of it when it is opened', () => {
  for (const showing of showings) {
    const scene = sceneOf(showingDocument(showing), engine);
    expect(hasCome(showing), showing.title).toBe(false);
    const { picture, fares } = came(engine, showing, scene.scenario);
    expect(picture.slot, showing.title).toBe(scene.scenario.methods[0]?.slot);
    expect(came(engine, showing, scene.scenario).picture, 'made once').toBe(picture);
    const session = new Session(engine, scene);
    if (scene.scenario.run.mode === 'converge') while (session.advance());
    session.tell();
    const { judgedBy } = scene.scenario;
    for (const [i, { slot, label, outcome, rest, score }] of fares.entries()) {
      const instance = session.instances[i];
      expect([slot, label], showing.title).toEqual([instance?.slot, instance?.label.peek()]);
      if (scene.scenario.run.mode !== 'converge') {
        expect([outcome, rest], showing.title).toEqual([null, '']);
        expect(score, showing.title).toMatch(/^(< )?[\d.]+(°| \S+)$/);
        continue;
      }
      const { value, unit } = instance?.figure.peek() ?? {};
      const count = session.lab.status(i).updates;
      const after = `${value} ${unit} off after ${count} ${count === 1 ? 'update' : 'updates'}`;
      expect(outcome, showing.title).toEqual(instance?.outcome.peek());
      const own = session.scores;
      expect(rest, showing.title).toBe(outcome?.tone === 'good' || own ? '' : after);
      expect(score, showing.title).toBe(own ? own.say(own.values[i] as number) : '');
      expect(own === null, showing.title).toBe(judgedBy === 'updates');
    }
    session.close();
  }
});
