import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { Session } from '../session/session.ts';
import { measureUpdateTimes, UpdateTimeMeasurement } from './timing.ts';
import type { UpdateTime } from './updateStopwatch.ts';

const engine = await testEngine();
const soon = () => Promise.resolve();

test('measures every instance without changing the session', async () => {
  const session = new Session(engine, makePresetTestScene('y', engine));
  for (let i = 0; i < 5; i++) session.advance();
  const angles = session.instances.map((_, i) => [...session.lab.angles(i)]);
  await new UpdateTimeMeasurement(engine, soon).measure(session);
  session.instances.forEach(({ micros, label }, i) => {
    expect(micros.value, label.value).toBeGreaterThan(0.05);
    expect(micros.value, label.value).toBeLessThan(5000);
    expect([...session.lab.angles(i)]).toEqual(angles[i]);
  });
  expect(session.lab.frame).toBe(5);
  session.close();
});

test('measures a scene in mode converge', async () => {
  const session = new Session(engine, makePresetTestScene('tabaczynski-2-link', engine));
  await new UpdateTimeMeasurement(engine, soon).measure(session);
  for (const { micros } of session.instances) expect(micros.value).toBeGreaterThan(0);
  session.close();
});

test('stop drops a measurement and leaves no times', async () => {
  const session = new Session(engine, makePresetTestScene('y', engine));
  let calls = 0;
  const timing: UpdateTimeMeasurement = new UpdateTimeMeasurement(engine, async () => {
    if (++calls === 5) timing.stop();
  });
  await timing.measure(session);
  expect(calls).toBe(5);
  expect(session.instances.map(({ micros }) => micros.value)).toEqual([null, null, null, null]);
  session.close();
});

test('instances are measured in turn, so that a busy machine affects all alike', async () => {
  const scenes = [0, 1, 2].map(() => makePresetTestScene('y', engine));
  const order: number[] = [];
  const opened: unknown[] = [];
  let now = 0; // of a simulated clock
  const recordingEngine = Object.assign(Object.create(engine), {
    open: (...given: Parameters<typeof engine.open>) => {
      const lab = engine.open(...given);
      const index = opened.push(lab) - 1;
      const advance = lab.advance.bind(lab);
      lab.advance = (...asked) => {
        if (order.at(-1) !== index) order.push(index);
        now += 0.02;
        return advance(...asked);
      };
      return lab;
    },
  });
  const times: number[] = [];
  const onTime = (i: number, { best, middle }: UpdateTime): void => {
    times[i] = best;
    expect(best).toBeLessThanOrEqual(middle);
  };
  const clock = (): number => (now += 0.001); // ms per reading
  await measureUpdateTimes(recordingEngine, scenes, onTime, () => true, soon, clock);
  expect(times.filter((time) => time > 0)).toHaveLength(3);
  // first each alone to choose the number of updates, then round after round
  const rounds = order.slice(3);
  expect(rounds.length).toBeGreaterThan(15);
  rounds.forEach((index, i) => {
    if (i > 0 && i < rounds.length - 6) expect(index).toBe(((rounds[i - 1] as number) + 1) % 3);
  });
});
