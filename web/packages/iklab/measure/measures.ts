import type { Lab } from '../engine/engine.ts';
import { isMovingJoint, limitSpans } from '../scenario/trees.ts';
import type { InlineTree } from '../scenario/types.ts';

/** What is said of an instance's way over some of its updates. */
export interface Measures {
  /** Updates that count. */
  readonly updates: number;
  /** Mean of the error after each, metres; NaN: there are none. */
  readonly error: number;
  /** Σ|Δ²θ| / (Σ|Δθ| + 1e-6), mean over the joints: how often they turn back. */
  readonly jitter: number;
  /** Mean of ‖Δθ_k − Δθ_{k−1}‖₂, radians an update: how large the changes of course are. */
  readonly shake: number;
  /** Σ|Δθ| of the joints that turn, radians. */
  readonly travel: number;
  /** The same of those that slide, metres. */
  readonly slide: number;
  /** Share of updates that end with a joint at or beyond a limit. */
  readonly limited: number;
  /** Updates that jump to another branch: see `JUMP`. */
  readonly jumps: number;
  /** Largest |Δθ| of a joint in one update, and how far a joint was beyond its limit: of those that
   * turn, radians; where none does, metres. */
  readonly turn: number;
  readonly beyond: number;
}

/** How many of the last updates the measures of now are taken over. */
export const RECENT_UPDATES = 120;
/** Updates before a run that follows its targets has warmed up. */
export const WARM_UP_UPDATES = 400;
const REST = 1e-6; // rad: a joint that stands still does not jitter

/**
 * A branch jump: an update in which some joint turns by more than 15°, and by more than 8 times
 * the median of the largest turns of the up to 120 updates before; the first 16 updates have none.
 */
export const JUMP = { turn: Math.PI / 12, times: 8, after: 16 } as const;

/** What a jump turns more than, radians: by the largest turns of the updates before, `RECENT_UPDATES` at most. */
export function jumpBound(past: readonly number[]): number {
  if (past.length < JUMP.after) return Number.POSITIVE_INFINITY;
  const sorted = [...past].sort((a, b) => a - b);
  return JUMP.times * (sorted[Math.floor(past.length / 2)] as number);
}

/** The updates that measures are taken over: the last ones, those after the warm-up, or all. */
export type UpdateWindow = 'recent' | 'settled' | 'all';

/** The joints that move: whether they turn, and between which limits. */
interface Joints {
  readonly turns: readonly boolean[];
  /** Some do. */
  readonly turning: boolean;
  readonly limits: ReturnType<typeof limitSpans>;
}

/** Sums over updates, and what they make. */
class Sums {
  #updates = 0;
  #error = 0;
  #changes = 0;
  #shake = 0;
  #limited = 0;
  #jumps = 0;
  #turn = 0;
  #beyond = 0;
  readonly #way: Float64Array;
  readonly #turned: Float64Array;
  readonly #travel: Float64Array;
  readonly #joints: Joints;

  constructor(joints: Joints) {
    this.#joints = joints;
    const count = joints.turns.length;
    this.#way = new Float64Array(count);
    this.#turned = new Float64Array(count);
    this.#travel = new Float64Array(count);
  }

