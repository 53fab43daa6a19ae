import type { ThreadTime, Timer } from './time.ts';

const ROUNDING = 1e-6; // Milliseconds, for sums of times.

/** Stops the time: `now` stays the same, and timers fire only with `advance`. */
export function stopTime(time: ThreadTime): void {
  time.heldAt ??= performance.now();
  for (const { native } of time.timers) clearTimeout(native);
}

export function resumeTime(time: ThreadTime): void {
  if (time.heldAt === null) return;
  time.ahead -= performance.now() - time.heldAt;
  time.heldAt = null;
  for (const timer of time.timers) timer.native = setTimeout(timer.fire, timer.due - time.now());
}

export function advanceTime(time: ThreadTime, milliseconds: number): void {
  const until = time.now() + milliseconds;
  const limit = until + ROUNDING;
  for (let next = nextTimer(time, limit); next; next = nextTimer(time, limit)) {
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
 * Resolves once no counted task is pending and a frame passes in which none begins, because effects
 * and the browser's reports come with frames. Advances the time to the next timer instead of
 * waiting, unless the time is stopped.
 */
export async function waitUntilThreadSettled(time: ThreadTime): Promise<void> {
  const { activity } = time;
  for (let before = -1; before !== activity.startedCount; ) {
    await waitUntilIdle(time);
    before = activity.startedCount;
    await new Promise<void>((resolve) =>
      time.requestFrame(() => setTimeout(resolve), 'background'),
    );
    await waitUntilIdle(time);
  }
}

async function waitUntilIdle(time: ThreadTime): Promise<void> {
  for (;;) {
    await time.activity.whenIdle(['timer']);
    const next = time.heldAt === null ? nextTimer(time, Number.POSITIVE_INFINITY, true) : null;
    if (!next) return;
    advanceTime(time, next.due - time.now());
  }
}
