import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Loop } from './loop.ts';

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

/** Refreshes the display `count` times at 60 per second, as long as it is requested. */
function refresh(count: number, from = 0): void {
  for (let i = 0; i < count; i++) for (const run of pending.splice(0)) run(from + (1000 * i) / 60);
}

function counted(limit = Number.POSITIVE_INFINITY, byHand = false) {
  const seen = { frames: 0, drawn: 0, told: 0 };
  const loop = new Loop(
    {
      advance: () => ++seen.frames < limit,
      draw: () => seen.drawn++,
      updateNumbers: () => seen.told++,
    },
    next,
    byHand,
  );
  return { loop, seen };
}

test('playing advances and draws at every refresh, and tells ten times a second', () => {
  const { loop, seen } = counted();
  loop.play();
  refresh(60);
  expect(seen).toEqual({ frames: 60, drawn: 60, told: 10 });
});

test('paused, it draws once and asks for no more', () => {
  const { loop, seen } = counted();
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

test('it pauses when there is nothing more to do', () => {
  const { loop, seen } = counted(7);
  loop.play();
  refresh(20);
  expect(loop.playing.value).toBe(false);
  expect(seen.frames).toBe(7);
});

test('by hand, only steps advance, and only while playing', () => {
  const { loop, seen } = counted(Number.POSITIVE_INFINITY, true);
  loop.play();
  refresh(20);
  expect(seen.frames).toBe(0);
  loop.step(5);
  loop.pause();
  loop.step(5);
  expect(seen.frames).toBe(5);
});

test('skipping runs the frames whether playing or not, and stops at the end of the work', () => {
  const { loop, seen } = counted();
  loop.runAhead(500);
  refresh(200);
  expect(seen.frames).toBe(500);
  expect(loop.playing.value).toBe(false);
  const short = counted(30);
  short.loop.runAhead(500);
  refresh(200);
  expect(short.seen.frames).toBe(30);
});

/** Frames take this many milliseconds each, in pieces of one. */
function slow(frame: number, telling = 0) {
  let clock = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const seen = { frames: 0, longest: 0, drawn: 0, told: 0 };
  let left = 0;
  const work = {
    get outOfTime() {
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
      seen.told++;
      clock += telling;
    },
  };
  const loop = new Loop(work, next);
  return { loop, seen, done: () => now.mockRestore() };
}

test('what takes longer than a refresh is done in slices, and said to be slower', () => {
  const { loop, seen, done } = slow(50);
  loop.play();
  refresh(61);
  expect(seen.longest).toBeLessThanOrEqual(8);
  expect(seen.frames).toBe(Math.floor(61 / Math.ceil(50 / 8)));
  expect(loop.speedShare.value).toBeCloseTo(seen.frames / 60, 1);
  loop.pause();
  expect(loop.speedShare.value).toBeNull();
  done();
});

test('a picture is drawn for every frame that is done, and where one is asked for', () => {
  const { loop, seen, done } = slow(50);
  loop.play();
  refresh(61);
  expect(seen.drawn).toBe(seen.frames + 1); // As at the start.
  loop.redraw();
  refresh(1, 1100);
  expect(seen.drawn).toBe(seen.frames + 2);
  done();
});

test('what takes long to tell is told less often', () => {
  const { loop, seen, done } = slow(1, 50);
  loop.play();
  refresh(120);
  expect(seen.told).toBe(5); // Each 450 ms after the previous one.
  done();
});

test('many frames at once take slices too', () => {
  const { loop, seen, done } = slow(20);
  loop.runAhead(3);
  refresh(4);
  expect(seen.frames).toBe(1);
  refresh(20);
  expect(seen.frames).toBe(3);
  expect(seen.longest).toBeLessThanOrEqual(8);
  done();
});

test('what is thrown ends the run, and the next one begins', () => {
  let broken = true;
  const failed = vi.fn();
  const work = {
    advance: () => true,
    draw() {
      if (broken) throw new Error('no picture');
    },
    updateNumbers: () => {},
    failed,
  };
  const loop = new Loop(work, next);
  loop.play();
  refresh(3);
  expect(loop.playing.value).toBe(false);
  expect(failed).toHaveBeenCalled();
  broken = false;
  loop.play();
  refresh(3);
  expect(loop.playing.value).toBe(true);
});

test('left, what plays waits, also for steps by hand, and goes on when one is back', () => {
  const { loop, seen } = counted();
  loop.play();
  refresh(5);
  loop.away = true;
  refresh(10, 1000);
  loop.step(3);
  expect([seen.frames, loop.playing.value]).toEqual([5, true]);
  expect(pending).toEqual([]);
  loop.away = false;
  refresh(10, 2000);
  expect(seen.frames).toBe(15);
});
