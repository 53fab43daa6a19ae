import { replayHash } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { errorRulerLabel, makeErrorRuler } from '@iklab/core/format';
import { waitForNextTask } from '@iklab/core/time';
import { expect, test } from 'vitest';
import { computeReplayHashSliced, rateShareUrlLength } from './share.ts';

test.each([
  [148, 'good'],
  [1999, 'good'],
  [2000, 'warn'],
  [7999, 'warn'],
  [8000, 'bad'],
])('linkLength of %i characters has tone %s', (characters, tone) => {
  expect(rateShareUrlLength(characters).tone).toBe(tone);
});

test('the share of linkLength grows with the length, up to 1', () => {
  const shares = [0, 1000, 2000, 5000, 8000, 32_000].map((n) => rateShareUrlLength(n).share);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
});

test('the error ruler is logarithmic, clamps to its ends, and covers the largest error', () => {
  const { powers, position: at } = makeErrorRuler(3.2);
  expect([powers[0], powers.at(-1)]).toEqual([-6, 1]);
  expect([at(1e-6), at(1e-9), at(0), at(10), at(Number.POSITIVE_INFINITY)]).toEqual([
    0, 0, 0, 1, 1,
  ]);
  expect(at(1e-3)).toBeCloseTo(3 / 7, 12);
  expect(makeErrorRuler(250).powers.at(-1)).toBe(3);
  expect(errorRulerLabel(-3)).toBe('1 mm');
});

test('hashInSlices finishes with late, short slices, and returns null when cancelled', async () => {
  const engine = await testEngine();
  const scene = makePresetTestScene('y', engine);
  let slices = 0;
  const late = async () => {
    slices++;
    await waitForNextTask();
    return 0;
  };
  expect(await computeReplayHashSliced(engine, scene, () => true, late)).toBe(
    replayHash(engine, scene),
  );
  expect(slices).toBeGreaterThan(100);
  slices = 0;
  expect(await computeReplayHashSliced(engine, scene, () => slices < 5, late)).toBeNull();
});
