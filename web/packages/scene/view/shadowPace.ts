/** Shadows give way where pictures come too slowly: first those on the robot, then the sun's on the ground. */

const SLOW = 40; // ms from one picture to the next: 25 a second
const IN_A_ROW = 250; // ms: what is farther apart does not follow from it
const LOOKED_AT = 48; // pictures

/** What is left of the shadows. */
export type ShadowLevel = 'all' | 'ground' | 'sky';
const NEXT: Readonly<Record<ShadowLevel, ShadowLevel>> = {
  all: 'ground',
  ground: 'sky',
  sky: 'sky',
};

/** Told when each picture is drawn. */
export class ShadowPace {
  level: ShadowLevel = 'all';
  #last = Number.NEGATIVE_INFINITY;
  #intervals: number[] = [];

  /** `now`: ms; gives whether there is another level from here on. */
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
