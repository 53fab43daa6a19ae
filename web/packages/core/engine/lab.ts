import type { MethodRow } from '../scenario/methods/catalogue.ts';
import { panelMethodRow } from '../scenario/methods/formula.ts';
import { scalarObservables } from '../scenario/methods/scalarObservables.ts';
import { hasOrientationRows } from '../scenario/targets/free.ts';
import type { MethodPanel, Motion, Quaternion, Scene } from '../scenario/types.ts';
import type { FailureDiagnosis } from './diagnosis.ts';
import {
  diagnoseFailure,
  type InspectedState,
  type InspectionFindings,
  type InspectionRequest,
  PoseInspector,
  packInspectedState,
} from './diagnostics.ts';
import type { BufferName, RawLab, SolverModule } from './glue.ts';
import { ModuleBuffers } from './moduleBuffers.ts';
import { STATUS, type Stop, TARGET_STRIDE } from './protocol.ts';
import {
  nanToNull,
  type StopReason,
  TraceReader,
  toStopReason,
  type UpdateRecord,
} from './traceReader.ts';
import { withModuleMotion } from './withModuleMotion.ts';
import { type MethodLookup, writeInstanceRow } from './writeInstanceRow.ts';

const UNLIMITED = 0x7fffffff;
const STATUS_STRIDE = Object.keys(STATUS).length;

export interface InstanceStatus {
  updates: number;
  updatesSinceMove: number;
  /** Sum of the effectors' distances from their targets, in metres. */
  error: number;
  errorBefore: number;
  /** Value of `error` when the targets last moved, in metres. */
  startError: number;
  /** Largest orientation error of a target, in radians. */
  orientationError: number;
  /** True if the errors in position and orientation are within their tolerances. */
  within: boolean;
  stop: StopReason | null;
  lambda: number | null;
  /** Rank that the method used; -1: the method has no rank; -2: not computed (lab not watched). */
  rank: number;
  rises: number;
  /** Number of evaluations of the error since the start: one per update and one per trial step. */
  evaluations: number;
  /** Distance that the secondary objective moved the effectors in the last update, in metres. */
  leak: number;
  /**
   * Distance of the joints from the positions that the method computed, in metres; null without
   * computed positions.
   */
  infeasibility: number | null;
  /** ||theta - comfort|| over the revolute joints, in radians: l_comf of Na, Yang and Jia. */
  discomfort: number;
  /** Value that the stop rules judge, in metres: the error, or ||e||_2 with oriented targets. */
  objective: number;
  objectiveBefore: number;
  restarts: number;
  /** Line at which a custom method's formula failed; 0: none. */
  line: number;
}

export interface FilterFindings {
  readonly found: InspectionFindings;
  readonly filter: Float64Array;
}

export class Lab {
  readonly instanceCount: number;
  readonly jointCount: number;
  readonly targetCount: number;
  /** Number of singular values: min(m, n) of the m x n Jacobian. */
  readonly sigmaCount: number;
  /** Number of points of an instance: all joints, then all effectors. */
  readonly pointCount: number;
  readonly traceCapacity: number;
  readonly observableCounts: readonly number[];
  readonly #raw: RawLab;
  #address: number;
  #published = true;
  readonly #glue: SolverModule;
  readonly #buffers: ModuleBuffers;
  readonly #trace: TraceReader;
  readonly #diagnostics: PoseInspector;
  readonly #status: InstanceStatus[];
  readonly #rows: readonly (MethodRow | null)[];
  readonly #methods: MethodLookup;
  readonly #externalInstances = new Set<number>();

  constructor(scene: Scene, raw: RawLab, glue: SolverModule, methods: MethodLookup) {
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
    this.#buffers = new ModuleBuffers(glue, raw, () => this.#publish());
    this.#trace = new TraceReader(this, this.#buffers, raw.traceStride());
    this.#diagnostics = new PoseInspector(raw, this.#buffers, this.targetCount);
    this.#rows = scenario.methods.map((panel) => panelMethodRow(methods.catalogue, panel));
    this.observableCounts = this.#rows.map((row) => scalarObservables(row).length);
    this.#status = scenario.methods.map(() => ({}) as InstanceStatus);
    scenario.methods.forEach((panel, index) => {
      this.setInstance(index, panel);
    });
    this.restart();
  }

  get frame(): number {
    return this.#raw.frame();
  }

  /** True if every instance has stopped and continues only if a target moves. */
  get finished(): boolean {
    return this.#raw.finished();
  }

  /** Working rank: the largest rank of J over several random poses; 2 for a planar chain. */
  get workingRank(): number {
    return this.#raw.workingRank();
  }

