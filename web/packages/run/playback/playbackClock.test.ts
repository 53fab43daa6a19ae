import { expect, test } from 'vitest';
import { PlaybackClock } from './playbackClock.ts';

function frames(hertz: number, seconds: number, jitter = 0): number[] {
  const clock = new PlaybackClock();
  return Array.from({ length: hertz * seconds }, (_, i) =>
    clock.dueFrames((1000 * i) / hertz + jitter * (i % 2 === 0 ? 1 : -1)),
  );
}
const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);

test.each([30, 50, 60, 75, 120, 144, 240])(
  '60 frames per second are due on a display of %i Hz',
  (hertz) => {
    expect(Math.abs(sum(frames(hertz, 10)) - 600)).toBeLessThanOrEqual(2);
  },
);

test('one frame is due at each refresh of a 60 Hz display that jitters by 2 ms', () => {
  expect(new Set(frames(60, 5, 1))).toEqual(new Set([1]));
});

test('at most 4 frames are due after a delay', () => {
  const clock = new PlaybackClock();
  clock.dueFrames(0);
  expect(clock.dueFrames(200)).toBe(4);
  expect(clock.dueFrames(216.7)).toBe(1);
});

test.each([0.1, 0.25, 0.5, 2, 4])(
  'at speed %f the number of frames is scaled, and they are evenly spaced',
  (speed) => {
    const clock = new PlaybackClock();
    const due = Array.from({ length: 600 }, (_, i) => clock.dueFrames((1000 * i) / 60, speed));
    expect(Math.abs(sum(due) - 600 * speed)).toBeLessThanOrEqual(1);
    const most = Math.ceil(speed);
    expect(Math.max(...due)).toBe(most);
    if (speed < 1) {
      const at = due.flatMap((n, i) => (n > 0 ? [i] : []));
      const gaps = at.slice(1).map((i, k) => i - (at[k] as number));
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
    } else expect(Math.min(...due)).toBe(most);
  },
);

test.each([2, 4])('at speed %f a jittering display loses no frames', (speed) => {
  const clock = new PlaybackClock();
  const due = Array.from({ length: 600 }, (_, i) =>
    clock.dueFrames((1000 * i) / 60 + (i % 2), speed),
  );
  expect(Math.abs(sum(due) - 600 * speed)).toBeLessThanOrEqual(4);
  expect(Math.max(...due)).toBeLessThanOrEqual(4);
});

test('a minute without refreshes, as in a hidden tab, makes one frame due', () => {
  const clock = new PlaybackClock();
  clock.dueFrames(0);
  expect(clock.dueFrames(60_000)).toBe(1);
});
