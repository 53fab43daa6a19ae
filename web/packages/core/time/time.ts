import { type ThreadActivity, threadActivity } from './threadActivity.ts';

/** Cancels a scheduled callback; has no effect after the callback. */
export type CancelCallback = () => void;

/**
 * Kind of a task. Code that waits for an idle thread waits for `counted` tasks, not for
 * `background` tasks.
 */
export type ThreadTaskKind = 'counted' | 'background';

/** The clock, timers and frames of a thread; all values are in milliseconds. */
export interface TimeSource {
  now(): number;
  /** Returns the time of day in milliseconds since 1970. */
  date(): number;
  schedule(delay: number, act: () => void, weight?: ThreadTaskKind): CancelCallback;
  requestFrame(paint: (now: number) => void, weight?: ThreadTaskKind): CancelCallback;
  /**
   * Calls `act` with the remaining idle time when the thread is idle, after `patience` at the
   * latest. Browsers without idle reports: after `otherwise`.
   */
  requestIdle(
    act: (remaining: number) => void,
    patience: number,
    weight?: ThreadTaskKind,
    otherwise?: number,
  ): CancelCallback;
}

interface Display {
  requestAnimationFrame(paint: (now: number) => void): number;
  cancelAnimationFrame(id: number): void;
  requestIdleCallback(
    act: (deadline: { timeRemaining(): number }) => void,
    how: { timeout: number },
  ): number;
  cancelIdleCallback(id: number): void;
}
const display = globalThis as unknown as Partial<Display>;

const REFRESH_INTERVAL = 1000 / 60;

export interface Timer {
  readonly due: number;
  readonly counted: boolean;
  readonly fire: () => void;
  native: ReturnType<typeof setTimeout> | undefined;
}

/** The time of a thread. `timeControl.ts` stops and advances it in tests. */
export class ThreadTime implements TimeSource {
  readonly activity: ThreadActivity;
  /** Timers that have not fired, for `timeControl.ts`. */
  readonly timers = new Set<Timer>();
  /** Value of `performance.now()` when the time was stopped; null while the time passes. */
  heldAt: number | null = null;
  /** Difference of this time from `performance.now()`, in milliseconds. */
  ahead = 0;
  #unseen: number | null = null;

  constructor(activity: ThreadActivity = threadActivity) {
    this.activity = activity;
  }

  readonly now = (): number => (this.heldAt ?? performance.now()) + this.ahead;

  readonly date = (): number => Date.now();

  schedule(delay: number, act: () => void, weight: ThreadTaskKind = 'counted'): CancelCallback {
    const end = this.#begin('timer', weight);
    const fire = (): void => {
      cancel();
      act();
    };
    const counted = weight === 'counted';
    const timer: Timer = { due: this.now() + delay, counted, fire, native: undefined };
    const cancel = (): void => {
      end();
      this.timers.delete(timer);
      clearTimeout(timer.native);
    };
    this.timers.add(timer);
    if (this.heldAt === null) timer.native = setTimeout(fire, delay);
    return cancel;
  }

  requestFrame(paint: (now: number) => void, weight: ThreadTaskKind = 'counted'): CancelCallback {
    const end = this.#begin('frame', weight);
    const late = this.#unseen;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let id: number | undefined;
    const cancel = (): void => {
      end();
      clearTimeout(timer);
      if (id !== undefined) display.cancelAnimationFrame?.(id);
    };
    const onFrame = (now: number): void => {
      cancel();
      paint((this.heldAt ?? now) + this.ahead);
    };
    id = display.requestAnimationFrame?.(onFrame);
    if (id === undefined || late !== null)
      timer = setTimeout(() => onFrame(performance.now()), late ?? REFRESH_INTERVAL);
    return cancel;
  }

  requestIdle(
    act: (remaining: number) => void,
    patience: number,
    weight: ThreadTaskKind = 'counted',
    otherwise = patience / 2,
  ): CancelCallback {
    const end = this.#begin('idle', weight);
    const onIdle = (remaining: number): void => {
      end();
      act(remaining);
    };
    const { requestIdleCallback: request } = display;
    if (!request) {
      const timer = setTimeout(() => onIdle(0), otherwise);
      return () => {
        end();
        clearTimeout(timer);
      };
    }
    const id = request.call(globalThis, (deadline) => onIdle(deadline.timeRemaining()), {
      timeout: patience,
    });
    return () => {
      end();
      display.cancelIdleCallback?.(id);
    };
  }

  /**
   * Makes frames come within `patience` milliseconds even if nothing is drawn, as in a hidden page.
   */
  forceFrames(patience: number): void {
    this.#unseen = patience;
  }

  #begin(kind: string, weight: ThreadTaskKind): () => void {
    return weight === 'counted' ? this.activity.begin(kind) : () => {};
  }
}

/** The time of this thread; code of a lab in the page uses `Services.time` instead. */
export const threadTime = new ThreadTime();

export const waitForNextTask = (time: TimeSource = threadTime): Promise<void> =>
  new Promise((resolve) => {
    time.schedule(0, resolve);
  });

export const waitForNextFrame = (time: TimeSource = threadTime): Promise<number> =>
  new Promise((resolve) => {
    time.requestFrame(resolve);
  });
