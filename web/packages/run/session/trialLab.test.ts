import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { runGeneratorToEnd } from '@iklab/core/time';
import { expect, test } from 'vitest';
import { TrialLab, type TrialResult } from './trialLab.ts';

const engine = await testEngine();
const STILL = makePresetTestScene('tabaczynski-2-link', engine); // Its target does not move.

/** Runs a trial of an instance that is within tolerance after the given slices of updates. */
function trialOf(within: readonly boolean[], stop: string | null = null): TrialResult {
  let slice = 0;
  const lab = {
    finished: false,
    advance: () => ++slice > 0,
    status: () => ({
      ...{ stop: slice === within.length ? stop : null, updates: 8 * slice },
      ...{
        within: within[slice - 1] ?? false,
        error: 1 / slice,
        orientationError: 0,
        objective: 2,
      },
    }),
    close() {},
  };
  const trials = new TrialLab({ open: () => lab } as unknown as typeof engine);
  return runGeneratorToEnd(trials.run(STILL, 0, 8 * within.length));
}

test('a trial that stays at its target counts the updates to its arrival', () => {
  expect(trialOf([false, true, true, true])).toMatchObject({ stop: 'reached', updates: 16 });
  expect(trialOf([true])).toMatchObject({ stop: 'reached', updates: 8 });
});

test('a trial that leaves its target again has not reached it', () => {
  expect(trialOf([false, true, true, false])).toMatchObject({ stop: null, updates: 32 });
});

test('a trial that leaves and returns counts the updates to its return', () => {
  expect(trialOf([true, false, false, true, true])).toMatchObject({ stop: 'reached', updates: 32 });
});

test('a trial that stops reports the stop reason, updates and error of its stop', () => {
  const stopped = trialOf([false, true, true], 'iteration-limit');
  expect(stopped).toMatchObject({ stop: 'iteration-limit', updates: 24, error: 1 / 3 });
});
