import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sparing } from './sparing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Parts that take so many milliseconds each. */
function works(took: number, parts: number) {
  let clock = 0;
  const seen: string[] = [];
  const sparing = new Sparing(() => clock);
  const make = (name: string) =>
    function* () {
      for (let part = 0; part < parts; part++) {
        clock += took;
        seen.push(`${name}${part}`);
        yield;
      }
    };
  const pass = (time: number): void => {
    clock += time;
    vi.advanceTimersByTime(time);
  };
  return { sparing, seen, make, pass };
}

test('what is short is done at once', () => {
  const { sparing, seen, make } = works(2, 3);
  sparing.run(make('a'));
  sparing.run(make('b'));
  expect(seen).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'b2']);
  expect(sparing.busy).toBe(false);
});

test('what is long is done in slices, each with a rest of four times its length', () => {
  const { sparing, seen, make, pass } = works(30, 2);
  sparing.run(make('a'));
  expect(seen).toEqual(['a0']);
  expect(sparing.busy).toBe(true);
  pass(119);
  expect(seen).toEqual(['a0']);
  pass(1);
  expect(seen).toEqual(['a0', 'a1']);
  pass(120);
  expect(sparing.busy).toBe(false);
});

test('of what is asked for meanwhile the last follows', () => {
  const { sparing, seen, make, pass } = works(30, 1);
  sparing.run(make('a'));
  sparing.run(make('b'));
  sparing.run(make('c'));
  for (let i = 0; i < 4; i++) pass(120);
  expect(seen).toEqual(['a0', 'c0']);
});

test('what is stopped goes on no more, and what comes next waits for the end of the rest', () => {
  const { sparing, seen, make, pass } = works(30, 2);
  sparing.run(make('a'));
  sparing.stop();
  expect(sparing.busy).toBe(false);
  expect(sparing.rested).toBe(false);
  sparing.run(make('b'));
  expect(seen).toEqual(['a0']);
  pass(120);
  expect(seen).toEqual(['a0', 'b0']);
});
