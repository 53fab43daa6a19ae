import { expect, test } from 'vitest';
import type { StopReason } from '../../engine/engine.ts';
import type { RunSettings } from '../../scenario/types.ts';
import type { Tolerances } from '../tolerances.ts';
import { computeRunOutcome, pastRunOutcome } from './outcome.ts';

const run: RunSettings = {
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
const scene: Tolerances = { run, targets: [target], unit: 'm' };
const stops: Tolerances = { ...scene, run: { ...run, mode: 'converge' } };
const wordsOf = (...words: Parameters<typeof computeRunOutcome>): string =>
  computeRunOutcome(...words).words;

test('a formula reports the line in which it failed', () => {
  expect(computeRunOutcome({ ...status(17, 'breakdown'), line: 4 }, 'steady', scene)).toMatchObject(
    {
      words: 'failed in line 4',
      tone: 'bad',
    },
  );
});

test('while tracking: names the trend, or the tolerance once within it', () => {
  expect(wordsOf(status(0), 'steady', scene)).toBe('at the start');
  expect(wordsOf(status(9), 'steady', scene)).toBe('tracking');
  expect(wordsOf(status(9), 'closing in', scene)).toBe('converging');
  expect(wordsOf(status(9), 'oscillating', scene)).toBe('oscillating');
  expect(wordsOf(status(9), 'swinging', scene)).toBe('joints oscillate');
  expect(wordsOf(status(9, null, true), 'oscillating', scene)).toBe('within 1.0 mm');
});

test('a run in progress never has the tone of a failure, whatever its trend', () => {
  for (const trend of ['steady', 'closing in', 'swinging', 'oscillating', 'no progress'] as const)
    expect(computeRunOutcome(status(9), trend, stops).tone).toBe('calm');
});

test('stop rules that prove no cause all read "stopped short"', () => {
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
  const all = reasons.map((reason) => wordsOf(status(7, reason), 'steady', stops));
  const short = 'stopped short';
  expect(all).toEqual([
    'reached in 7',
    ...[short, short, 'failed: singular system', short, short],
    ...['update limit reached', short, 'reached, outside joint limits'],
  ]);
  expect(wordsOf(status(7), 'steady', stops)).toBe('running');
});

test('a pose at the targets but outside the joint limits does not count as reached', () => {
  const outside = { ...status(1, 'outside-limits', true), objectiveBefore: 0 };
  expect(wordsOf(outside, 'steady', stops)).toBe('reached, outside joint limits');
});

test('reads "ready" instead of "reached" if the start was within tolerance', () => {
  const there = { ...status(1, 'reached', true), objectiveBefore: 1e-3 };
  expect(wordsOf(there, 'steady', stops)).toBe('ready');
  expect(wordsOf({ ...there, objectiveBefore: 2e-3 }, 'steady', stops)).toBe('reached in 1');
  expect(wordsOf({ ...there, updatesSinceMove: 2 }, 'steady', stops)).toBe('reached in 2');
  const turned = { ...target, orientation: [0, 0, 0, 1], orientationWeight: 0.1 } as const;
  // 1 mm may be an angle of 0.01 rad, which exceeds the tolerance
  expect(wordsOf(there, 'steady', { ...stops, targets: [turned] })).toBe('reached in 1');
});

test('names the tolerance as a length if a single length describes it', () => {
  const there = status(9, null, true);
  const one = { ...run, residual: 1e-6 };
  expect(wordsOf(there, 'steady', { ...scene, run: one })).toBe('within 1 µm');
  expect(wordsOf(there, 'steady', { ...scene, run: one, targets: [target, target] })).toBe(
    'within tolerance',
  );
  const own = { ...target, tolerance: { position: 0.05, rotation: 0.3 } };
  expect(wordsOf(there, 'steady', { ...scene, targets: [own] })).toBe('within tolerance');
});

test('reports a target proved out of reach, unless the run failed or reached it', () => {
  const wordsBeyond = (stop: StopReason | null, beyond: number) =>
    wordsOf(status(7, stop), 'oscillating', stops, beyond);
  expect(wordsBeyond('no-improvement', 0.19)).toBe('out of reach by 190 mm');
  expect(wordsBeyond('oscillating', 0.1)).toBe('out of reach by 100 mm');
  expect(wordsBeyond(null, 0.1)).toBe('out of reach by 100 mm');
  expect(wordsBeyond('breakdown', 0.19)).toBe('failed: singular system');
  expect(wordsBeyond('reached', 0.19)).toBe('reached in 7');
  expect(wordsOf(status(7), 'steady', scene, 0.1)).toBe('out of reach by 100 mm');
});

test('pastOutcome names the stop, or the number of updates so far', () => {
  expect(pastRunOutcome(6, 'reached')).toMatchObject({ sign: 'check', words: 'reached' });
  expect(pastRunOutcome(6, 'stalled').words).toBe('stopped short');
  expect([pastRunOutcome(0, null).words, pastRunOutcome(3, null).words]).toEqual([
    'at the start',
    'after 3',
  ]);
});
