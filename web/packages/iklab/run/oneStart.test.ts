/** Whether methods are where a common start would bring them. */
import { expect, test } from 'vitest';
import { changed } from '../document/edits.ts';
import { setPlace } from '../document/targetEdits.ts';
import { presetScene, testEngine } from '../engine/testEngine.ts';
import { resolve } from '../scenario/resolve.ts';
import { Session } from './session.ts';

const engine = await testEngine();

test.each([
  ['four-ways', false],
  ['double-y', true],
])('%s: they have one start until a target is put elsewhere, and anew', (preset, follows) => {
  const session = new Session(engine, presetScene(preset, engine));
  expect(session.isFollowing).toBe(follows);
  const go = (): void => {
    for (let frame = 0; frame < 20; frame++) session.advance();
  };
  go();
  expect(session.sameStart).toBe(true); // Even if the targets move by themselves.
  const next = changed(session.scene.scenario, setPlace(0, 0, 1.5), engine.catalogue);
  if (!next.ok) throw new Error(next.faults[0]?.reason);
  session.applyScene(resolve(next.value));
  go();
  expect(session.sameStart).toBe(false);
  session.restart();
  go();
  expect(session.sameStart).toBe(true);
  session.close();
});