  /** `before`: the step before; null: there is none to compare with. */
  add(
    step: ArrayLike<number>,
    before: Float64Array | null,
    { error, limited, jump, turn, beyond }: Scalars,
  ): void {
    const { turns, turning } = this.#joints;
    let square = 0;
    for (let j = 0; j < step.length; j++) {
      const size = Math.abs(step[j] as number);
      (this.#travel[j] as number) += size;
      if (before === null) continue;
      const change = (step[j] as number) - (before[j] as number);
      (this.#way[j] as number) += size;
      (this.#turned[j] as number) += Math.abs(change);
      if (turns[j] || !turning) square += change * change;
    }
    this.#updates++;
    this.#error += error;
    this.#limited += limited ? 1 : 0;
    this.#jumps += jump ? 1 : 0;
    this.#turn = Math.max(this.#turn, turn);
    this.#beyond = Math.max(this.#beyond, beyond);
    if (before === null) return;
    this.#changes++;
    this.#shake += Math.sqrt(square);
  }

  get measures(): Measures {
    const { turns } = this.#joints;
    const sum = (which: boolean): number =>
      this.#travel.reduce((all, way, j) => all + (turns[j] === which ? way : 0), 0);
    const jitter = this.#turned.reduce((all, turned, j) => {
      return all + turned / ((this.#way[j] as number) + REST);
    }, 0);
    return {
      updates: this.#updates,
      error: this.#error / this.#updates,
      jitter: jitter / turns.length,
      shake: this.#changes === 0 ? 0 : this.#shake / this.#changes,
      travel: sum(true),
      slide: sum(false),
      limited: this.#updates === 0 ? 0 : this.#limited / this.#updates,
      jumps: this.#jumps,
      turn: this.#turn,
      beyond: this.#beyond,
    };
  }
}

const NOTHING = { error: 0, limited: false, jump: false, turn: 0, beyond: 0 };
type Scalars = typeof NOTHING;

/** The measures of one instance, update by update. */
export class Course {
  readonly #joints: Joints;
  #all: Sums;
  #settled: Sums;
  /** Of the last updates, a ring. */
  readonly #steps: Float64Array[];
  readonly #scalars: Scalars[];
  #updates = 0;

  constructor(tree: InlineTree) {
    const moving = tree.joints.filter(isMovingJoint);
    const turns = moving.map(({ type }) => type !== 'prismatic');
    this.#joints = {
      turns,
      turning: turns.includes(true),
      limits: limitSpans(moving),
    };
    this.#all = new Sums(this.#joints);
    this.#settled = new Sums(this.#joints);
    this.#steps = Array.from({ length: RECENT_UPDATES }, () => new Float64Array(moving.length));
    this.#scalars = Array.from({ length: RECENT_UPDATES }, () => ({ ...NOTHING }));
  }

  clear(): void {
    this.#all = new Sums(this.#joints);
    this.#settled = new Sums(this.#joints);
    this.#updates = 0;
  }

  /** Δθ of an update, and how the instance stood after it. */
  record(step: ArrayLike<number>, angles: ArrayLike<number>, error: number): void {
    const at = this.#updates % RECENT_UPDATES;
    const before = this.#updates > 0 ? this.#step(this.#updates - 1) : null;
    const scalars = this.#scalars[at] as Scalars;
    scalars.error = error;
    scalars.limited = this.#onLimit(angles);
    scalars.turn = this.#largest(step);
    scalars.jump = this.#jumps(scalars.turn);
    scalars.beyond = this.#farthest(angles);
    this.#all.add(step, before, scalars);
    if (this.#updates >= WARM_UP_UPDATES) this.#settled.add(step, before, scalars);
    this.#steps[at]?.set(step);
    this.#updates++;
  }

  over(window: UpdateWindow): Measures {
    if (window === 'all') return this.#all.measures;
    if (window === 'settled') return this.#settled.measures;
    const sums = new Sums(this.#joints);
    const first = Math.max(0, this.#updates - RECENT_UPDATES);
    for (let i = first; i < this.#updates; i++) {
      const before = i > first ? this.#step(i - 1) : null;
      sums.add(this.#step(i), before, this.#scalars[i % RECENT_UPDATES] as Scalars);
    }
    return sums.measures;
  }

  /** The error after each of the last updates, oldest first. */
  errors(most: number): number[] {
    const count = Math.min(this.#updates, RECENT_UPDATES, most);
    return Array.from({ length: count }, (_, i) => {
      const update = this.#updates - count + i;
      return (this.#scalars[update % RECENT_UPDATES] as Scalars).error;
    });
  }

  #step(update: number): Float64Array {
    return this.#steps[update % RECENT_UPDATES] as Float64Array;
  }

  #onLimit(angles: ArrayLike<number>): boolean {
    const { from, to } = this.#joints.limits;
    for (let j = 0; j < from.length; j++) {
      const angle = angles[j] as number;
      if (angle <= (from[j] as number) || angle >= (to[j] as number)) return true;
    }
    return false;
  }

  #jumps(largest: number): boolean {
    const { turning } = this.#joints;
    if (!turning || largest <= JUMP.turn) return false;
    const held = Math.min(this.#updates, RECENT_UPDATES);
    const past = Array.from({ length: held }, (_, i) =>
      this.#largest(this.#step(this.#updates - 1 - i)),
    );
    return largest > jumpBound(past);
  }

  /** Of the joints that turn; where none does, of those that slide. */
  #largest(step: ArrayLike<number>): number {
    const { turns, turning } = this.#joints;
    let largest = 0;
    for (let j = 0; j < step.length; j++)
      if (turns[j] || !turning) largest = Math.max(largest, Math.abs(step[j] as number));
    return largest;
  }

  #farthest(angles: ArrayLike<number>): number {
    const { turns, turning, limits } = this.#joints;
    const { low, high } = limits;
    let farthest = 0;
    for (let j = 0; j < low.length; j++) {
      const angle = angles[j] as number;
      if (turns[j] || !turning)
        farthest = Math.max(farthest, (low[j] as number) - angle, angle - (high[j] as number));
    }
    return farthest;
  }
}

/** The courses of all instances of a lab, from what its trace still holds. */
export class Courses {
  readonly instances: readonly Course[];
  readonly #taken: number[];

  constructor(tree: InlineTree, instances: number) {
    this.instances = Array.from({ length: instances }, () => new Course(tree));
    this.#taken = this.instances.map(() => 0);
  }

  /** Takes the updates made since the last call; a lab that has begun anew begins them anew. */
  record(lab: Lab): void {
    this.instances.forEach((course, instance) => {
      const { updates } = lab.status(instance);
      if (updates < (this.#taken[instance] as number)) course.clear();
      const from =
        updates < (this.#taken[instance] as number) ? 0 : (this.#taken[instance] as number);
      for (let update = from + 1; update <= updates; update++) {
        const step = lab.step(instance, update);
        const angles = lab.anglesAfter(instance, update);
        if (step && angles) course.record(step, angles, lab.errorAfter(instance, update));
      }
      this.#taken[instance] = updates;
    });
  }

  clear(): void {
    for (const course of this.instances) course.clear();
    this.#taken.fill(0);
  }
}
