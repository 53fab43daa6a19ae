import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Loop } from './loop.ts';

let pending: ((now: number) => void)[] = [];
beforeEach(() => {
  pending = [];
  vi.stubGlobal('requestAnimationFrame', (run: (now: number) => void) => pending.push(run));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Lets the display refresh `count` times, 60 a second, while it is asked to. */
function refresh(count: number, from = 0): void {
  for (let i = 0; i < count; i++) for (const run of pending.splice(0)) run(from + (1000 * i) / 60);
}

function counted(limit = Number.POSITIVE_INFINITY, byHand = false) {
  const seen = { frames: 0, drawn: 0, told: 0 };
  const loop = new Loop(
    {
      advance: () => ++seen.frames < limit,
      draw: () => seen.drawn++,
      tell: () => seen.told++,
    },
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
  loop.skip(500);
  refresh(200);
  expect(seen.frames).toBe(500);
  expect(loop.playing.value).toBe(false);
  const short = counted(30);
  short.loop.skip(500);
  refresh(200);
  expect(short.seen.frames).toBe(30);
});
