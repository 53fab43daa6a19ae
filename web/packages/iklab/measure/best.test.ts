import { describe, expect, test } from 'vitest';
import { fewestUpdates, isComparable, leastScore } from './best.ts';

const stopped = (stop: 'reached' | 'oscillating', updatesSinceMove: number, error: number) => ({
  stop,
  updatesSinceMove,
  error,
});
const going = (updatesSinceMove: number, error: number) => ({
  stop: null,
  updatesSinceMove,
  error,
});

describe('of instances that run until they stop', () => {
  test('the fewest updates to the targets win, however small the error of another', () => {
    const instances = [stopped('reached', 25, 0), stopped('reached', 17, 9e-4), going(20, 1e-5)];
    expect(fewestUpdates(instances)).toEqual({
      instance: 1,
      title: 'Fewest updates',
      margin: '8 fewer',
    });
  });

  test.each([
    [19, 17],
    [100, 81],
    [4, 2],
  ])('%i and %i updates are nearly the same', (more, fewer) => {
    expect(fewestUpdates([stopped('reached', more, 0), stopped('reached', fewer, 0)])).toBeNull();
  });

  test('as many updates are nobody’s lead', () => {
    expect(fewestUpdates([stopped('reached', 5, 1e-4), stopped('reached', 5, 2e-4)])).toBeNull();
  });

  test('the only one there is first, and alone when the others have given up', () => {
    const there = stopped('reached', 9, 0);
    expect(fewestUpdates([going(9, 1), there])?.title).toBe('First to arrive');
    expect(fewestUpdates([stopped('oscillating', 3, 1), there])?.title).toBe('Only one to arrive');
  });

  test('where nobody gets there, a tenth less of the error is needed, once all have stopped', () => {
    const miss = (error: number) => stopped('oscillating', 9, error);
    expect(fewestUpdates([miss(0.2), miss(0.1)])).toEqual({
      instance: 1,
      title: 'Closest',
      margin: '100 mm closer',
    });
    expect(fewestUpdates([miss(0.105), miss(0.1)])).toBeNull();
    expect(fewestUpdates([going(9, 0.2), miss(0.1)])).toBeNull();
  });

  test('what reads the same is not better', () => {
    expect(
      fewestUpdates([stopped('oscillating', 9, 4e-6), stopped('oscillating', 9, 2e-6)]),
    ).toBeNull();
  });

  test('one instance leads nobody', () => {
    expect(fewestUpdates([stopped('reached', 9, 0)])).toBeNull();
  });
});

describe('by another measure', () => {
  const valueText = (value: number) => `${value}°`;
  const there = [stopped('reached', 5, 1e-4), stopped('reached', 60, 1e-4)];

  test('the least leads, however many updates it took', () => {
    expect(leastScore(there, { values: [40, 3], valueText })).toEqual({
      instance: 1,
      title: 'Lowest',
      margin: '37° less',
    });
    expect(leastScore(there, { values: [3, 3.1], valueText })).toBeNull();
  });

  test('of those that are there, once all have stopped', () => {
    const missed = [stopped('oscillating', 9, 1), ...there];
    expect(leastScore(missed, { values: [1, 40, 3], valueText })?.instance).toBe(2);
    expect(leastScore([going(3, 1), ...there], { values: [1, 40, 3], valueText })).toBeNull();
    expect(
      leastScore([stopped('oscillating', 9, 1), stopped('reached', 5, 0)], {
        values: [1, 2],
        valueText,
      }),
    ).toEqual({ instance: 1, title: 'Only one to arrive', margin: '' });
  });
});

test('they began alike where nobody had moved before the targets did', () => {
  expect(isComparable([{ updates: 5, updatesSinceMove: 5 }])).toBe(true);
  expect(
    isComparable([
      { updates: 5, updatesSinceMove: 5 },
      { updates: 9, updatesSinceMove: 4 },
    ]),
  ).toBe(false);
});
