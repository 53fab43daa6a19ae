import { type ThreadTaskKind, threadTime } from '@iklab/core/time';
import { signal } from '@preact/signals';
import { PlaybackClock } from './playbackClock.ts';
import { SpeedMeter } from './speedMeter.ts';

export interface FrameTasks {
  /**
   * Makes one step of the scenario's clock. If `time` milliseconds are too short, `timedOut` is
   * true and the next call continues the step. Returns false if nothing is left to do.
   */
  advance(time?: number): boolean;
  readonly timedOut?: boolean;
  draw(): void;
  /** Updates the page's numbers, ten times per second and after the last frame. */
  updateNumbers(): void;
  partsPerFrame?(speed: number): number;
  onError?(error: unknown): void;
}

/**
 * Function that calls `paint` before the next display refresh, with the time in milliseconds. A
 * playing run uses `background` tasks, because it may never end.
 */
export type RequestRefresh = (paint: (now: number) => void, weight?: ThreadTaskKind) => void;

export const PLAYBACK_SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;

const NUMBERS_INTERVAL = 100; // Milliseconds.
const NUMBERS_REST_FACTOR = 9; // Multiple of the duration of an update of the numbers.
const SLICE = 8; // Milliseconds of work per refresh; the page responds in between.

/** Runs the scenario at the speed of its clock. Draws only when something changed. */
export class PlaybackLoop {
  readonly playing = signal(false);
  readonly speed = signal(1);
  /** Fraction of the clock's speed that the solver achieves; null if the solver is fast enough. */
  readonly speedShare = signal<number | null>(null);
  #isSuspended = false;
  readonly #work: FrameTasks;
  readonly #next: RequestRefresh;
  readonly #isManual: boolean;
  readonly #clock = new PlaybackClock();
  readonly #pace = new SpeedMeter();
  #scheduled = false;
  #skip = 0;
  #lastUpdate = Number.NEGATIVE_INFINITY;
  #interval = NUMBERS_INTERVAL;
  #needsDraw = false;

  /**
   * Creates a loop. `refresh`: requests a display refresh; `byHand`: time passes only by calls of
   * `step`, for tests.
   */
  constructor(work: FrameTasks, refresh: RequestRefresh, byHand = false) {
    this.#work = work;
    this.#next = refresh;
    this.#isManual = byHand;
  }

  play(): void {
    this.playing.value = true;
    this.#resetClock();
    this.redraw();
  }

  pause(): void {
    this.playing.value = false;
    this.#resetClock();
    this.redraw();
  }

  get suspended(): boolean {
    return this.#isSuspended;
  }

  set suspended(suspended: boolean) {
    this.#isSuspended = suspended;
    this.#resetClock();
    this.redraw();
  }

  redraw(): void {
    this.#needsDraw = true;
    this.#schedule('counted');
  }

  #schedule(weight: ThreadTaskKind): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#next(this.#refresh, weight);
  }

  /** Computes `count` frames of the scenario as fast as possible, even while paused. */
  runAhead(count: number): void {
    this.#skip = count;
    this.redraw();
  }

  /** Computes `count` frames at once, for tests; does nothing while paused. */
  step(count: number): void {
    for (let i = 0; i < count && this.playing.value && !this.#isSuspended; i++) {
      if (!this.#work.advance()) this.playing.value = false;
    }
    this.#work.draw();
    this.#work.updateNumbers();
  }

  readonly #refresh = (now: number): void => {
    this.#scheduled = false;
    try {
      this.#runFrame(now);
    } catch (error) {
      // The next scene must start with a working loop, whatever the error was.
      this.#skip = 0;
      this.pause();
      this.#work.onError?.(error);
    }
  };

  #runFrame(now: number): void {
    if (this.#skip > 0) {
      this.#fastForward();
      this.redraw();
    } else if (this.playing.value && !this.#isSuspended && !this.#isManual) {
      if (this.#run(now)) this.#needsDraw = true;
      this.#schedule('background');
    }
    if (this.#needsDraw) this.#work.draw();
    this.#needsDraw = this.#skip > 0;
    // Without a later frame, the numbers would remain old.
    if (now - this.#lastUpdate < this.#interval && this.#scheduled) return;
    this.#lastUpdate = now;
    const start = threadTime.now();
    this.#work.updateNumbers();
    this.#interval = Math.max(NUMBERS_INTERVAL, NUMBERS_REST_FACTOR * (threadTime.now() - start));
  }

  #fastForward(): void {
    const end = threadTime.now() + SLICE;
    while (this.#skip > 0 && threadTime.now() < end) {
      const more = this.#work.advance(end - threadTime.now());
      if (this.#work.timedOut) break;
      this.#skip = more ? this.#skip - 1 : 0;
    }
    this.#resetClock();
  }

  #run(now: number): boolean {
    const speed = this.speed.peek();
    const rate = speed * (this.#work.partsPerFrame?.(speed) ?? 1);
    const dueFrames = this.#clock.dueFrames(now, rate);
    const end = threadTime.now() + SLICE;
    let made = 0;
    while (made < dueFrames && this.playing.value) {
      if (made > 0 && threadTime.now() >= end) break;
      if (!this.#work.advance(end - threadTime.now())) this.playing.value = false;
      if (this.#work.timedOut) break;
      made++;
    }
    this.#pace.count(now, made, made < dueFrames && this.playing.value);
    this.speedShare.value = this.#pace.share(now, rate);
    return made > 0 || !this.playing.value;
  }

  #resetClock(): void {
    this.#clock.reset();
    this.#pace.reset();
    this.speedShare.value = null;
  }
}
