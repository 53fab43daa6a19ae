/** The exports of wasm/bindings/bindings.cpp. */

type Triple = readonly [number, number, number];

export interface BufferView {
  readonly address: number;
  /** Count of numbers: doubles, unless stated otherwise. */
  readonly length: number;
}

export interface JointInput {
  id: string;
  parent: string;
  kind: number;
  xyz: Triple;
  rpy: Triple;
  axis: Triple;
  lower: number;
  upper: number;
  rest: number;
  comfort: number;
  weight: number;
  pitch: number;
  /** '' if the joint is independent. */
  mimic: string;
  multiplier: number;
  offset: number;
}

export interface EffectorInput {
  id: string;
  parent: string;
  xyz: Triple;
  rpy: Triple;
}

export interface TargetInput {
  effector: number;
  oriented: boolean;
  orientationWeight: number;
  position: Triple;
  orientation: readonly [number, number, number, number];
  /** Both are -1 if the target has no tolerance of its own. */
  positionTolerance: number;
  rotationTolerance: number;
  /** x, y, z: 1 if free. */
  freePosition: Triple;
  freeTurns: Triple;
  freeFrame: number;
  /** Axis of a spin or a cone; zero if there is none. */
  freeAxis: Triple;
  freeCone: number;
}

/** Stationary by default. */
export interface RawMotion {
  sine(amplitude: Triple, period: Triple, phase: Triple): void;
  path(period: number): void;
  point(x: number, y: number, z: number): void;
  delete(): void;
}

export interface RunInput {
  mode: number;
  limitPolicy: number;
  updatesPerFrame: number;
  timeStep: number;
  tolerance: number;
  orientationTolerance: number;
  minImprovement: number;
  maxRises: number;
  maxUpdates: number;
  residual: number;
  maxSlow: number;
  slowShare: number;
  restarts: {
    readonly most: number;
    readonly every: number;
    readonly seed: number;
    readonly outside: number;
  };
}

/** Each method returns address and length. */
export type BufferName =
  | 'targets'
  | 'params'
  | 'given'
  | 'goals'
  | 'angles'
  | 'points'
  | 'status'
  | 'sigma'
  | 'clamps'
  | 'misses'
  | 'probe'
  | 'findings'
  | 'ellipsoids'
  | 'trace'
  | 'shownNumbers';

/** Offsets of the parts of `findings` (wasm/src/iklab/lab/diagnostics.hpp). */
export interface DiagnosticsLayout {
  readonly directions: number;
  readonly sigma: number;
  readonly alpha: number;
  readonly response: number;
  readonly reach: number;
  readonly cost: number;
  readonly step: number;
  readonly u: number;
  readonly v: number;
  readonly observed: number;
  readonly size: number;
}

export type RawLab = Record<BufferName, () => BufferView> & {
  restart(instances: number): string;
  /** Returns an error text; empty on success. */
  setMotion(target: number, motion: RawMotion): string;
  /** Reads the instance's row of `given`; returns an error text, empty on success. */
  give(instance: number): string;
  /** After a write to `targets`: updates `goals` before the next frame. */
  publishGoals(): void;
  /** Valid until the lab is deleted. */
  address(): number;
  midway(): boolean;
  /** Describes invalid numbers in the buffers; empty if there are none. */
  fault(): string;
  watch(on: boolean): void;
  inspect(instance: number): void;
  /** Starts an inspection in pieces; `resumeInspection` returns true while there is more to do. */
  beginInspection(instance: number): void;
  resumeInspection(): boolean;
  measureEllipsoids(): void;
  filter(sigma: number): number;
  choose(instance: number): void;
  jointDamping(column: number, theta: number): number;
  layout(): DiagnosticsLayout;
  /** Reads `probe`; returns a `Diagnosis` as JSON, empty on a fault. Only in the full module. */
  diagnose?(instance: number, stop: number): string;
  frame(): number;
  finished(): boolean;
  workingRank(): number;
  traceCapacity(): number;
  traceStride(): number;
  delete(): void;
};

/** Each method returns address and length. */
export type BatchBufferName =
  | 'params'
  | 'rows'
  | 'poses'
  | 'answer'
  | 'shown'
  | 'start'
  | 'goals'
  | 'causes';

export type RawBatch = Record<BatchBufferName, () => BufferView> & {
  /** Returns an error text; empty on success. */
  solve(first: number, count: number): string;
  /** Seed of the row's restarts; NaN if there is no such row. */
  draw(index: number): number;
  /** Verifies the pose in `answer` and writes row 0; returns an error text, empty on success. */
  judge(index: number): string;
  /**
   * Writes to `causes` why that row of the last solve is not solved; returns an error text, empty
   * on success. Only in the full module.
   */
  diagnose?(row: number): string;
  delete(): void;
};

