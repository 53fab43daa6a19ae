import { signal } from '@preact/signals';
import { Clock } from './clock.ts';

/** What the loop drives, in this order. */
export interface Work {
  /** One step of the scenario's clock; false when there is nothing more to do. */
  advance(): boolean;
  draw(): void;
  /** Tells the numbers to the page: ten times a second, and whenever the picture stands still. */
  tell(): void;
  /** In how many steps a frame is taken at a speed. */
  parts?(speed: number): number;
}

/** Of the scene's clock. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;

const TELL_EVERY = 100; // ms
const SLICE = 12; // ms of work at a refresh while skipping

/** Runs the scenario at the speed of its clock, and draws only when something changed. */
export class Loop {
  readonly playing = signal(false);
  readonly speed = signal(1);
  readonly #work: Work;
  readonly #byHand: boolean;
  readonly #clock = new Clock();
  #scheduled = false;
  #skip = 0;
  #told = Number.NEGATIVE_INFINITY;

  /** `byHand`: time passes by `step` alone, for tests. */
  constructor(work: Work, byHand = false) {
    this.#work = work;
    this.#byHand = byHand;
  }

  play(): void {
    this.playing.value = true;
    this.#clock.reset();
    this.redraw();
  }

  pause(): void {
    this.playing.value = false;
    this.redraw();
  }

  /** Asks for a picture at the next refresh. */
  redraw(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame(this.#refresh);
  }

  /** Runs so many frames as fast as it can, playing or not. */
  skip(count: number): void {
    this.#skip = count;
    this.redraw();
  }

  /** Lets the time of `count` frames pass at once; nothing moves while paused. */
  step(count: number): void {
    this.#advance(count);
    this.#work.draw();
    this.#work.tell();
  }

  readonly #refresh = (now: number): void => {
    this.#scheduled = false;
    if (this.#skip > 0) {
      this.#hurry();
      this.redraw();
    } else if (this.playing.value && !this.#byHand) {
      const speed = this.speed.peek();
      this.#advance(this.#clock.due(now, speed * (this.#work.parts?.(speed) ?? 1)));
      this.redraw();
    }
    this.#work.draw();
    if (now - this.#told < TELL_EVERY && this.playing.value) return;
    this.#told = now;
    this.#work.tell();
  };

  #hurry(): void {
    const end = performance.now() + SLICE;
    while (this.#skip > 0 && performance.now() < end) {
      this.#skip = this.#work.advance() ? this.#skip - 1 : 0;
    }
    this.#clock.reset();
  }

  #advance(count: number): void {
    for (let i = 0; i < count && this.playing.value; i++) {
      if (!this.#work.advance()) this.playing.value = false;
    }
  }
}
