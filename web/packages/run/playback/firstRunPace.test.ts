import { expect, test } from 'vitest';
import { FirstRunPace } from './firstRunPace.ts';

test('the first 24 updates take three frames each, the others one', () => {
  const greeting = new FirstRunPace();
  const updates = (frames: number) =>
    Array.from({ length: frames }, () => greeting.next()).filter(Boolean).length;
  expect([updates(6), updates(66), updates(50)]).toEqual([2, 22, 50]);
});
