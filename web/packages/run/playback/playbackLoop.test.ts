import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlaybackLoop } from './playbackLoop.ts';

let pending: ((now: number) => void)[] = [];
beforeEach(() => {
  pending = [];
});
const next = (run: (now: number) => void) => {
  pending.push(run);
};
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Refreshes the display `count` times, 60 per second, while frames are requested. */
function refresh(count: number, from = 0): void {
  for (let i = 0; i < count; i++) for (const run of pending.splice(0)) run(from + (1000 * i) / 60);
}

function countingLoop(limit = Number.POSITIVE_INFINITY, byHand = false) {
  const seen = { frames: 0, drawn: 0, numberUpdates: 0 };
  const loop = new PlaybackLoop(
    {
      advance: () => ++seen.frames < limit,
      draw: () => seen.drawn++,
      updateNumbers: () => seen.numberUpdates++,
    },
    next,
    byHand,
  );
  return { loop, seen };
}

test('playing advances and draws at every refresh, and updates numbers ten times per second', () => {
  const { loop, seen } = countingLoop();
  loop.play();
  refresh(60);
  expect(seen).toEqual({ frames: 60, drawn: 60, numberUpdates: 10 });
});

test('pause and redraw each draw once and request no further frames', () => {
  const { loop, seen } = countingLoop();
  loop.play();
  refresh(10);
  loop.pause();
  refresh(10, 1000);
  expect(seen.frames).toBe(10);
  expect(seen.drawn).toBe(11);
  expect(pending).toEqual([]);
  loop.redraw();
  loop.redraw();
  refresh(5, 2000);
  expect(seen.drawn).toBe(12);
});

test('pauses when there is nothing more to do', () => {
  const { loop, seen } = countingLoop(7);
  loop.play();
  refresh(20);
  expect(loop.playing.value).toBe(false);
  expect(seen.frames).toBe(7);
});

test('with byHand, only step advances, and only while playing', () => {
  const { loop, seen } = countingLoop(Number.POSITIVE_INFINITY, true);
  loop.play();
  refresh(20);
  expect(seen.frames).toBe(0);
  loop.step(5);
  loop.pause();
  loop.step(5);
  expect(seen.frames).toBe(5);
});

test('with byHand, a redraw while playing updates the numbers, because no later frame does', () => {
  const { loop, seen } = countingLoop(Number.POSITIVE_INFINITY, true);
  loop.play();
  refresh(1);
  loop.redraw();
  refresh(1, 10);
  expect(seen.numberUpdates).toBe(2);
});

test('runAhead runs its frames while paused, and stops when the work ends', () => {
  const { loop, seen } = countingLoop();
  loop.runAhead(500);
  refresh(200);
  expect(seen.frames).toBe(500);
  expect(loop.playing.value).toBe(false);
  const short = countingLoop(30);
  short.loop.runAhead(500);
  refresh(200);
  expect(short.seen.frames).toBe(30);
});

/** Work whose frames take `frame` ms, in pieces of 1 ms, and whose numbers take `updateMs` ms to update. */
function slowLoop(frame: number, updateMs = 0) {
  let clock = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const seen = { frames: 0, longest: 0, drawn: 0, numberUpdates: 0 };
  let left = 0;
  const work = {
    get timedOut() {
      return left > 0;
    },
    advance(time = Number.POSITIVE_INFINITY) {
      const begun = clock;
      if (left === 0) left = frame;
      do {
        clock++;
        left--;
      } while (left > 0 && clock - begun < time);
      seen.longest = Math.max(seen.longest, clock - begun);
      if (left === 0) seen.frames++;
      return true;
    },
    draw: () => seen.drawn++,
    updateNumbers() {
      seen.numberUpdates++;
      clock += updateMs;
    },
  };
  const loop = new PlaybackLoop(work, next);
  return { loop, seen, done: () => now.mockRestore() };
}

test('frames longer than a refresh run in slices, and speedShare reports the lower speed', () => {
  const { loop, seen, done } = slowLoop(50);
  loop.play();
  refresh(61);
  expect(seen.longest).toBeLessThanOrEqual(8);
  expect(seen.frames).toBe(Math.floor(61 / Math.ceil(50 / 8)));
  expect(loop.speedShare.value).toBeCloseTo(seen.frames / 60, 1);
  loop.pause();
  expect(loop.speedShare.value).toBeNull();
  done();
});

test('draws once for every finished frame, and on redraw', () => {
  const { loop, seen, done } = slowLoop(50);
  loop.play();
  refresh(61);
  expect(seen.drawn).toBe(seen.frames + 1); // and once at the start
  loop.redraw();
  refresh(1, 1100);
  expect(seen.drawn).toBe(seen.frames + 2);
  done();
});

test('numbers that take long to update are updated less often', () => {
  const { loop, seen, done } = slowLoop(1, 50);
  loop.play();
  refresh(120);
  expect(seen.numberUpdates).toBe(5); // 450 ms apart
  done();
});

test('runAhead runs long frames in slices', () => {
  const { loop, seen, done } = slowLoop(20);
  loop.runAhead(3);
  refresh(4);
  expect(seen.frames).toBe(1);
  refresh(20);
  expect(seen.frames).toBe(3);
  expect(seen.longest).toBeLessThanOrEqual(8);
  done();
});

test('an error pauses the loop and is reported; the next play runs again', () => {
  let broken = true;
  const onError = vi.fn();
  const work = {
    advance: () => true,
    draw() {
      if (broken) throw new Error('no picture');
    },
    updateNumbers: () => {},
    onError,
  };
  const loop = new PlaybackLoop(work, next);
  loop.play();
  refresh(3);
  expect(loop.playing.value).toBe(false);
  expect(onError).toHaveBeenCalled();
  broken = false;
  loop.play();
  refresh(3);
  expect(loop.playing.value).toBe(true);
});

test('while away, neither playing nor step advances; playing continues afterwards', () => {
  const { loop, seen } = countingLoop();
  loop.play();
  refresh(5);
  loop.suspended = true;
  refresh(10, 1000);
  loop.step(3);
  expect([seen.frames, loop.playing.value]).toEqual([5, true]);
  expect(pending).toEqual([]);
  loop.suspended = false;
  refresh(10, 2000);
  expect(seen.frames).toBe(15);
});
