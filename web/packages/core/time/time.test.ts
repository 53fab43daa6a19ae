import { describe, expect, test } from 'vitest';
import { ThreadActivity } from './threadActivity.ts';
import { ThreadTime, waitForNextFrame, waitForNextTask } from './time.ts';
import { advanceTime, resumeTime, stopTime, waitUntilThreadSettled } from './timeControl.ts';

/** A time with its own activity, and a record of its callbacks. */
function recorded() {
  const activity = new ThreadActivity();
  const time = new ThreadTime(activity);
  const calls: string[] = [];
  const call = (name: string) => () => calls.push(`${name} at ${Math.round(time.now() - start)}`);
  stopTime(time);
  const start = time.now();
  return { activity, time, calls, call };
}

describe('held time', () => {
  test('fires timers in the order in which they are due, each at its due time', () => {
    const { time, calls, call } = recorded();
    time.schedule(30, call('c'));
    time.schedule(10, call('a'));
    time.schedule(20, () => {
      call('b')();
      time.schedule(5, call('after b'));
    });
    advanceTime(time, 19);
    expect(calls).toEqual(['a at 10']);
    advanceTime(time, 100);
    expect(calls).toEqual(['a at 10', 'b at 20', 'after b at 25', 'c at 30']);
  });

  test('does not fire cancelled timers', () => {
    const { activity, time, calls, call } = recorded();
    const cancel = time.schedule(10, call('a'));
    expect(activity.pending).toEqual({ timer: 1 });
    cancel();
    advanceTime(time, 20);
    expect(calls).toEqual([]);
    expect(activity.pending).toEqual({});
  });

  test('passes the held time to frames', async () => {
    const { time } = recorded();
    advanceTime(time, 1e6);
    expect(await waitForNextFrame(time)).toBe(time.now());
  });

  test('holds timers that are already running, and restarts them when released', async () => {
    const time = new ThreadTime(new ThreadActivity());
    const fired: string[] = [];
    time.schedule(0, () => fired.push('early'));
    stopTime(time);
    await waitForNextTask();
    await waitForNextTask();
    expect(fired).toEqual([]);
    resumeTime(time);
    await waitUntilThreadSettled(time);
    expect(fired).toEqual(['early']);
  });
});

describe('settled', () => {
  test('waits for timers, frames and idle callbacks, and for those that follow them', async () => {
    const time = new ThreadTime(new ThreadActivity());
    const done: string[] = [];
    time.schedule(1, () => time.requestFrame(() => time.requestIdle(() => done.push('idle'), 10)));
    await waitUntilThreadSettled(time);
    expect(done).toEqual(['idle']);
  });

  test('keeps waiting while something begins in each frame', async () => {
    const activity = new ThreadActivity();
    const time = new ThreadTime(activity);
    let effects = 0;
    const effect = (): void => {
      if (++effects === 5) return;
      activity.touch();
      time.requestFrame(effect, 'background');
    };
    effect();
    await waitUntilThreadSettled(time);
    expect(effects).toBe(5);
  });

  test('advances to the timers at once, in order', async () => {
    const time = new ThreadTime(new ThreadActivity());
    const done: number[] = [];
    const start = time.now();
    time.schedule(7e6, () => done.push(7e6));
    time.schedule(6e6, () => {
      done.push(6e6);
      time.schedule(5e5, () => done.push(6.5e6));
    });
    await waitUntilThreadSettled(time);
    expect(done).toEqual([6e6, 6.5e6, 7e6]);
    expect(time.now() - start).toBeGreaterThanOrEqual(7e6);
  });

  test('does not wait for background work or for held timers', async () => {
    const time = new ThreadTime(new ThreadActivity());
    let late = false;
    const stop = time.schedule(
      1e6,
      () => {
        late = true;
      },
      'background',
    );
    let cancel = (): void => {};
    const play = (): void => {
      cancel = time.requestFrame(play, 'background');
    };
    play();
    await waitUntilThreadSettled(time);
    stopTime(time);
    time.schedule(1e3, () => {
      late = true;
    });
    await waitUntilThreadSettled(time);
    expect(late).toBe(false);
    cancel();
    stop();
  });

  test('waits for counted promises, including rejected ones', async () => {
    const activity = new ThreadActivity();
    const time = new ThreadTime(activity);
    let fail = (_: Error): void => {};
    const broken = activity.track(
      'store',
      new Promise((_, reject) => {
        fail = reject;
      }),
    );
    broken.catch(() => {});
    let isSettled = false;
    const end = waitUntilThreadSettled(time).then(() => {
      isSettled = true;
    });
    for (let i = 0; i < 3; i++) await waitForNextFrame();
    expect(isSettled).toBe(false);
    expect(activity.pending).toEqual({ store: 1 });
    fail(new Error('full'));
    await end;
  });
});
