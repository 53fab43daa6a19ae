import { describe, expect, test } from 'vitest';
import { areInstancesComparable, findLeaderByScore, findLeaderByUpdates } from './lead.ts';

const stopped = (stop: 'reached' | 'oscillating', updatesSinceMove: number, error: number) => ({
  stop,
  updatesSinceMove,
  error,
});
const running = (updatesSinceMove: number, error: number) => ({
  stop: null,
  updatesSinceMove,
  error,
});

describe('fewestUpdates', () => {
  test('picks the method that reached its targets in the fewest updates, whatever the errors', () => {
    const instances = [stopped('reached', 25, 0), stopped('reached', 17, 9e-4), running(20, 1e-5)];
    expect(findLeaderByUpdates(instances)).toEqual({
      instance: 1,
      title: 'Fewest updates',
      margin: '8 fewer',
    });
  });

  test.each([
    [19, 17],
    [100, 81],
    [4, 2],
  ])('%i and %i updates differ too little for a lead', (more, fewer) => {
    expect(
      findLeaderByUpdates([stopped('reached', more, 0), stopped('reached', fewer, 0)]),
    ).toBeNull();
  });

  test('equal update counts give no lead', () => {
    expect(
      findLeaderByUpdates([stopped('reached', 5, 1e-4), stopped('reached', 5, 2e-4)]),
    ).toBeNull();
  });

  test('the only method to arrive is "First to arrive" until the others have stopped', () => {
    const arrived = stopped('reached', 9, 0);
    expect(findLeaderByUpdates([running(9, 1), arrived])?.title).toBe('First to arrive');
    expect(findLeaderByUpdates([stopped('oscillating', 3, 1), arrived])?.title).toBe(
      'Only one to arrive',
    );
  });

  test('if no method arrives, the closest leads by a clear margin, once all have stopped', () => {
    const miss = (error: number) => stopped('oscillating', 9, error);
    expect(findLeaderByUpdates([miss(0.2), miss(0.1)])).toEqual({
      instance: 1,
      title: 'Closest',
      margin: '100 mm closer',
    });
    expect(findLeaderByUpdates([miss(0.105), miss(0.1)])).toBeNull();
    expect(findLeaderByUpdates([running(9, 0.2), miss(0.1)])).toBeNull();
  });

  test('errors that are shown as the same text give no lead', () => {
    expect(
      findLeaderByUpdates([stopped('oscillating', 9, 4e-6), stopped('oscillating', 9, 2e-6)]),
    ).toBeNull();
  });

  test('a single method has no lead', () => {
    expect(findLeaderByUpdates([stopped('reached', 9, 0)])).toBeNull();
  });
});

describe('leastScore', () => {
  const valueText = (value: number) => `${value}°`;
  const arrived = [stopped('reached', 5, 1e-4), stopped('reached', 60, 1e-4)];

  test('picks the lowest score, whatever the update counts, if the difference is clear', () => {
    expect(findLeaderByScore(arrived, { values: [40, 3], valueText })).toEqual({
      instance: 1,
      title: 'Lowest',
      margin: '37° less',
    });
    expect(findLeaderByScore(arrived, { values: [3, 3.1], valueText })).toBeNull();
  });

  test('compares only methods that arrived, once all have stopped', () => {
    const missed = [stopped('oscillating', 9, 1), ...arrived];
    expect(findLeaderByScore(missed, { values: [1, 40, 3], valueText })?.instance).toBe(2);
    expect(
      findLeaderByScore([running(3, 1), ...arrived], { values: [1, 40, 3], valueText }),
    ).toBeNull();
    expect(
      findLeaderByScore([stopped('oscillating', 9, 1), stopped('reached', 5, 0)], {
        values: [1, 2],
        valueText,
      }),
    ).toEqual({ instance: 1, title: 'Only one to arrive', margin: '' });
  });
});

test('isComparable is true if no method had moved before the targets did', () => {
  expect(areInstancesComparable([{ updates: 5, updatesSinceMove: 5 }])).toBe(true);
  expect(
    areInstancesComparable([
      { updates: 5, updatesSinceMove: 5 },
      { updates: 9, updatesSinceMove: 4 },
    ]),
  ).toBe(false);
});
