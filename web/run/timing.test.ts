import { expect, test } from 'vitest';
import { presetScene, testEngine } from '../engine/testEngine.ts';
import { Session } from './session.ts';
import { Timing } from './timing.ts';

const engine = await testEngine();
const soon = () => Promise.resolve();

test('measures every instance, and leaves the session as it is', async () => {
  const session = new Session(engine, presetScene('y', engine));
  for (let i = 0; i < 5; i++) session.advance();
  const angles = session.instances.map((_, i) => [...session.lab.angles(i)]);
  await new Timing(engine, soon).measure(session);
  session.instances.forEach(({ micros, label }, i) => {
    expect(micros.value, label.value).toBeGreaterThan(0.05);
    expect(micros.value, label.value).toBeLessThan(5000);
    expect([...session.lab.angles(i)]).toEqual(angles[i]);
  });
  expect(session.lab.frame).toBe(5);
  session.close();
});

test('a scene that converges is measured too', async () => {
  const session = new Session(engine, presetScene('tabaczynski-2-link', engine));
  await new Timing(engine, soon).measure(session);
  for (const { micros } of session.instances) expect(micros.value).toBeGreaterThan(0);
  session.close();
});

test('a measurement that is not wanted any more is dropped', async () => {
  const session = new Session(engine, presetScene('y', engine));
  let calls = 0;
  const timing: Timing = new Timing(engine, async () => {
    if (++calls === 5) timing.stop();
  });
  await timing.measure(session);
  expect(calls).toBe(5);
  expect(session.instances.map(({ micros }) => micros.value)).toEqual([null, null, null, null]);
  session.close();
});
