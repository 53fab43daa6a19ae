/** The best of many poses of a limb: drawn within its limits, the best of them refined. */
import type { TreeJoint } from '../fold.ts';
import { unitOf } from './dexterity.ts';
import { Draws } from './draws.ts';
import { insideLimits } from './limbs.ts';
import { poseScore } from './poseScore.ts';
import type { LimbFrame } from './post.ts';

const MOST = 500; // poses that are drawn
const WORK = 4000; // joints in all of them
const REFINED = 8; // the best
const REFINING = 400_000; // joints in all of their poses
const STEPS = [0.4, 0.2, 0.1, 0.05]; // radians, or of half the reach
const ROUND = 0.05; // radians: numbers that one can say
const AT_ZERO = 0.45; // of the joints of a pose that is drawn
const CLEAR = 0.1; // of the range, kept free at its ends
const SMALL = 1; // radians at most from a figure as it was drawn

interface Found {
  readonly pose: readonly number[];
  readonly worth: number;
}

export class Search {
  readonly #post: LimbFrame;
  readonly #free: readonly number[];
  readonly #start: readonly number[];
  readonly #draws = new Draws();

  /** Joints that are not `free` stay as in `start`. */
  constructor(post: LimbFrame, free: readonly number[], start: readonly number[]) {
    this.#post = post;
    this.#free = free;
    this.#start = start;
  }

  best(): readonly number[] {
    const { limb, drawn } = this.#post;
    const count = Math.min(MOST, WORK / limb.movers.length) / (drawn ? 3 : 1);
    const best: Found[] = [this.#found(this.#start, 0)];
    for (let i = 0; i < count; i++) {
      const next = this.#found(this.#tried(), best[REFINED - 1]?.worth ?? 0);
      if (next.worth <= (best[REFINED - 1]?.worth ?? 0)) continue;
      best.push(next);
      best.sort((a, b) => b.worth - a.worth);
      best.length = Math.min(best.length, REFINED);
    }
    const refined = best.slice(0, this.#refinable()).map((each) => this.#refined(each));
    return refined.reduce((most, each) => (each.worth > most.worth ? each : most)).pose;
  }

  /** Of a limb of hundreds of joints one: each step of each joint looks at all of them. */
  #refinable(): number {
    const each = 3 * STEPS.length * this.#free.length * this.#post.limb.movers.length;
    return Math.max(1, Math.floor(REFINING / each));
  }

  #found(pose: readonly number[], least: number): Found {
    return { pose, worth: poseScore(this.#post, pose, least) };
  }

  #tried(): readonly number[] {
    const pose = [...this.#start];
    for (const column of this.#free) {
      const [least, most] = this.#range(column);
      const zero = this.#draws.next() < AT_ZERO && least <= 0 && most >= 0;
      const value = this.#draws.between(least, most);
      pose[column] = zero ? 0 : this.#rounded(column, value);
    }
    return pose;
  }

  /** One joint after the other, by ever smaller steps, or to zero. */
  #refined(from: Found): Found {
    let best = from;
    for (const step of STEPS) {
      for (const column of this.#free) {
        const [least, most] = this.#range(column);
        const at = best.pose[column] ?? 0;
        const by = step * this.#unit(column);
        for (const value of [at - by, at + by, 0]) {
          if (!(value >= least && value <= most)) continue;
          const pose = [...best.pose];
          pose[column] = this.#rounded(column, value);
          const next = this.#found(pose, best.worth);
          if (next.worth > best.worth) best = next;
        }
      }
    }
    return best;
  }

  /** Where a joint may be: clear of its limits, within half a turn, a figure's near where it was. */
  #range(column: number): readonly [number, number] {
    const { type, limits } = this.#joint(column);
    const at = this.#start[column] ?? 0;
    const slides = type === 'prismatic';
    if (!limits && slides) return [at, at];
    const free = limits ? CLEAR * (limits[1] - limits[0]) : 0;
    const [lower, upper] = limits ? [limits[0] + free, limits[1] - free] : [-Math.PI, Math.PI];
    const within = (value: number) => Math.min(Math.max(value, lower), upper);
    if (this.#post.drawn && !slides) return [within(at - SMALL), within(at + SMALL)];
    return slides ? [lower, upper] : [within(-Math.PI), within(Math.PI)];
  }

  #rounded(column: number, value: number): number {
    const slides = this.#joint(column).type === 'prismatic';
    const [least, most] = this.#range(column);
    const coarse = ROUND * this.#unit(column);
    // a slide may be much shorter than its limb
    const step = slides ? Math.min(coarse, (most - least) / 8) || coarse : coarse;
    const digits = slides ? (step < 0.01 ? 6 : 3) : 2;
    const near = Number((Math.round(value / step) * step).toFixed(digits)) + 0;
    return insideLimits(this.#joint(column), near);
  }

  #unit(column: number): number {
    return unitOf(this.#joint(column), this.#post.limb);
  }

  #joint(column: number): TreeJoint {
    return this.#post.own[column] as TreeJoint;
  }
}
