import { expect, test } from 'vitest';
import { TARGET_STRIDE } from '../engine/protocol.ts';
import { Goals } from './rings.ts';

test('a ring knows that its target is out of reach, until it comes back', () => {
  const far = (goals: ArrayLike<number>) =>
    (goals[TARGET_STRIDE] as number) > 2
      ? [{ target: 1, by: (goals[TARGET_STRIDE] as number) - 2 }]
      : [];
  const shared = new Goals(2, [], far);
  const goals = new Float64Array(2 * TARGET_STRIDE);
  const at = (x: number): number[] => {
    goals[TARGET_STRIDE] = x;
    shared.update(goals);
    return [...shared.beyond.array];
  };
  expect(at(2.5)).toEqual([0, 0.5]);
  expect(at(2.5)).toEqual([0, 0.5]);
  expect(at(1)).toEqual([0, 0]);
});
