import { type Activity, threadActivity } from './activity.ts';

/** Cancels a callback; has no effect after the callback. */
export type Cancel = () => void;

/** `background`: nobody waits for it, such as a timeout or a repetition. */
export type Weight = 'counted' | 'background';

/** The clock, timers, frames and idle time of a thread. All values are in milliseconds. */
export interface Time {
  /** Never decreases; its origin is arbitrary. */
  now(): number;
  /** Since 1970. */
  date(): number;
  /** Calls back once, after `delay`. */
  after(delay: number, act: () => void, weight?: Weight): Cancel;
  frame(paint: (now: number) => void, weight?: Weight): Cancel;
  /**
   * Calls back when the thread is idle, with the idle time left, after `patience` at the latest;
   * after `otherwise` if the browser does not report idle time.
   */
  idle(act: (left: number) => void, patience: number, weight?: Weight, otherwise?: number): Cancel;
}

/** What a page provides for frames and idle time; workers and Node provide less. */
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

const REFRESH = 1000 / 60;

export interface Timer {
  readonly due: number;
  readonly counted: boolean;
  readonly fire: () => void;
  native: ReturnType<typeof setTimeout> | undefined;
}

/** The time of the thread that creates it; `timeControl.ts` holds and advances it. */
export class ThreadTime implements Time {
  readonly activity: Activity;
  /** The following three fields are for `timeControl.ts`. */
  readonly timers = new Set<Timer>();
  /** The machine's clock when the time was held; null while the time passes. */
  held: number | null = null;
  /** Difference between this time and the machine's clock. */
  ahead = 0;
  /** Milliseconds until a frame if nothing is drawn; null: frames come only with drawing. */
  #unseen: number | null = null;

  constructor(activity: Activity = threadActivity) {
    this.activity = activity;
  }

  readonly now = (): number => (this.held ?? performance.now()) + this.ahead;

  readonly date = (): number => Date.now();

  after(delay: number, act: () => void, weight: Weight = 'counted'): Cancel {
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
    if (this.held === null) timer.native = setTimeout(fire, delay);
    return cancel;
  }

  frame(paint: (now: number) => void, weight: Weight = 'counted'): Cancel {
    const end = this.#begin('frame', weight);
    const late = this.#unseen;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let id: number | undefined;
    const cancel = (): void => {
      end();
      clearTimeout(timer);
      if (id !== undefined) display.cancelAnimationFrame?.(id);
    };
    const come = (now: number): void => {
      cancel();
      paint((this.held ?? now) + this.ahead);
    };
    id = display.requestAnimationFrame?.(come);
    if (id === undefined || late !== null)
      timer = setTimeout(() => come(performance.now()), late ?? REFRESH);
    return cancel;
  }

  idle(
    act: (left: number) => void,
    patience: number,
    weight: Weight = 'counted',
    otherwise = patience / 2,
  ): Cancel {
    const end = this.#begin('idle', weight);
    const come = (left: number): void => {
      end();
      act(left);
    };
    const { requestIdleCallback: ask } = display;
    if (!ask) {
      const timer = setTimeout(() => come(0), otherwise);
      return () => {
        end();
        clearTimeout(timer);
      };
    }
    const id = ask.call(globalThis, (deadline) => come(deadline.timeRemaining()), {
      timeout: patience,
    });
    return () => {
      end();
      display.cancelIdleCallback?.(id);
    };
  }

  /** Makes frames come within `patience` even if nothing is drawn. */
  drawUnseen(patience: number): void {
    this.#unseen = patience;
  }

  #begin(kind: string, weight: Weight): () => void {
    return weight === 'counted' ? this.activity.begin(kind) : () => {};
  }
}

/** The time of this thread; code that has a lab uses `Services.time`. */
export const threadTime = new ThreadTime();

/** Resolves after the tasks that are already due. */
export const nextTask = (time: Time = threadTime): Promise<void> =>
  new Promise((resolve) => {
    time.after(0, resolve);
  });

export const nextFrame = (time: Time = threadTime): Promise<number> =>
  new Promise((resolve) => {
    time.frame(resolve);
  });
