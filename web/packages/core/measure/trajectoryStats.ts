import type { Lab } from '../engine/engine.ts';
import { isIndependentJoint, jointLimitArrays } from '../scenario/robot/trees.ts';
import type { InlineTree } from '../scenario/types.ts';

export interface TrajectoryMeasures {
  readonly updates: number;
  /** Mean of the error after each update, in metres; NaN without updates. */
  readonly error: number;
  /**
   * Jitter, how often joints reverse: sum |D^2 theta| / (sum |D theta| + 1e-6), mean over the
   * joints.
   */
  readonly jitter: number;
  /** Mean change of the joint step: ||D theta_k - D theta_(k-1)||_2, in radians per update. */
  readonly shake: number;
  /** Travel of the revolute joints: sum |D theta|, in radians. */
  readonly travel: number;
  /** Travel of the prismatic joints: sum |D theta|, in metres. */
  readonly slide: number;
  /** Share of updates that end with a joint at or beyond a limit. */
  readonly limited: number;
  /** Number of updates that jump to another branch of solutions: see `BRANCH_JUMP_THRESHOLDS`. */
  readonly jumps: number;
  /**
   * Largest joint step and (`limitExcess`) excess over a joint limit: of revolute joints in
   * radians; without these, of prismatic joints in metres.
   */
  readonly maxStep: number;
  readonly limitExcess: number;
}

export const RECENT_WINDOW_UPDATES = 120;
export const WARM_UP_UPDATES = 400;
const MIN_TRAVEL = 1e-6; // Rad: a stationary joint has no jitter.

/**
 * Thresholds of a branch jump: an update whose largest joint rotation exceeds 15 degrees and 8
 * times the median of up to 120 updates before. The first 16 updates are no jumps.
 */
export const BRANCH_JUMP_THRESHOLDS = { turn: Math.PI / 12, times: 8, after: 16 } as const;

/**
 * Returns 8 times the median of `past`, the largest joint rotation of each previous update in
 * radians. Infinite for fewer than 16 updates.
 */
export function branchJumpThreshold(past: readonly number[]): number {
  if (past.length < BRANCH_JUMP_THRESHOLDS.after) return Number.POSITIVE_INFINITY;
  const sorted = [...past].sort((a, b) => a - b);
  return BRANCH_JUMP_THRESHOLDS.times * (sorted[Math.floor(past.length / 2)] as number);
}

/**
 * Updates over which measures are computed. `recent`: the last 120; `settled`: after the warm-up;
 * `all`: every update.
 */
export type UpdateWindow = 'recent' | 'settled' | 'all';

interface Joints {
  readonly isRevolute: readonly boolean[];
  readonly turning: boolean;
  readonly limits: ReturnType<typeof jointLimitArrays>;
}

class MeasureSums {
  #updates = 0;
  #error = 0;
  #changes = 0;
  #shake = 0;
  #limited = 0;
  #jumps = 0;
  #maxStep = 0;
  #limitExcess = 0;
  readonly #stepSums: Float64Array;
  readonly #changeSums: Float64Array;
  readonly #travel: Float64Array;
  readonly #joints: Joints;

  constructor(joints: Joints) {
    this.#joints = joints;
    const count = joints.isRevolute.length;
    this.#stepSums = new Float64Array(count);
    this.#changeSums = new Float64Array(count);
    this.#travel = new Float64Array(count);
  }

