import { expect, test } from 'vitest';
import { makePresetTestScene, testEngine } from '../engine/testing.ts';
import { lengthBoundText, outOfReachText, proofMethodText } from './outOfReachText.ts';

const engine = await testEngine();
const { scenario: pose } = makePresetTestScene('arm-6', engine);
const place = { ...pose, targets: pose.targets.map((each) => ({ ...each, orientation: null })) };

const proof = {
  ...{ missing: 0.0239, isAngle: false, needsLimits: false, target: 0, text: '' },
  method: 'shell',
} as const;

test('states a proof with a bound rounded down', () => {
  expect(outOfReachText(proof, place)).toBe(
    'Proven: every pose misses the target by at least 23 mm.',
  );
  const angle = { ...proof, missing: 0.1059, isAngle: true, needsLimits: true };
  expect(outOfReachText(angle, pose)).toBe(
    'Proven: every pose within the limits at the position of the target misses its orientation by at least 6°.',
  );
  expect(outOfReachText({ ...proof, missing: 1e-7 }, place)).toBe(
    'Proven: every pose misses the target.',
  );
});

test('bounds the position error only of poses that have the orientation of the target', () => {
  expect(outOfReachText({ ...proof, missing: 0.18 }, pose)).toBe(
    'Proven: every pose with the orientation of the target misses its position by at least 180 mm.',
  );
  const free = { position: [], orientation: ['z'], frame: 'target' } as const;
  const spun = { ...pose, targets: pose.targets.map((each) => ({ ...each, free })) };
  expect(outOfReachText(proof, spun)).toBe(outOfReachText(proof, place));
});

test('names the target that is out of reach among several', () => {
  const { unit, targets } = place;
  const two = { unit, targets: [...pose.targets, ...targets] };
  expect(outOfReachText({ ...proof, missing: 0.18, target: 1 }, two)).toBe(
    'Proven: every pose misses target 2 by at least 180 mm.',
  );
});

test.each([
  [0.699999999, 'm', '699 mm'],
  [0.0995, 'm', '99 mm'],
  [0.00916, 'm', '9.1 mm'],
  [1.239, 'm', '1.23 m'],
  [12.39, 'm', '12.3 m'],
  [0.6999, 'none', '0.69 units'],
  [699.99, 'mm', '699 mm'],
] as const)('shows a lower bound of %s %s as %s', (value, unit, text) => {
  expect(lengthBoundText(value, unit)).toBe(text);
});

test('states how a proof was made', () => {
  const texts = (['shell', 'closed-form', 'boxes'] as const).map((method) =>
    proofMethodText({ ...proof, method }),
  );
  expect(texts[0]).toContain('lengths of the links');
  expect(texts[1]).toContain('closed form');
  expect(texts[2]).toContain('boxes');
});
