import { expect, test } from 'vitest';
import type { StopReason } from '../engine/engine.ts';
import type { Run } from '../scenario/types.ts';
import type { AskedTolerances } from './askedFor.ts';
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
  maxSlow: 0,
  slowShare: 0.05,
  restarts: null,
};
const status = (updates: number, stop: StopReason | null = null, within = false) => ({
  updates,
  updatesSinceMove: updates,
  stop,
  within,
  error: 0.2,
  objective: 0.2,
  objectiveBefore: 0.3,
  restarts: 0,
});
const target = { tolerance: null, orientation: null, orientationWeight: 1 };
const scene: AskedTolerances = { run, targets: [target], unit: 'm' };
const stops: AskedTolerances = { ...scene, run: { ...run, mode: 'converge' } };
const said = (...words: Parameters<typeof outcome>): string => outcome(...words).words;

test('a method that is written as text says in which line it failed', () => {
  expect(outcome({ ...status(17, 'breakdown'), line: 4 }, 'steady', scene)).toMatchObject({
    words: 'failed in line 4',
    tone: 'bad',
  });
});

test('while tracking: the course in honest words', () => {
  expect(said(status(0), 'steady', scene)).toBe('at the start');
  expect(said(status(9), 'steady', scene)).toBe('tracking');
  expect(said(status(9), 'closing in', scene)).toBe('converging');
  expect(said(status(9), 'oscillating', scene)).toBe('oscillating');
  expect(said(status(9), 'swinging', scene)).toBe('joints oscillate');
  expect(said(status(9, null, true), 'oscillating', scene)).toBe('within 1.0 mm');
});

test('what goes on may yet arrive: it has no colour of a failure', () => {
  for (const trend of ['steady', 'closing in', 'swinging', 'oscillating', 'no progress'] as const)
    expect(outcome(status(9), trend, stops).tone).toBe('calm');
});

test('the rule that ended a run is no reason: what is measured is said', () => {
  const reasons: StopReason[] = [
    'reached',
    'stalled',
    'at-limit',
    'breakdown',
    'no-improvement',
    'oscillating',
    'iteration-limit',
    'too-slow',
    'outside-limits',
  ];
  const all = reasons.map((reason) => said(status(7, reason), 'steady', stops));
  const short = 'stopped short';
  expect(all).toEqual([
    'reached in 7',
    ...[short, short, 'failed: singular system', short, short],
    ...['update limit reached', short, 'reached, outside joint limits'],
  ]);
  expect(said(status(7), 'steady', stops)).toBe('running');
});

test('at the targets with joints outside their limits it is not there', () => {
  const outside = { ...status(1, 'outside-limits', true), objectiveBefore: 0 };
  expect(said(outside, 'steady', stops)).toBe('reached, outside joint limits');
});

test('where nothing had to move it is ready, and has reached nothing', () => {
  const there = { ...status(1, 'reached', true), objectiveBefore: 1e-3 };
  expect(said(there, 'steady', stops)).toBe('ready');
  expect(said({ ...there, objectiveBefore: 2e-3 }, 'steady', stops)).toBe('reached in 1');
  expect(said({ ...there, updatesSinceMove: 2 }, 'steady', stops)).toBe('reached in 2');
  const turned = { ...target, orientation: [0, 0, 0, 1], orientationWeight: 0.1 } as const;
  // 1 mm may correspond to an angle of 0.01 rad, which is more than allowed.
  expect(said(there, 'steady', { ...stops, targets: [turned] })).toBe('reached in 1');
});

test('within what is asked for, where that can be said in a length', () => {
  const there = status(9, null, true);
  const one = { ...run, residual: 1e-6 };
  expect(said(there, 'steady', { ...scene, run: one })).toBe('within 1 µm');
  expect(said(there, 'steady', { ...scene, run: one, targets: [target, target] })).toBe(
    'within tolerance',
  );
  const own = { ...target, tolerance: { position: 0.05, rotation: 0.3 } };
  expect(said(there, 'steady', { ...scene, targets: [own] })).toBe('within tolerance');
});

test('out of reach as soon as that is proved, however the method fares', () => {
  const told = (stop: StopReason | null, beyond: number) =>
    said(status(7, stop), 'oscillating', stops, beyond);
  expect(told('no-improvement', 0.19)).toBe('out of reach by 190 mm');
  expect(told('oscillating', 0.1)).toBe('out of reach by 100 mm');
  expect(told(null, 0.1)).toBe('out of reach by 100 mm');
  expect(told('breakdown', 0.19)).toBe('failed: singular system');
  expect(told('reached', 0.19)).toBe('reached in 7');
  expect(said(status(7), 'steady', scene, 0.1)).toBe('out of reach by 100 mm');
});

test('of the past: how it stopped, else how far it was', () => {
  expect(pastOutcome(6, 'reached')).toMatchObject({ sign: 'check', words: 'reached' });
  expect(pastOutcome(6, 'stalled').words).toBe('stopped short');
  expect([pastOutcome(0, null).words, pastOutcome(3, null).words]).toEqual([
    'at the start',
    'after 3',
  ]);
});
