import { describe, expect, test } from 'vitest';
import { Following, winner } from './best.ts';

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
    const instances = [stopped('reached', 19, 0), stopped('reached', 17, 9e-4), going(20, 1e-5)];
    expect(winner(instances)).toEqual({ instance: 1, margin: '2 ahead' });
  });

  test('as many updates are nobody’s lead', () => {
    expect(winner([stopped('reached', 5, 1e-4), stopped('reached', 5, 2e-4)])).toBeNull();
  });

  test('the only one there is first, and alone when the others have given up', () => {
    const there = stopped('reached', 9, 0);
    expect(winner([going(9, 1), there])?.margin).toBe('first');
    expect(winner([stopped('oscillating', 3, 1), there])?.margin).toBe('alone');
  });

  test('where nobody gets there, a tenth less of the error is needed, once all have stopped', () => {
    const miss = (error: number) => stopped('oscillating', 9, error);
    expect(winner([miss(0.2), miss(0.1)])).toEqual({ instance: 1, margin: '100 mm closer' });
    expect(winner([miss(0.105), miss(0.1)])).toBeNull();
    expect(winner([going(9, 0.2), miss(0.1)])).toBeNull();
  });

  test('what reads the same is not better', () => {
    expect(winner([stopped('oscillating', 9, 4e-6), stopped('oscillating', 9, 2e-6)])).toBeNull();
  });

  test('one instance leads nobody', () => {
    expect(winner([stopped('reached', 9, 0)])).toBeNull();
  });
});

describe('while targets move', () => {
  const errors = [0.5, 0.4];

  test('the mean over a window decides, and holds until the next is full', () => {
    const following = new Following(2);
    for (let i = 0; i < Following.window - 1; i++) following.record((p) => errors[p] as number);
    expect(following.lead).toBeNull();
    following.record((p) => errors[p] as number);
    expect(following.lead).toEqual({ instance: 1, margin: '100 mm closer' });
    for (let i = 0; i < Following.window - 1; i++) following.record((p) => 1 - p);
    expect(following.lead?.margin).toBe('100 mm closer');
  });

  test('starting anew forgets it', () => {
    const following = new Following(2);
    for (let i = 0; i < Following.window; i++) following.record((p) => errors[p] as number);
    following.clear();
    expect([following.lead, following.means]).toEqual([null, null]);
  });
});
