/** Controls the time of a thread for tests: hold, advance, wait until nothing is pending. */
import type { ThreadTime, Timer } from './time.ts';

const ROUNDING = 1e-6; // Milliseconds, for sums of times.

/** Stops the time: `now` stays the same, and timers fire only with `advance`. */
export function hold(time: ThreadTime): void {
  time.held ??= performance.now();
  for (const { native } of time.timers) clearTimeout(native);
}

export function release(time: ThreadTime): void {
  if (time.held === null) return;
  time.ahead -= performance.now() - time.held;
  time.held = null;
  for (const timer of time.timers) timer.native = setTimeout(timer.fire, timer.due - time.now());
}

/** Advances the time at once, and fires the timers that become due, in order. */
export function advance(time: ThreadTime, milliseconds: number): void {
  const until = time.now() + milliseconds;
  const due = until + ROUNDING;
  for (let next = nextTimer(time, due); next; next = nextTimer(time, due)) {
    time.ahead += Math.max(0, next.due - time.now());
    next.fire();
  }
  time.ahead += Math.max(0, until - time.now());
}

function nextTimer(time: ThreadTime, until: number, countedOnly = false): Timer | null {
  let found: Timer | null = null;
  for (const timer of time.timers) {
    if ((countedOnly && !timer.counted) || timer.due > until) continue;
    if (!found || timer.due < found.due) found = timer;
  }
  return found;
}

/**
 * Resolves once nothing counted is pending and a frame has passed in which nothing began: effects
 * of components, and the browser's reports of sizes and visibility, come with frames. Advances the
 * time to the next timer instead of waiting for it, unless the time is held.
 */
export async function settled(time: ThreadTime): Promise<void> {
  const { activity } = time;
  for (let before = -1; before !== activity.begun; ) {
    await ended(time);
    before = activity.begun;
    await new Promise<void>((resolve) => time.frame(() => setTimeout(resolve), 'background'));
    await ended(time);
  }
}

async function ended(time: ThreadTime): Promise<void> {
  for (;;) {
    await time.activity.ended(['timer']);
    const next = time.held === null ? nextTimer(time, Number.POSITIVE_INFINITY, true) : null;
    if (!next) return;
    advance(time, next.due - time.now());
  }
}
