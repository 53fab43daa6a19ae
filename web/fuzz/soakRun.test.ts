import { testEngine } from 'iklab/engine/testing';
import { expect, test } from 'vitest';
import { soak } from './soakRun.ts';

test('200 updates of every method on every preset, with jumps: nothing found', async () => {
  const engine = await testEngine();
  const { pairs, grew } = soak(engine, {
    updates: 200,
    milliseconds: Number.POSITIVE_INFINITY,
    seed: 1,
  });
  expect(
    pairs.flatMap(({ preset, method, found }) => found.map((what) => [preset, method, what])),
  ).toEqual([]);
  expect(Math.min(...pairs.map(({ updates }) => updates))).toBeGreaterThanOrEqual(200);
  expect(grew).toBe(false);
});
