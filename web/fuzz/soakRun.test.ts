import { testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { runModuleSoak } from './soakRun.ts';

const soaked = (updates: number) => async () => {
  const engine = await testEngine();
  const { pairs, grew } = runModuleSoak(engine, {
    updates,
    milliseconds: Number.POSITIVE_INFINITY,
    seed: 1,
  });
  expect(
    pairs.flatMap(({ preset, method, found }) => found.map((what) => [preset, method, what])),
  ).toEqual([]);
  expect(Math.min(...pairs.map(({ updates }) => updates))).toBeGreaterThanOrEqual(updates);
  expect(grew).toBe(false);
};

const title = 'updates of every method on every preset, with jumps, have no findings';
test(`20 ${title}`, soaked(20));
test(`200 ${title}`, { tags: 'full' }, soaked(200));