  /**
   * Continues the current frame by at most `budget` updates per instance. Returns true if the frame
   * is complete. Stops after `milliseconds` with `timedOut` set; the next call continues the frame.
   */
  advance(budget: number = UNLIMITED, milliseconds: number = Number.POSITIVE_INFINITY): boolean {
    if (this.#address === 0) throw new Error('the lab is closed');
    this.#published = false;
    return this.#glue._advance(this.#address, budget, milliseconds) !== 0;
  }

  #publish(): void {
    if (this.#published || this.#address === 0) return;
    this.#published = true;
    this.#glue._publish(this.#address);
  }

  get timedOut(): boolean {
    return this.#raw.midway();
  }

  restart(): void {
    const reason = this.#raw.restart(this.instanceCount);
    if (reason !== '') throw new Error(reason);
    this.#published = false;
    this.#trace.reset();
  }

  /** Sets the parameters of an instance from the next update on. The method stays the same. */
  setInstance(index: number, panel: MethodPanel): void {
    writeInstanceRow(panel, this.#methods, this.instanceNumbers(index));
  }

  /**
   * Makes the next update of an instance lead to a given pose (n joint values). Until a restart,
   * the instance then makes one update per frame. Before the first update, the instance moves at
   * once.
   */
  setExternalPose(index: number, pose: ArrayLike<number>): void {
    this.#buffers.get('given').set(pose, index * this.jointCount);
    const reason = this.#raw.give(index);
    if (reason !== '') throw new Error(reason);
    this.#externalInstances.add(index);
    this.#published = false;
  }

  hasMethod(panel: MethodPanel): boolean {
    return this.#methods.indexOf(panel) >= 0;
  }

  /**
   * Sets a target's position in metres, without the target's motion, from the next frame on.
   * `goals` changes at once.
   */
  setTarget(index: number, x: number, y: number, z: number): void {
    const targets = this.#buffers.get('targets');
    const offset = index * TARGET_STRIDE;
    targets[offset] = x;
    targets[offset + 1] = y;
    targets[offset + 2] = z;
    this.#raw.publishGoals();
  }

  setTargetOrientation(index: number, orientation: Quaternion): void {
    this.#buffers.get('targets').set(orientation, index * TARGET_STRIDE + 3);
    this.#raw.publishGoals();
  }

  /** Sets a target's motion about its position from the next frame on; null: stationary. */
  setMotion(index: number, motion: Motion | null): void {
    const reason = withModuleMotion(motion, this.#glue, (raw) => this.#raw.setMotion(index, raw));
    if (reason !== '') throw new Error(reason);
  }

  /**
   * Analyses the task and the method's next step at an instance's pose or another. Null: the
   * mechanism alone. Costs about as much as an update; does not change the run.
   */
  inspect(instance: number | null, state: InspectedState = {}): InspectionFindings {
    return this.#diagnostics.inspect(this.#request(instance, state));
  }

  /**
   * Does the work of `inspect` in pieces. The lab may run meanwhile: the analysis uses the state at
   * the time of the call.
   */
  inspectSliced(
    instance: number | null,
    state: InspectedState = {},
  ): Generator<void, InspectionFindings> {
    return this.#diagnostics.inspectSliced(this.#request(instance, state), (found) => found);
  }

  /**
   * Analyses an instance and evaluates the filter tau at the sigmas that `sigmas` returns; NaN if
   * the method is no filter.
   */
  inspectFilter(
    instance: number,
    sigmas: (found: InspectionFindings) => ArrayLike<number>,
    state: InspectedState = {},
  ): FilterFindings {
    return this.#withFilter(this.inspect(instance, state), sigmas);
  }

  inspectFilterSliced(
    instance: number,
    sigmas: (found: InspectionFindings) => ArrayLike<number>,
    state: InspectedState = {},
  ): Generator<void, FilterFindings> {
    const request = this.#request(instance, state);
    return this.#diagnostics.inspectSliced(request, (found) => this.#withFilter(found, sigmas));
  }

  #withFilter(
    found: InspectionFindings,
    sigmas: (found: InspectionFindings) => ArrayLike<number>,
  ): FilterFindings {
    return { found, filter: this.#diagnostics.filter(sigmas(found)) };
  }

  #request(instance: number | null, state: InspectedState): InspectionRequest {
    const probe = this.#probe(instance ?? 0, state);
    if (instance === null || this.#externalInstances.has(instance))
      return { instance: null, row: null, probe };
    return { instance, row: this.#rows[instance] ?? null, probe };
  }

  /**
   * Returns why an instance has not reached its goals. `stop`: the rule that ended the run. Null
   * for poses from a log, for invalid numbers and in the light module. Takes milliseconds.
   */
  diagnose(
    instance: number,
    stop: Stop = this.#stop(instance),
    state: InspectedState = {},
  ): FailureDiagnosis | null {
    if (this.#externalInstances.has(instance)) return null;
    return diagnoseFailure(this.#raw, this.#buffers, instance, stop, this.#probe(instance, state));
  }

  #stop(instance: number): Stop {
    return this.status(instance).stop ?? 'none';
  }

  #probe(instance: number, state: InspectedState): Float64Array {
    const { angles = this.angles(instance), goals = this.goals() } = state;
    return packInspectedState({ angles, goals, clamps: state.clamps ?? this.clamps(instance) });
  }

  /**
   * Returns, as a function of the target, the semi-axes of the manipulability ellipsoid: xyz each,
   * longest first.
   */
  ellipsoids(angles: ArrayLike<number>): (target: number) => Float64Array {
    return this.#diagnostics.ellipsoids(this.#probe(0, { angles }));
  }

  /**
   * Returns the filter tau of an instance's method at the given sigmas; NaN if the method is no
   * filter.
   */
  filter(instance: number, sigmas: ArrayLike<number>, state: InspectedState = {}): Float64Array {
    return this.inspectFilter(instance, () => sigmas, state).filter;
  }

  /**
   * Returns the damping lambda_j of each joint at `values` of the joint; NaN without joint damping.
   */
  jointDamping(instance: number, values: readonly ArrayLike<number>[]): Float64Array[] {
    return this.#diagnostics.jointDamping(instance, values);
  }

  // The following views of the module's memory are valid until the next call into it.

  /** Returns an instance's row of numbers, in the order of wasm/src/iklab/lab/panel_row.hpp. */
  instanceNumbers(instance: number): Float64Array {
    return this.#slice('params', instance, this.#methods.catalogue.panelStride);
  }

  /**
   * Returns the targets' poses without their motions, TARGET_STRIDE numbers each: position xyz
   * (metres) and quaternion xyzw.
   */
  targets(): Float64Array {
    return this.#buffers.get('targets');
  }

  /** Returns the targets' poses in this frame, with their motions, TARGET_STRIDE numbers each. */
  goals(): Float64Array {
    return this.#buffers.get('goals');
  }

  /** Returns the n joint values of an instance, in document order. */
  angles(instance: number): Float64Array {
    return this.#slice('angles', instance, this.jointCount);
  }

  /** Returns xyz of the joints and then the effectors of an instance, in world axes, in metres. */
  points(instance: number): Float64Array {
    return this.#slice('points', instance, 3 * this.pointCount);
  }

  /**
   * Returns the singular values of an instance's last J, descending; only if the lab is watched.
   */
  sigma(instance: number): Float64Array {
    return this.#slice('sigma', instance, this.sigmaCount);
  }

  /**
   * Returns the target clamps D_i for the next update of an instance, one per target, in metres;
   * infinite: no clamp.
   */
  clamps(instance: number): Float64Array {
    return this.#slice('clamps', instance, this.targetCount);
  }

  /** Returns the distance from each effector of an instance to the target, in metres. */
  distances(instance: number): Float64Array {
    return this.#slice('misses', 2 * instance, this.targetCount);
  }

  /**
   * Returns the orientation error of each effector of an instance, in radians; NaN if
   * unconstrained.
   */
  angleErrors(instance: number): Float64Array {
    return this.#slice('misses', 2 * instance + 1, this.targetCount);
  }

  /** Returns the status of an instance; always the same object for one instance. */
  status(instance: number): InstanceStatus {
    const status = this.#status[instance] as InstanceStatus;
    const all = this.#buffers.get('status');
    const offset = instance * STATUS_STRIDE;
    const field = (index: number): number => all[offset + index] as number;
    status.updates = field(STATUS.updates);
    status.updatesSinceMove = field(STATUS.updatesSinceMove);
    status.error = field(STATUS.error);
    status.errorBefore = field(STATUS.errorBefore);
    status.startError = field(STATUS.startError);
    status.orientationError = field(STATUS.orientationError);
    status.within = field(STATUS.within) === 1;
    status.stop = toStopReason(field(STATUS.stop));
    status.lambda = nanToNull(field(STATUS.lambda));
    status.rank = field(STATUS.rank);
    status.rises = field(STATUS.rises);
    status.evaluations = field(STATUS.evaluations);
    status.leak = field(STATUS.leak);
    status.infeasibility = nanToNull(field(STATUS.infeasibility));
    status.discomfort = field(STATUS.discomfort);
    status.objective = field(STATUS.objective);
    status.objectiveBefore = field(STATUS.objectiveBefore);
    status.restarts = field(STATUS.restarts);
    status.line = field(STATUS.line);
    return status;
  }

  /** Returns the applied joint step of an update; undefined if no longer in the trace. */
  step(instance: number, update: number): Float64Array | undefined {
    return this.#trace.step(instance, update, this.status(instance).updates);
  }

  /**
   * Returns the scalar observables of an instance after an update; NaN where an update has no
   * value.
   */
  observables(instance: number, update: number): Float64Array {
    return this.#trace.observables(instance, update);
  }

  /** Returns the sum of the effectors' distances from their targets after an update, in metres. */
  errorAfter(instance: number, update: number): number {
    return this.#trace.error(instance, update);
  }

  /** Returns the joint values after an update; undefined if no longer in the trace. */
  anglesAfter(instance: number, update: number): Float64Array | undefined {
    return this.#trace.angles(instance, update, this.status(instance).updates);
  }

  /**
   * Calls `each` with every record since the last call, by update and then by instance. Must be
   * called at least every `traceCapacity` updates.
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
