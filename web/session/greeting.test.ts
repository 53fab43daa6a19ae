import { expect, test } from 'vitest';
import { presetScene, testEngine } from '../engine/testEngine.ts';
import { Greeting } from './greeting.ts';
import { Session } from './session.ts';

test('an update every other frame, a pause, then the scene', () => {
  const greeting = new Greeting();
  let updates = 0;
  let frames = 0;
  for (; !greeting.over; frames++) updates += greeting.next() ? 1 : 0;
  expect([frames, updates]).toEqual([100, 40]); // 1.3 s at 60 frames a second, and a third to read
  expect(greeting.share).toBe(1);
  greeting.glide();
  const shares = Array.from({ length: 30 }, () => {
    greeting.pass();
    return greeting.share;
  });
  expect(shares[0]).toBeLessThan(0.02);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

test('a race stands still but for the mechanisms, and leaves the scene at its start', async () => {
  const engine = await testEngine();
  const scene = presetScene('double-y', engine);
  const session = new Session(engine, scene);
  const [start, goals] = [[...session.lab.angles(3)], [...session.lab.goals()]];
  session.race();
  for (let i = 0; i < 40; i++) session.advance();
  expect([...session.lab.goals()]).toEqual(goals);
  expect([...session.lab.angles(3)]).not.toEqual(start);
  expect(session.scene).toBe(scene);
  session.restart();
  expect([session.racing, session.lab.frame, [...session.lab.angles(3)]]).toEqual([
    false,
    0,
    start,
  ]);
  session.advance();
  expect([...session.lab.goals()]).not.toEqual(goals);
  session.close();
});
