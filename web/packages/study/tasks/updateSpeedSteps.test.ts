import type { Engine } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { runGeneratorToEnd } from '@iklab/core/time';
import { expect, test } from 'vitest';
import { PRINTED_UPDATE_TIMES } from '../published/bussKimTimesTable.ts';
import { solveTask } from './solveTask.ts';
import { planUpdateSpeedTask, TIMED_PRESET, updateSpeedSteps } from './updateSpeedSteps.ts';

const engine = await testEngine();

test('the best time per update is between the idle and the busy time, and at most the median', () => {
  const cost: Record<string, number> = { transpose: 2, dls: 3, sdls: 14 };
  let time = 0;
  const open: Engine['open'] = (scene) => {
    const lab = engine.open(scene);
    const id = scene.scenario.methods[0]?.id ?? '';
    expect(scene.scenario.run.mode).toBe('track');
    expect(scene.tree.joints.length).toBeGreaterThan(24);
    const advance = lab.advance.bind(lab);
    lab.advance = (...asked) => {
      time += ((cost[id] as number) * (time % 50 < 10 ? 1 : 4)) / 1000; // idle a fifth of the time
      return advance(...asked);
    };
    return lab;
  };
  const slowed = Object.assign(Object.create(engine), { open });
  const times = runGeneratorToEnd(
    updateSpeedSteps({ kind: 'speed', methods: Object.keys(cost) }, slowed, () => (time += 1e-6)),
  );
  Object.values(cost).forEach((micros, i) => {
    expect(times[i]?.best).toBeGreaterThanOrEqual(0.99 * micros);
    expect(times[i]?.middle).toBeGreaterThanOrEqual(times[i]?.best as number);
    expect(times[i]?.best).toBeLessThan(4.01 * micros);
  });
});

test('a worker measures every method', () => {
  const methods = engine.catalogue.methods.map(({ id }) => id);
  const [task] = planUpdateSpeedTask(methods, 0).tasks;
  const times = solveTask(task?.request as Parameters<typeof solveTask>[0], engine) as {
    best: number;
  }[];
  expect(times).toHaveLength(methods.length);
  for (const { best } of times) expect(best).toBeGreaterThan(0);
});

test('the printed times are of methods that exist', () => {
  expect(PRINTED_UPDATE_TIMES).toEqual({ Transpose: 6.5, DLS: 18.5, SDLS: 120 });
  const names = engine.catalogue.methods.map(({ name }) => name);
  for (const name of Object.keys(PRINTED_UPDATE_TIMES)) expect(names).toContain(name);
  expect(TIMED_PRESET).toBe('double-y');
});
