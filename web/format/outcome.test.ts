import { expect, test } from 'vitest';
import type { StopReason } from '../engine/engine.ts';
import type { Run } from '../scenario/types.ts';
import { outcome, pastOutcome } from './outcome.ts';

const run: Run = {
  mode: 'track',
  updatesPerFrame: 1,
  timeStep: 1 / 60,
  tolerance: 1e-3,
  orientationTolerance: 1e-3,
  minImprovement: 1e-5,
  maxRises: 3,
  maxUpdates: 4000,
  residual: null,
  restarts: null,
};
const status = (updates: number, stop: StopReason | null = null, within = false) => ({
  updates,
  updatesSinceMove: updates,
  stop,
  within,
  error: 0.2,
  restarts: 0,
});
const said = (...words: Parameters<typeof outcome>): string => outcome(...words).words;

test('while tracking: the course in honest words', () => {
  expect(said(status(0), 'steady', run)).toBe('at the start');
  expect(said(status(9), 'steady', run)).toBe('tracking');
  expect(said(status(9), 'closing in', run)).toBe('closing in');
  expect(said(status(9), 'oscillating', run)).toBe('oscillating');
  expect(said(status(9, null, true), 'oscillating', run)).toBe('within 1.0 mm');
});

test('every reason to stop has words of its own', () => {
  const reasons: StopReason[] = [
    'reached',
    'stalled',
    'at-limit',
    'breakdown',
    'no-improvement',
    'oscillating',
    'iteration-limit',
  ];
  const converge: Run = { ...run, mode: 'converge' };
  const all = reasons.map((reason) => said(status(7, reason), 'steady', converge));
  expect(new Set(all).size).toBe(reasons.length);
  expect(all[0]).toBe('reached in 7');
  expect(said(status(7), 'steady', converge)).toBe('on its way');
});

test('out of reach where that is proved, unless it could have come closer', () => {
  const converge: Run = { ...run, mode: 'converge' };
  const told = (stop: StopReason, beyond: number) =>
    said(status(7, stop), 'steady', converge, 'm', beyond);
  expect(told('no-improvement', 0.19)).toBe('out of reach by 190 mm');
  expect(told('oscillating', 0.19)).toBe('out of reach by 190 mm');
  expect(told('oscillating', 0.1)).toBe('oscillating');
  expect(told('breakdown', 0.19)).toBe('broke down');
  expect(told('reached', 0.19)).toBe('reached in 7');
  expect(said(status(7), 'steady', run, 'm', 0.19)).toBe('out of reach by 190 mm');
  expect(said(status(7), 'steady', run, 'm', 0.1)).toBe('tracking');
});

test('of the past: how it stopped, else how far it was', () => {
  expect(pastOutcome(6, 'reached')).toMatchObject({ sign: 'check', words: 'reached' });
  expect(pastOutcome(6, 'stalled').words).toBe('stuck');
  expect([pastOutcome(0, null).words, pastOutcome(3, null).words]).toEqual([
    'at the start',
    'after 3',
  ]);
});
