import { expect, test } from 'vitest';
import { NewestByKey } from './newestByKey.ts';

test('opens an object once per key, and removes the oldest of more than eight', () => {
  const removed: string[] = [];
  const opened: string[] = [];
  const kept = new NewestByKey<string>((value) => removed.push(value));
  const get = (key: string) => kept.getOrOpen(key, () => opened[opened.push(`${key}!`) - 1] ?? '');
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  for (const key of [...keys, ...keys]) expect(get(key)).toBe(`${key}!`);
  expect(opened).toHaveLength(8);
  expect(removed).toEqual([]);
  get('i');
  expect(removed).toEqual(['a!']);
  get('b');
  get('a');
  expect(removed).toEqual(['a!', 'b!']);
  kept.clear();
  expect(removed.slice(2)).toEqual(['c!', 'd!', 'e!', 'f!', 'g!', 'h!', 'i!', 'a!']);
  expect(get('i')).toBe('i!');
  expect(opened).toHaveLength(11);
});

test('keeps the others if one cannot be opened', () => {
  const kept = new NewestByKey<number>(() => {});
  kept.getOrOpen('a', () => 1);
  expect(() =>
    kept.getOrOpen('b', () => {
      throw new Error('refused');
    }),
  ).toThrow('refused');
  expect(kept.getOrOpen('b', () => 2) + kept.getOrOpen('a', () => 3)).toBe(3);
});