/** Each method returns address and length. */
export type FollowerBufferName =
  | 'params'
  | 'goals'
  | 'start'
  | 'answer'
  | 'rows'
  | 'poses'
  | 'before';

export type RawFollower = Record<FollowerBufferName, () => BufferView> & {
  /** Returns an error text; empty on success. The buffers move. */
  resize(points: number): string;
  /** Returns an error text; empty on success. */
  begin(updates: number, rounds: number): string;
  /** Returns true when all points are done. */
  advance(points: number): boolean;
  /** Returns an error text; empty on success. */
  beginAnswers(rounds: number): string;
  /** Returns true after the last point. */
  takeAnswer(): boolean;
  /** Computes the parts of `rows` that need the complete run. */
  measure(): void;
  delete(): void;
};

/** Each method returns address and length. */
export type PoseBufferName =
  | 'params'
  | 'rules'
  | 'start'
  | 'goals'
  | 'answer'
  | 'outcome'
  | 'misses'
  | 'frames'
  | 'jacobian';

/** The module's pose solver; only in the full module. */
export type RawPoseSolver = Record<PoseBufferName, () => BufferView> & {
  /** Valid until the solver is deleted. */
  address(): number;
  /** Returns false on a fault. */
  begin(updates: number): boolean;
  /** A `Diagnosis` as JSON, empty on a fault. `stop`: an index in `STOPS`. */
  diagnose(stop: number): string;
  /** Error text of the last failed call. */
  fault(): string;
  delete(): void;
};

export interface RawCrowd {
  /** Returns an error text; empty on success. */
  resize(count: number): string;
  restart(): void;
  attract(x: number, y: number, z: number, reach: number): void;
  letGo(): void;
  advance(milliseconds: number): boolean;
  show(): void;
  fault(): string;
  frame(): number;
  error(): number;
  params(): BufferView;
  /** Floats instead of doubles. */
  matrices(): BufferView;
  delays(): BufferView;
  angles(instance: number): BufferView;
  delete(): void;
}

/** A new one has the methods of the library. */
export interface RawRegistry {
  /** JSON, for readCatalogue.ts. */
  catalogue(): string;
  numbers(): BufferView;
  /** A number for each parameter of the method with this index; NaN if it is not a length. */
  fittedNumbers(method: number, stretch: number): BufferView;
  /** Returns its index among the custom methods, or -1 if it has faults. */
  addFormula(text: string): number;
  /** JSON. */
  row(index: number): string;
  rowNumbers(index: number): BufferView;
  delete(): void;
}

export interface RawLabBuilder {
  joint(input: JointInput): void;
  effector(input: EffectorInput): void;
  target(input: TargetInput, motion: RawMotion): void;
  start(value: number): void;
  run(input: RunInput): void;
  /** The methods that the built object may use; by default the library's. */
  methods(registry: RawRegistry): void;
  reason(): string;
  /** A setting of a batch; `BATCH_SETTING` has the fields. */
  setting(field: number, value: number): void;
  /** Length of the longest stretched chain with a target, in metres; NaN if the tree is invalid. */
  stretch(): number;
  /** Sets the goal of the next effector for `ready`: an index in `EFFECTOR_GOALS`. */
  goal(goal: number): void;
  /**
   * The goal of each effector, by default one that its joints can meet. With `withPose`, followed
   * by the start pose, a value for each independent joint. Empty if the tree is invalid. `up`: 0,
   * 1, 2.
   */
  ready(up: number, withPose: boolean): BufferView;
  /** Returns the findings of `Glue.describeFormula`, with sizes and cost in this scene. */
  describeFormula(text: string): string;
  build(): RawLab | null;
  batch(): RawBatch | null;
  crowd(): RawCrowd | null;
  follower(): RawFollower | null;
  poseSolver(): RawPoseSolver | null;
  delete(): void;
}

export interface Glue {
  readonly HEAPF64: Float64Array;
  LabBuilder: new () => RawLabBuilder;
  Registry: new () => RawRegistry;
  MotionInput: new () => RawMotion;
  /** `lab`: address of a lab. Returns 1 if the frame is complete. */
  _advance(lab: number, budget: number, milliseconds: number): number;
  /** Updates the lab's buffers after a change. */
  _publish(lab: number): void;
  /** `solver`: address of a pose solver. Returns 0 on a fault. */
  _solvePose(solver: number, row: number): number;
  _stepPose(solver: number): number;
  _lookAtPose(solver: number): number;
  /** Findings about a formula as JSON, see formulaFindings.ts. */
  describeFormula(text: string): string;
  formulaMathematics(text: string): string;
  protocol(): string;
  /** Emscripten's stack pointer, and its restoration after an exception. */
  stackSave(): number;
  stackRestore(top: number): void;
  heapTop(): number;
}
