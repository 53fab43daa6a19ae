import type { Lab, StopReason } from '@iklab/core/engine';
import { STOP_REASONS } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';

const CAPACITY = 3600; // Entries: one minute at one frame per refresh.
const MAX_NUMBERS = 6e6; // Numbers in total (48 MB): limits only eight instances with hundreds of joints.
const POSE_TOLERANCE = 1e-3; // Rad or m: poses that a drawing does not distinguish.
const GOAL_STRIDE = 7; // Position xyz, quaternion xyzw.

const ERROR = 0;
const UPDATES = 1;
const STOP = 2;
const LAMBDA = 3;
const LEAK = 4;
const START = 5;
const ANGLE = 6;
const COUNT = 7;
const FIELDS = 8;

/**
 * History of a run: an entry for the start pose (number 0) and one per frame, or one per update in
 * mode `converge`. A ring buffer: new entries replace the oldest.
 */
export class RunHistory {
  readonly capacity: number;
  readonly #instances: number;
  readonly #joints: number;
  readonly #timeStep: number;
  readonly #angles: Float64Array;
  readonly #steps: Float64Array;
  readonly #goals: Float64Array;
  readonly #clamps: Float64Array;
  readonly #fields: Float64Array;
  readonly #observables: Float64Array;
  readonly #observableCounts: readonly number[];
  readonly #observableTotal: number;
  readonly #frames: Float64Array;
  readonly #goalSize: number;
  readonly #targets: number;
  readonly #reached: Float64Array;
  #total = 0;
  #runs = 0;
  #approachEntry = 0;
  #moving = false;

  constructor(
    instances: number,
    joints: number,
    targets: number,
    capacity: number = CAPACITY,
    timeStep = 1 / 60,
    shownCounts: readonly number[] = [],
  ) {
    this.#instances = instances;
    this.#joints = joints;
    this.#timeStep = timeStep;
    this.#goalSize = GOAL_STRIDE * targets;
    this.#targets = targets;
    this.#observableCounts = shownCounts;
    this.#observableTotal = shownCounts.reduce((sum, count) => sum + count, 0);
    const row =
      instances * (2 * joints + targets + FIELDS) + this.#goalSize + 1 + this.#observableTotal;
    this.capacity = Math.max(2, Math.min(capacity, Math.floor(MAX_NUMBERS / row)));
    this.#angles = new Float64Array(this.capacity * instances * joints);
    this.#steps = new Float64Array(this.capacity * instances * joints);
    this.#goals = new Float64Array(this.capacity * this.#goalSize);
    this.#clamps = new Float64Array(this.capacity * instances * targets);
    this.#fields = new Float64Array(this.capacity * instances * FIELDS);
    this.#observables = new Float64Array(this.capacity * this.#observableTotal);
    this.#frames = new Float64Array(this.capacity);
    this.#reached = new Float64Array(instances).fill(-1);
  }

  static forScene(scene: Scene, lab: Lab): RunHistory {
    const { instanceCount, jointCount, targetCount, observableCounts: shownCounts } = lab;
    const { timeStep } = scene.scenario.run;
    return new RunHistory(instanceCount, jointCount, targetCount, CAPACITY, timeStep, shownCounts);
  }

  record(lab: Lab): void {
    const index = this.#total % this.capacity;
    const goals = lab.goals();
    const moved = this.#total === 0 || !this.#hasSameTargets(goals);
    if (moved !== this.#moving) this.#approachEntry = Math.max(0, this.#total - (moved ? 1 : 2));
    this.#moving = moved;
    this.#goals.set(goals, index * this.#goalSize);
    this.#frames[index] = lab.frame;
    for (let instance = 0; instance < this.#instances; instance++) {
      const row = index * this.#instances + instance;
      const status = lab.status(instance);
      const { error, updates, stop, within, lambda, leak, startError } = status;
      this.#fields[row * FIELDS + ERROR] = error;
      this.#fields[row * FIELDS + UPDATES] = updates;
      this.#fields[row * FIELDS + STOP] = stop === null ? -1 : STOP_REASONS.indexOf(stop);
      this.#fields[row * FIELDS + LAMBDA] = lambda ?? Number.NaN;
      this.#fields[row * FIELDS + LEAK] = leak;
      this.#fields[row * FIELDS + START] = startError;
      this.#fields[row * FIELDS + ANGLE] = status.orientationError;
      this.#fields[row * FIELDS + COUNT] = status.updatesSinceMove;
      this.#angles.set(lab.angles(instance), row * this.#joints);
      const step = lab.step(instance, updates);
      if (step) this.#steps.set(step, row * this.#joints);
      else this.#steps.fill(0, row * this.#joints, (row + 1) * this.#joints);
      this.#recordObservables(lab, index, instance, updates);
      this.#clamps.set(lab.clamps(instance), row * this.#targets);
      if (moved) this.#reached[instance] = -1;
      if (within && this.#reached[instance] === -1) this.#reached[instance] = this.#total;
    }
    this.#total++;
  }

  #recordObservables(lab: Lab, index: number, instance: number, updates: number): void {
    const count = this.#observableCounts[instance] ?? 0;
    if (count === 0) return;
    const from = this.#observableOffset(index, instance);
    if (updates > 0) this.#observables.set(lab.observables(instance, updates), from);
    else this.#observables.fill(Number.NaN, from, from + count);
  }