  add(
    step: ArrayLike<number>,
    before: Float64Array | null,
    { error, limited, jump, turn: maxStep, beyond: limitExcess }: Scalars,
  ): void {
    const { isRevolute, turning } = this.#joints;
    let square = 0;
    for (let j = 0; j < step.length; j++) {
      const size = Math.abs(step[j] as number);
      (this.#travel[j] as number) += size;
      if (before === null) continue;
      const change = (step[j] as number) - (before[j] as number);
      (this.#stepSums[j] as number) += size;
      (this.#changeSums[j] as number) += Math.abs(change);
      if (isRevolute[j] || !turning) square += change * change;
    }
    this.#updates++;
    this.#error += error;
    this.#limited += limited ? 1 : 0;
    this.#jumps += jump ? 1 : 0;
    this.#maxStep = Math.max(this.#maxStep, maxStep);
    this.#limitExcess = Math.max(this.#limitExcess, limitExcess);
    if (before === null) return;
    this.#changes++;
    this.#shake += Math.sqrt(square);
  }

  get measures(): TrajectoryMeasures {
    const { isRevolute } = this.#joints;
    const sum = (which: boolean): number =>
      this.#travel.reduce((all, travel, j) => all + (isRevolute[j] === which ? travel : 0), 0);
    const jitter = this.#changeSums.reduce((all, changeSum, j) => {
      return all + changeSum / ((this.#stepSums[j] as number) + MIN_TRAVEL);
    }, 0);
    return {
      updates: this.#updates,
      error: this.#error / this.#updates,
      jitter: jitter / isRevolute.length,
      shake: this.#changes === 0 ? 0 : this.#shake / this.#changes,
      travel: sum(true),
      slide: sum(false),
      limited: this.#updates === 0 ? 0 : this.#limited / this.#updates,
      jumps: this.#jumps,
      maxStep: this.#maxStep,
      limitExcess: this.#limitExcess,
    };
  }
}

const NO_VALUES = { error: 0, limited: false, jump: false, turn: 0, beyond: 0 };
type Scalars = typeof NO_VALUES;

export class TrajectoryStats {
  readonly #joints: Joints;
  #all: MeasureSums;
  #settled: MeasureSums;
  readonly #steps: Float64Array[];
  readonly #scalars: Scalars[];
  #updates = 0;

  constructor(tree: InlineTree) {
    const moving = tree.joints.filter(isIndependentJoint);
    const isRevolute = moving.map(({ type }) => type !== 'prismatic');
    this.#joints = {
      isRevolute,
      turning: isRevolute.includes(true),
      limits: jointLimitArrays(moving),
    };
    this.#all = new MeasureSums(this.#joints);
    this.#settled = new MeasureSums(this.#joints);
    this.#steps = Array.from(
      { length: RECENT_WINDOW_UPDATES },
      () => new Float64Array(moving.length),
    );
    this.#scalars = Array.from({ length: RECENT_WINDOW_UPDATES }, () => ({ ...NO_VALUES }));
  }

  clear(): void {
    this.#all = new MeasureSums(this.#joints);
    this.#settled = new MeasureSums(this.#joints);
    this.#updates = 0;
  }

  /** Records an update. `step`: the joint step; `angles`, `error`: after the update. */
  record(step: ArrayLike<number>, angles: ArrayLike<number>, error: number): void {
    const index = this.#updates % RECENT_WINDOW_UPDATES;
    const before = this.#updates > 0 ? this.#step(this.#updates - 1) : null;
    const scalars = this.#scalars[index] as Scalars;
    scalars.error = error;
    scalars.limited = this.#isAtLimit(angles);
    scalars.turn = this.#largestStep(step);
    scalars.jump = this.#isJump(scalars.turn);
    scalars.beyond = this.#limitExcess(angles);
    this.#all.add(step, before, scalars);
    if (this.#updates >= WARM_UP_UPDATES) this.#settled.add(step, before, scalars);
    this.#steps[index]?.set(step);
    this.#updates++;
  }

  measures(window: UpdateWindow): TrajectoryMeasures {
    if (window === 'all') return this.#all.measures;
    if (window === 'settled') return this.#settled.measures;
    const sums = new MeasureSums(this.#joints);
    const first = Math.max(0, this.#updates - RECENT_WINDOW_UPDATES);
    for (let i = first; i < this.#updates; i++) {
      const before = i > first ? this.#step(i - 1) : null;
      sums.add(this.#step(i), before, this.#scalars[i % RECENT_WINDOW_UPDATES] as Scalars);
    }
    return sums.measures;
  }

  /** Returns the error after each of the last updates, oldest first, in metres. */
  errors(most: number): number[] {
    const count = Math.min(this.#updates, RECENT_WINDOW_UPDATES, most);
    return Array.from({ length: count }, (_, i) => {
      const update = this.#updates - count + i;
      return (this.#scalars[update % RECENT_WINDOW_UPDATES] as Scalars).error;
    });
  }

  #step(update: number): Float64Array {
    return this.#steps[update % RECENT_WINDOW_UPDATES] as Float64Array;
  }

  #isAtLimit(angles: ArrayLike<number>): boolean {
    const { from, to } = this.#joints.limits;
    for (let j = 0; j < from.length; j++) {
      const angle = angles[j] as number;
      if (angle <= (from[j] as number) || angle >= (to[j] as number)) return true;
    }
    return false;
  }

  #isJump(largest: number): boolean {
    const { turning } = this.#joints;
    if (!turning || largest <= BRANCH_JUMP_THRESHOLDS.turn) return false;
    const count = Math.min(this.#updates, RECENT_WINDOW_UPDATES);
    const past = Array.from({ length: count }, (_, i) =>
      this.#largestStep(this.#step(this.#updates - 1 - i)),
    );
    return largest > branchJumpThreshold(past);
  }

  #largestStep(step: ArrayLike<number>): number {
    const { isRevolute, turning } = this.#joints;
    let largest = 0;
    for (let j = 0; j < step.length; j++)
      if (isRevolute[j] || !turning) largest = Math.max(largest, Math.abs(step[j] as number));
    return largest;
  }

  #limitExcess(angles: ArrayLike<number>): number {
    const { isRevolute, turning, limits } = this.#joints;
    const { low, high } = limits;
    let farthest = 0;
    for (let j = 0; j < low.length; j++) {
      const angle = angles[j] as number;
      if (isRevolute[j] || !turning)
        farthest = Math.max(farthest, (low[j] as number) - angle, angle - (high[j] as number));
    }
    return farthest;
  }
}

export class LabTrajectoryStats {
  readonly instances: readonly TrajectoryStats[];
  readonly #readUpdates: number[];

  constructor(tree: InlineTree, instances: number) {
    this.instances = Array.from({ length: instances }, () => new TrajectoryStats(tree));
    this.#readUpdates = this.instances.map(() => 0);
  }

  /** Records the updates since the last call; starts again if the lab has been restarted. */
  record(lab: Lab): void {
    this.instances.forEach((course, instance) => {
      const { updates } = lab.status(instance);
      if (updates < (this.#readUpdates[instance] as number)) course.clear();
      const from =
        updates < (this.#readUpdates[instance] as number)
          ? 0
          : (this.#readUpdates[instance] as number);
      for (let update = from + 1; update <= updates; update++) {
        const step = lab.step(instance, update);
        const angles = lab.anglesAfter(instance, update);
        if (step && angles) course.record(step, angles, lab.errorAfter(instance, update));
      }
      this.#readUpdates[instance] = updates;
    });
  }

  clear(): void {
    for (const course of this.instances) course.clear();
    this.#readUpdates.fill(0);
  }
}
