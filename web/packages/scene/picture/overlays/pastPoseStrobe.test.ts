import { expect, test } from 'vitest';
import { chooseStrobeMoments } from './pastPoseStrobe.ts';

test('strobe moments are few, distinct, and denser at the start', () => {
  expect(chooseStrobeMoments(0, 7)).toEqual([]);
  expect(chooseStrobeMoments(3, 7)).toEqual([0, 1, 2]);
  for (const count of [8, 9, 20, 119]) {
    const shown = chooseStrobeMoments(count, 7);
    expect(shown[0]).toBe(0);
    expect(shown.at(-1)).toBe(count - 1);
    expect(new Set(shown).size).toBe(7);
    expect([...shown].sort((a, b) => a - b)).toEqual(shown);
  }
  expect(chooseStrobeMoments(119, 7)).toEqual([0, 3, 13, 30, 52, 82, 118]);
});
