/**
 * Reduces the shadows if frames take too long: first those on the robot, then the sun's on the
 * ground.
 */

const SLOW = 40; // Frame interval, ms: 25 frames per second.
const IN_A_ROW = 250; // Longest interval between consecutive frames, ms.
const LOOKED_AT = 48; // Frames per measurement.

/** The remaining shadows: all, those on the ground, or only those of the sky. */
export type ShadowLevel = 'all' | 'ground' | 'sky';
const NEXT: Readonly<Record<ShadowLevel, ShadowLevel>> = {
  all: 'ground',
  ground: 'sky',
  sky: 'sky',
};

export class ShadowPace {
  level: ShadowLevel = 'all';
  #last = Number.NEGATIVE_INFINITY;
  #intervals: number[] = [];

  /** Called for every frame; `now`: ms. Returns whether the level has changed. */
  drawn(now: number): boolean {
    const interval = now - this.#last;
    this.#last = now;
    if (interval > IN_A_ROW) {
      this.#intervals = [];
      return false;
    }
    this.#intervals.push(interval);
    if (this.#intervals.length < LOOKED_AT) return false;
    const median = this.#intervals.sort((a, b) => a - b)[LOOKED_AT / 2] as number;
    this.#intervals = [];
    const before = this.level;
    if (median > SLOW) this.level = NEXT[before];
    return this.level !== before;
  }
}