  #observableOffset(index: number, instance: number): number {
    let from = index * this.#observableTotal;
    for (let i = 0; i < instance; i++) from += this.#observableCounts[i] ?? 0;
    return from;
  }

  clear(): void {
    this.#total = this.#approachEntry = 0;
    this.#moving = false;
    this.#runs++;
  }

  /** Number of times the history was cleared. Identifies the run. */
  get run(): number {
    return this.#runs;
  }

  /**
   * First stored entry of the approach to the current targets. Its error is relative to the
   * previous targets.
   */
  get approachStart(): number {
    return Math.max(this.first, this.#approachEntry);
  }

  updatesSinceMove(entry: number, instance: number): number {
    return this.#field(entry, instance, COUNT);
  }

  get instances(): number {
    return this.#instances;
  }

  get length(): number {
    return Math.min(this.#total, this.capacity);
  }

  get first(): number {
    return this.#total - this.length;
  }

  get last(): number {
    return this.#total - 1;
  }

  // The following methods read one entry, from `first` to `last`; other numbers are clamped.

  angles(entry: number, instance: number): Float64Array {
    const row = this.#row(entry) * this.#instances + instance;
    return this.#angles.subarray(row * this.#joints, (row + 1) * this.#joints);
  }

  /**
   * Returns the joint step of the last update before an entry. The view is valid until the next
   * record.
   */
  step(entry: number, instance: number): Float64Array {
    const row = this.#row(entry) * this.#instances + instance;
    return this.#steps.subarray(row * this.#joints, (row + 1) * this.#joints);
  }

  /**
   * Returns the last distinct poses of an instance up to an entry, oldest first, at most `most`.
   */
  recentPoses(instance: number, entry: number, most: number): Float64Array[] {
    const found: Float64Array[] = [];
    for (
      let index = Math.min(entry, this.last);
      index >= this.first && found.length <= most;
      index--
    ) {
      const pose = this.angles(index, instance);
      const after = found.at(-1);
      if (
        !after ||
        pose.some((angle, i) => Math.abs(angle - (after[i] as number)) > POSE_TOLERANCE)
      )
        found.push(pose);
    }
    return found.reverse();
  }

  goals(entry: number): Float64Array {
    const row = this.#row(entry);
    return this.#goals.subarray(row * this.#goalSize, (row + 1) * this.#goalSize);
  }

  /** Returns the sum of an instance's distances from the targets at an entry, in metres. */
  error(entry: number, instance: number): number {
    return this.#field(entry, instance, ERROR);
  }

  /** Returns the error in metres right after the targets last moved, before the next update. */
  startError(entry: number, instance: number): number {
    return this.#field(entry, instance, START);
  }

  update(entry: number, instance: number): number {
    return this.#field(entry, instance, UPDATES);
  }

  stop(entry: number, instance: number): StopReason | null {
    return STOP_REASONS[this.#field(entry, instance, STOP)] ?? null;
  }

  lambda(entry: number, instance: number): number {
    return this.#field(entry, instance, LAMBDA);
  }

  /**
   * Returns an observable after the last update at an entry; NaN without a value. `index`: position
   * in `scalarObservables`.
   */
  observable(entry: number, instance: number, index: number): number {
    if (index >= (this.#observableCounts[instance] ?? 0)) return Number.NaN;
    return this.#observables[this.#observableOffset(this.#row(entry), instance) + index] as number;
  }

  /** Returns how far the secondary objective moved the effectors in the last update, in metres. */
  leak(entry: number, instance: number): number {
    return this.#field(entry, instance, LEAK);
  }

  angle(entry: number, instance: number): number {
    return this.#field(entry, instance, ANGLE);
  }

  /**
   * Returns the target clamps D_i (limits on the distances that a method sees) for the next update,
   * one per target, in metres. The view is valid until the next record.
   */
  clamps(entry: number, instance: number): Float64Array {
    const row = this.#row(entry) * this.#instances + instance;
    return this.#clamps.subarray(row * this.#targets, (row + 1) * this.#targets);
  }

  frame(entry: number): number {
    return this.#frames[this.#row(entry)] as number;
  }

  /** Returns the time of an entry, in seconds on the scenario's clock. */
  time(entry: number): number {
    return this.frame(entry) * this.#timeStep;
  }

  /**
   * Returns the first entry of an instance within tolerance since the targets last moved; null if
   * none is stored.
   */
  reachedEntry(instance: number): number | null {
    const entry = this.#reached[instance] as number;
    return this.#total > 0 && entry >= this.first ? entry : null;
  }

  #row(entry: number): number {
    return Math.max(this.first, Math.min(this.last, entry)) % this.capacity;
  }

  #field(entry: number, instance: number, field: number): number {
    return this.#fields[(this.#row(entry) * this.#instances + instance) * FIELDS + field] as number;
  }

  #hasSameTargets(goals: Float64Array): boolean {
    const offset = (this.last % this.capacity) * this.#goalSize;
    for (let i = 0; i < this.#goalSize; i++) if (goals[i] !== this.#goals[offset + i]) return false;
    return true;
  }
}

/**
 * Returns the number of updates to show at an entry: in runs that stop, the updates since the
 * targets moved.
 */
export const countUpdatesAtEntry = (
  { scene }: { readonly scene: Scene },
  past: RunHistory,
  entry: number,
  instance: number,
): number =>
  scene.scenario.run.mode === 'converge'
    ? past.updatesSinceMove(entry, instance)
    : past.update(entry, instance);
