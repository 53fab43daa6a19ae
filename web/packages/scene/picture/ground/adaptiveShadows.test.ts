import { expect, test } from 'vitest';
import { AdaptiveShadows } from './adaptiveShadows.ts';

/** The pace after so many pictures, with intervals of `apart` milliseconds. */
function after(pictures: number, apart: (i: number) => number): AdaptiveShadows {
  const pace = new AdaptiveShadows();
  let now = 0;
  for (let i = 0; i < pictures; i++) {
    now += apart(i);
    pace.recordFrame(now);
  }
  return pace;
}

test('all shadows stay if pictures are fast, or rare', () => {
  expect(after(500, () => 16.7).level).toBe('all');
  expect(after(500, () => 33.4).level).toBe('all');
  expect(after(500, () => 400).level).toBe('all');
  expect(after(500, (i) => (i % 20 === 0 ? 240 : 16.7)).level).toBe('all');
});

test('shadows are removed step by step if pictures are slow, and stay removed', () => {
  expect(after(48, () => 60).level).toBe('all');
  expect(after(49, () => 60).level).toBe('ground');
  expect(after(97, () => 60).level).toBe('sky');
  expect(after(500, () => 60).level).toBe('sky');
  expect(after(500, (i) => (i < 60 ? 60 : 16.7)).level).toBe('ground');
});
