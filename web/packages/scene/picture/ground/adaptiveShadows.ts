/**
 * Reduces the shadows if frames take too long: first those on the robot, then the sun's on the
 * ground.
 */

const SLOW_FRAME = 40; // Frame interval, ms: 25 frames per second.
const MAX_INTERVAL = 250; // Longest interval between consecutive frames, ms.
const FRAMES_PER_MEASUREMENT = 48; // Frames per measurement.

/** The shadows that are drawn: all, those on the ground, or only those of the sky. */
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

  /**
   * Counts a frame and returns whether the level of shadows has changed; called for every frame.
   * `time`: milliseconds.
   */
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
