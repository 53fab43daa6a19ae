/** A running scene: the instances, their buffers and the clock, all on the module's side. */
import type { MethodRow } from '../scenario/catalogue.ts';
import { panelRow } from '../scenario/formula.ts';
import { hasOrientationRows } from '../scenario/free.ts';
import { singleNumbers } from '../scenario/singleNumbers.ts';
import type { MethodPanel, Motion, Quaternion, Scene } from '../scenario/types.ts';
import { Buffers } from './buffers.ts';
import type { Diagnosis } from './diagnosis.ts';
import {
  type DiagnosticFindings,
  Diagnostics,
  diagnosed,
  type Look,
  type Probe,
  probeOf,
} from './diagnostics.ts';
import type { BufferName, Glue, RawLab } from './glue.ts';
import { type Methods, writeInstance } from './instanceRow.ts';
import { withMotion } from './motion.ts';
import { STATUS, type Stop, TARGET_STRIDE } from './protocol.ts';
import { orNull, type StopReason, stopReason, TraceReader, type UpdateRecord } from './trace.ts';

const ALL = 0x7fffffff;
const STATUS_STRIDE = Object.keys(STATUS).length;

/** The state of an instance after the last call of `advance`. */
export interface InstanceStatus {
  updates: number;
  updatesSinceMove: number;
  /** Sum over the targets of the distance, metres. */
  error: number;
  errorBefore: number;
  /** When the targets last moved. */
  startError: number;
  /** Largest over the targets, radians. */
  orientationError: number;
  /** Inside both tolerances. */
  within: boolean;
  stop: StopReason | null;
  lambda: number | null;
  /** -1: the method has none; -2: not counted, since nobody watches. */
  rank: number;
  rises: number;
  /** Of e and f, since the start: one an update, and every trial. */
  evaluations: number;
  /** Of the secondary goal's motion into the task, metres. */
  leak: number;
  /** Metres by which the joints miss what the method wanted; null: it has no notion of it. */
  infeasibility: number | null;
  /** ‖θ − comfort‖ over the joints that turn, radians: l_comf of Na, Yang and Jia, in degrees there. */
  discomfort: number;
  /** What the stop rules judge, metres: the error; with oriented targets ‖e‖₂ of the whole task. */
  objective: number;
  objectiveBefore: number;
  /** Since the targets last moved. */
  restarts: number;
  /** Of a method written as text: where it broke down; 0: it did not. */
  line: number;
}

/** What is found of an instance, and τ of its method at some σ; NaN: it is no filter. */
export interface FilterFindings {
  readonly found: DiagnosticFindings;
  readonly filter: Float64Array;
}

/** A scene running in the module: its instances, clock and buffers. */
export class Lab {
  readonly instanceCount: number;
  /** Joints that move, n. */
  readonly jointCount: number;
  readonly targetCount: number;
  /** min(m, n). */
  readonly sigmaCount: number;
  /** All joints, then all effectors. */
  readonly pointCount: number;
  /** Updates of an instance that the trace holds. */
  readonly traceCapacity: number;
  /** How many numbers the method of an instance shows: `singleNumbers` of its row. */
  readonly shownCounts: readonly number[];
  readonly #raw: RawLab;
  /** In the module; 0: it is closed. */
  #address: number;
  #published = true;
  readonly #glue: Glue;
  readonly #buffers: Buffers;
  readonly #trace: TraceReader;
  readonly #diagnostics: Diagnostics;
  readonly #status: InstanceStatus[];
  readonly #rows: readonly (MethodRow | null)[];
  readonly #methods: Methods;
  /** Those whose poses are given: their methods say nothing of them. */
  readonly #given = new Set<number>();

