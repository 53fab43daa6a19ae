/**
 * Reduces the shadows if frames are slow: first the shadows on the robot, then the sun shadows on
 * the ground.
 */

const SLOW_FRAME = 40; // Frame interval, ms: 25 frames per second.
const MAX_INTERVAL = 250; // Longest interval between consecutive frames, ms.
const FRAMES_PER_MEASUREMENT = 48; // Frames per measurement.

/** Drawn shadows: all, only those on the ground, or only those in the light of the sky. */
export type ShadowLevel = 'all' | 'ground' | 'sky';
const NEXT: Readonly<Record<ShadowLevel, ShadowLevel>> = {
  all: 'ground',
  ground: 'sky',
  sky: 'sky',
};

export class AdaptiveShadows {
  level: ShadowLevel = 'all';
  #last = Number.NEGATIVE_INFINITY;
  #intervals: number[] = [];

  /** Records the time of a frame, ms. Returns whether the shadow level changed. */
  recordFrame(time: number): boolean {
    const interval = time - this.#last;
    this.#last = time;
    if (interval > MAX_INTERVAL) {
      this.#intervals = [];
      return false;
    }
    this.#intervals.push(interval);
    if (this.#intervals.length < FRAMES_PER_MEASUREMENT) return false;
    const median = this.#intervals.sort((a, b) => a - b)[FRAMES_PER_MEASUREMENT / 2] as number;
    this.#intervals = [];
    const before = this.level;
    if (median > SLOW_FRAME) this.level = NEXT[before];
    return this.level !== before;
  }
}
