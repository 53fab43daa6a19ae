import { signal } from '@preact/signals';
import { threadTime, type Weight } from '../time/time.ts';
import { Clock } from './clock.ts';
import { SpeedMeter } from './speedMeter.ts';

/** What the loop drives, in this order. */
export interface FrameTasks {
  /**
   * One step of the scenario's clock, or as much of it as the time allows (milliseconds): `outOfTime`
   * then says that the next call goes on with it. False when there is nothing more to do.
   */
  advance(time?: number): boolean;
  readonly outOfTime?: boolean;
  draw(): void;
  /** Tells the numbers to the page: ten times a second, and whenever the picture stands still. */
  updateNumbers(): void;
  /** In how many steps a frame is taken at a speed. */
  partsPerFrame?(speed: number): number;
  /** Something was thrown; the loop has paused. */
  failed?(error: unknown): void;
}

/**
 * Calls back when the display is about to show the next picture, with the time in milliseconds. A playing run
 * requests its frames in the `background`, because they have no end to wait for.
 */
export type Refresh = (paint: (now: number) => void, weight?: Weight) => void;

/** The speeds that the scene's clock can run at. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;

const TELL_EVERY = 100; // ms
const TELL_REST = 9; // times as long as telling took
const SLICE = 8; // ms of work at a refresh: the page answers in between

/** Runs the scenario at the speed of its clock, and draws only when something changed. */
export class Loop {
  readonly playing = signal(false);
  readonly speed = signal(1);
  /** Share of the speed that the solver has kept up with, where that is too fast for it; else null. */
  readonly speedShare = signal<number | null>(null);
  /** Something else is looked at: what plays waits until one is back. */
  #left = false;
  readonly #work: FrameTasks;
  readonly #next: Refresh;
  readonly #byHand: boolean;
  readonly #clock = new Clock();
  readonly #pace = new SpeedMeter();
  #scheduled = false;
  #skip = 0;
  #lastUpdate = Number.NEGATIVE_INFINITY;
  /** From one telling to the next; longer where it takes long. */
  #interval = TELL_EVERY;
  /** A picture is asked for, whether or not the scene goes on. */
  #pictureDue = false;

  /** `refresh`: of the display; `byHand`: time passes by `step` alone, for tests. */
  constructor(work: FrameTasks, refresh: Refresh, byHand = false) {
    this.#work = work;
    this.#next = refresh;
    this.#byHand = byHand;
  }

  play(): void {
    this.playing.value = true;
    this.#rest();
    this.redraw();
  }

  pause(): void {
    this.playing.value = false;
    this.#rest();
    this.redraw();
  }

  get away(): boolean {
    return this.#left;
  }

  set away(left: boolean) {
    this.#left = left;
    this.#rest();
    this.redraw();
  }

  /** Asks for a picture at the next refresh. */
  redraw(): void {
    this.#pictureDue = true;
    this.#schedule('counted');
  }

  #schedule(weight: Weight): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#next(this.#refresh, weight);
  }

  /** Runs so many frames as fast as it can, playing or not. */
  runAhead(count: number): void {
    this.#skip = count;
    this.redraw();
  }

  /** Lets the time of `count` frames pass at once; nothing moves while paused. */
  step(count: number): void {
    for (let i = 0; i < count && this.playing.value && !this.#left; i++) {
      if (!this.#work.advance()) this.playing.value = false;
    }
    this.#work.draw();
    this.#work.updateNumbers();
  }

  readonly #refresh = (now: number): void => {
    this.#scheduled = false;
    try {
      this.#turn(now);
    } catch (error) {
      // whatever it was, the next scene begins with a loop that runs
      this.#skip = 0;
      this.pause();
      this.#work.failed?.(error);
    }
  };

  #turn(now: number): void {
    if (this.#skip > 0) {
      this.#hurry();
      this.redraw();
    } else if (this.playing.value && !this.#left && !this.#byHand) {
      if (this.#run(now)) this.#pictureDue = true;
      this.#schedule('background');
    }
    if (this.#pictureDue) this.#work.draw();
    this.#pictureDue = this.#skip > 0;
    if (now - this.#lastUpdate < this.#interval && this.playing.value) return;
    this.#lastUpdate = now;
    const start = threadTime.now();
    this.#work.updateNumbers();
    this.#interval = Math.max(TELL_EVERY, TELL_REST * (threadTime.now() - start));
  }

  #hurry(): void {
    const end = threadTime.now() + SLICE;
    while (this.#skip > 0 && threadTime.now() < end) {
      const more = this.#work.advance(end - threadTime.now());
      if (this.#work.outOfTime) break;
      this.#skip = more ? this.#skip - 1 : 0;
    }
    this.#rest();
  }

  /** The frames that are due by now, or those that the time is enough for; false: not one. */
  #run(now: number): boolean {
    const speed = this.speed.peek();
    const rate = speed * (this.#work.partsPerFrame?.(speed) ?? 1);
    const due = this.#clock.due(now, rate);
    const end = threadTime.now() + SLICE;
    let made = 0;
    while (made < due && this.playing.value) {
      if (made > 0 && threadTime.now() >= end) break;
      if (!this.#work.advance(end - threadTime.now())) this.playing.value = false;
      if (this.#work.outOfTime) break;
      made++;
    }
    this.#pace.count(now, made, made < due && this.playing.value);
    this.speedShare.value = this.#pace.share(now, rate);
    return made > 0 || !this.playing.value;
  }

  #rest(): void {
    this.#clock.reset();
    this.#pace.reset();
    this.speedShare.value = null;
  }
}