  /** `methods`: those that the raw one was made with. */
  constructor(scene: Scene, raw: RawLab, glue: Glue, methods: Methods) {
    const { tree, scenario } = scene;
    const rows = scenario.targets.reduce(
      (sum, target) => sum + (hasOrientationRows(target) ? 6 : 3),
      0,
    );
    this.instanceCount = scenario.methods.length;
    this.jointCount = scene.start.length;
    this.targetCount = scenario.targets.length;
    this.sigmaCount = Math.min(rows, this.jointCount);
    this.pointCount = tree.joints.length + tree.effectors.length;
    this.traceCapacity = raw.traceCapacity();
    this.#methods = methods;
    this.#raw = raw;
    this.#address = raw.address();
    this.#glue = glue;
    this.#buffers = new Buffers(glue, raw, () => this.#publish());
    this.#trace = new TraceReader(this, this.#buffers, raw.traceStride());
    this.#diagnostics = new Diagnostics(raw, this.#buffers, this.targetCount);
    this.#rows = scenario.methods.map((panel) => panelRow(methods.catalogue, panel));
    this.shownCounts = this.#rows.map((row) => singleNumbers(row).length);
    this.#status = scenario.methods.map(() => ({}) as InstanceStatus);
    scenario.methods.forEach((panel, index) => {
      this.setInstance(index, panel);
    });
    this.restart();
  }

  /** Frames completed. */
  get frame(): number {
    return this.#raw.frame();
  }

  /** Every instance has stopped for good: only a moved target would wake them. */
  get finished(): boolean {
    return this.#raw.finished();
  }

  /** Of J over the reach of the tree: 2 for a planar chain. */
  get workingRank(): number {
    return this.#raw.workingRank();
  }

