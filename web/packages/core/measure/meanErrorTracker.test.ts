import { expect, test } from 'vitest';
import type { Lab } from '../engine/engine.ts';
import { MeanErrorTracker } from './meanErrorTracker.ts';
import { WARM_UP_UPDATES } from './trajectoryStats.ts';

/** Two instances of a fake lab, whose errors are a function of the update. */
function run(error: (instance: number, update: number) => number) {
  const following = new MeanErrorTracker(2);
  let made = 0;
  const lab = {
    traceCapacity: 256,
    status: () => ({ updates: made }),
    errorAfter: error,
  } as unknown as Lab;
  return {
    following,
    go(updates: number): void {
      for (let i = 0; i < updates; i++) {
        made++;
        following.record(lab);
      }
    },
    jump(updates: number): void {
      made += updates;
      following.record(lab);
    },
  };
}

test('the mean covers the updates that it names: those after the first 400', () => {
  const { following, go } = run((instance, update) => instance + update);
  go(2 * WARM_UP_UPDATES - 1);
  expect(following.means).toBeNull();
  go(1);
  const mean = (401 + 800) / 2;
  expect(following.means).toEqual({
    values: [mean, mean + 1],
    first: [401, 401],
    last: [800, 800],
  });
});

test('counts each of several updates per frame', () => {
  const { following, jump } = run((_, update) => update);
  for (let i = 0; i < 8; i++) jump(100);
  expect(following.means?.values).toEqual([600.5, 600.5]);
});

test('a changed scene warms up again; clear discards the means', () => {
  const { following, go } = run(() => 1);
  go(800);
  following.restartWarmUp();
  expect(following.means).toBeNull();
  go(800);
  expect(following.means?.first).toEqual([1201, 1201]);
  following.clear();
  expect(following.means).toBeNull();
});