  /**
   * Runs the frame at work on, by at most `budget` updates an instance (all of them by default).
   * True when the frame is complete. After `milliseconds` it comes back `outOfTime`, once the update at
   * work is done: the next call does what this one has left.
   */
  advance(budget: number = ALL, milliseconds: number = Number.POSITIVE_INFINITY): boolean {
    if (this.#address === 0) throw new Error('the lab is closed');
    this.#published = false;
    return this.#glue._advance(this.#address, budget, milliseconds) !== 0;
  }

  #publish(): void {
    if (this.#published || this.#address === 0) return;
    this.#published = true;
    this.#glue._publish(this.#address);
  }

  /** The last call of `advance` ran out of time. */
  get outOfTime(): boolean {
    return this.#raw.midway();
  }

  /** Back to the start pose and frame 0. */
  restart(): void {
    const reason = this.#raw.restart(this.instanceCount);
    if (reason !== '') throw new Error(reason);
    this.#published = false;
    this.#trace.forget();
  }

  /** New numbers for an instance of the same method: they hold from the next update. */
  setInstance(index: number, panel: MethodPanel): void {
    writeInstance(panel, this.#methods, this.instanceNumbers(index));
  }

  /**
   * The pose of an instance comes from outside (n values), an update a frame, until the next restart:
   * its next update leads there. At the first that is given, before any update, it stands at once.
   */
  give(index: number, pose: ArrayLike<number>): void {
    this.#buffers.get('given').set(pose, index * this.jointCount);
    const reason = this.#raw.give(index);
    if (reason !== '') throw new Error(reason);
    this.#given.add(index);
    this.#published = false;
  }

  /** Whether it was made with the method of this panel. */
  knows(panel: MethodPanel): boolean {
    return this.#methods.placeOf(panel) >= 0;
  }

  /** Where a target stands from the next frame on (its motion is added to it), metres; `goals` show it at once. */
  setTarget(index: number, x: number, y: number, z: number): void {
    const targets = this.#buffers.get('targets');
    const at = index * TARGET_STRIDE;
    targets[at] = x;
    targets[at + 1] = y;
    targets[at + 2] = z;
    this.#raw.publishGoals();
  }

  /** How it is turned; likewise. */
  turnTarget(index: number, orientation: Quaternion): void {
    this.#buffers.get('targets').set(orientation, index * TARGET_STRIDE + 3);
    this.#raw.publishGoals();
  }

  /** How it moves about that place, from the next update on; likewise. */
  setMotion(index: number, motion: Motion | null): void {
    const reason = withMotion(motion, this.#glue, (raw) => this.#raw.setMotion(index, raw));
    if (reason !== '') throw new Error(reason);
  }

  /**
   * Takes the problem apart as an instance stands, or at a past pose of it, and asks what its
   * method would do; null: of the mechanism alone. Costs about an update; the run stays as it is.
   */
  inspect(instance: number | null, at: Probe = {}): DiagnosticFindings {
    return this.#diagnostics.look(this.#look(instance, at));
  }

  /**
   * The same with a rest after each piece, of the pose of now. The lab may run on meanwhile; other
   * numbers of the instance hold from the beginning.
   */
  inspecting(instance: number | null, at: Probe = {}): Generator<void, DiagnosticFindings> {
    return this.#diagnostics.looking(this.#look(instance, at), (found) => found);
  }

  /** As `inspect`, with τ of its method at the σ that `sigmas` chooses; NaN: it is no filter. */
  inspectFilter(
    instance: number,
    sigmas: (found: DiagnosticFindings) => ArrayLike<number>,
    at: Probe = {},
  ): FilterFindings {
    return this.#withFilter(this.inspect(instance, at), sigmas);
  }

  /** The same with a rest after each piece. */
  inspectingFilter(
    instance: number,
    sigmas: (found: DiagnosticFindings) => ArrayLike<number>,
    at: Probe = {},
  ): Generator<void, FilterFindings> {
    const look = this.#look(instance, at);
    return this.#diagnostics.looking(look, (found) => this.#withFilter(found, sigmas));
  }

  #withFilter(
    found: DiagnosticFindings,
    sigmas: (found: DiagnosticFindings) => ArrayLike<number>,
  ): FilterFindings {
    return { found, filter: this.#diagnostics.filter(sigmas(found)) };
  }

  #look(instance: number | null, at: Probe): Look {
    const probe = this.#probe(instance ?? 0, at);
    if (instance === null || this.#given.has(instance)) return { instance: null, row: null, probe };
    return { instance, row: this.#rows[instance] ?? null, probe };
  }

  /**
   * Why an instance has not reached its goals at its pose, or at another one. `stop`: the rule that ended its
   * run there. Takes milliseconds. Null if the poses come from a log, a number is invalid, or in the light module.
   */
  diagnose(instance: number, stop: Stop = this.#stop(instance), at: Probe = {}): Diagnosis | null {
    if (this.#given.has(instance)) return null;
    return diagnosed(this.#raw, this.#buffers, instance, stop, this.#probe(instance, at));
  }

  #stop(instance: number): Stop {
    return this.status(instance).stop ?? 'none';
  }

  /** As the instance stands, where nothing else is said. */
  #probe(instance: number, at: Probe): Float64Array {
    const { angles = this.angles(instance), goals = this.goals() } = at;
    return probeOf({ angles, goals, clamps: at.clamps ?? this.clamps(instance) });
  }

  /** Half axes of each target's manipulability ellipsoid at a pose, xyz each, longest first. */
  ellipsoids(angles: ArrayLike<number>): (target: number) => Float64Array {
    return this.#diagnostics.ellipsoids(this.#probe(0, { angles }));
  }

  /** τ(σ) of an instance's method as it would filter there; NaN where it is no filter. */
  filter(instance: number, sigmas: ArrayLike<number>, at: Probe = {}): Float64Array {
    return this.inspectFilter(instance, () => sigmas, at).filter;
  }

  /** λ_j of an instance's method, of every joint at each of its values; NaN where it has none. */
  jointDamping(instance: number, values: readonly ArrayLike<number>[]): Float64Array[] {
    return this.#diagnostics.jointDamping(instance, values);
  }

  // views on the module's memory, valid until the next call into it

  /** An instance's row of numbers, as wasm/src/iklab/lab/panel_row.hpp orders it. */
  instanceNumbers(instance: number): Float64Array {
    return this.#slice('params', instance, this.#methods.catalogue.panelStride);
  }

  /** TARGET_STRIDE per target: position xyz (metres), quaternion xyzw; the base that motion is added to; only read. */
  targets(): Float64Array {
    return this.#buffers.get('targets');
  }

  /** TARGET_STRIDE per target: where it stands in this frame, as it was put last. */
  goals(): Float64Array {
    return this.#buffers.get('goals');
  }

  /** n values of one instance, document order. */
  angles(instance: number): Float64Array {
    return this.#slice('angles', instance, this.jointCount);
  }

  /** xyz of one instance's joints, then its effectors, world frame, metres. */
  points(instance: number): Float64Array {
    return this.#slice('points', instance, 3 * this.pointCount);
  }

  /** Singular values of the last J, descending; only while the lab is watched. */
  sigma(instance: number): Float64Array {
    return this.#slice('sigma', instance, this.sigmaCount);
  }

  /** D_i of an instance for its next update, one per target, metres; infinite: unclamped. */
  clamps(instance: number): Float64Array {
    return this.#slice('clamps', instance, this.targetCount);
  }

  /** Of each target from its effector, metres. */
  distances(instance: number): Float64Array {
    return this.#slice('misses', 2 * instance, this.targetCount);
  }

  /**
   * By what angle each effector is off its target's orientation, radians; NaN without orientation.
   */
  turns(instance: number): Float64Array {
    return this.#slice('misses', 2 * instance + 1, this.targetCount);
  }

  /** The state of an instance; the same object at every call for the same instance. */
  status(instance: number): InstanceStatus {
    const status = this.#status[instance] as InstanceStatus;
    const all = this.#buffers.get('status');
    const at = instance * STATUS_STRIDE;
    const field = (index: number): number => all[at + index] as number;
    status.updates = field(STATUS.updates);
    status.updatesSinceMove = field(STATUS.updatesSinceMove);
    status.error = field(STATUS.error);
    status.errorBefore = field(STATUS.errorBefore);
    status.startError = field(STATUS.startError);
    status.orientationError = field(STATUS.orientationError);
    status.within = field(STATUS.within) === 1;
    status.stop = stopReason(field(STATUS.stop));
    status.lambda = orNull(field(STATUS.lambda));
    status.rank = field(STATUS.rank);
    status.rises = field(STATUS.rises);
    status.evaluations = field(STATUS.evaluations);
    status.leak = field(STATUS.leak);
    status.infeasibility = orNull(field(STATUS.infeasibility));
    status.discomfort = field(STATUS.discomfort);
    status.objective = field(STATUS.objective);
    status.objectiveBefore = field(STATUS.objectiveBefore);
    status.restarts = field(STATUS.restarts);
    status.line = field(STATUS.line);
    return status;
  }

  /** Δθ of a recent update as applied; undefined: the trace no longer has it. */
  step(instance: number, update: number): Float64Array | undefined {
    return this.#trace.step(instance, update, this.status(instance).updates);
  }

  /** What the method shows as one number each after a recent update; NaN: it has none of it. */
  shown(instance: number, update: number): Float64Array {
    return this.#trace.shown(instance, update);
  }

  /** Sum of the distances after a recent update, metres. */
  errorAfter(instance: number, update: number): number {
    return this.#trace.error(instance, update);
  }

  /** θ after a recent update. */
  anglesAfter(instance: number, update: number): Float64Array | undefined {
    return this.#trace.angles(instance, update, this.status(instance).updates);
  }

  /**
   * Takes the records made since the last call: update by update, in each the instances in order.
   * Call it at least every `traceCapacity` updates.
   */
  drain(each: (record: UpdateRecord) => void): void {
    this.#trace.drain((instance) => this.status(instance).updates, each);
  }

  close(): void {
    this.#address = 0;
    this.#raw.delete();
  }

  #slice(name: BufferName, instance: number, length: number): Float64Array {
    return this.#buffers.get(name).subarray(instance * length, (instance + 1) * length);
  }
}
