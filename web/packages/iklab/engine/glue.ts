/** What wasm/bindings/bindings.cpp exports. */

type Triple = readonly [number, number, number];

export interface BufferView {
  readonly address: number;
  /** Numbers: doubles, unless said otherwise. */
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
  /** '': it follows none. */
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
  /** Both −1: the target has none of its own. */
  positionTolerance: number;
  rotationTolerance: number;
  /** x, y, z: 1 where it is free. */
  freePosition: Triple;
  freeTurns: Triple;
  freeFrame: number;
  /** Of a spin or a cone; of no length: none. */
  freeAxis: Triple;
  freeCone: number;
}

/** Still, until it is told otherwise. */
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

/** Buffers of a lab, each a method that says where it lies. */
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

/** Where the parts of `findings` begin (wasm/src/iklab/lab/diagnostics.hpp). */
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

/** A lab as the module's bindings have it. */
export type RawLab = Record<BufferName, () => BufferView> & {
  restart(instances: number): string;
  /** The reason why not; empty: done. */
  setMotion(target: number, motion: RawMotion): string;
  /** After a write to its row of `given`: the reason why not; empty: done. */
  give(instance: number): string;
  /** After a write to `targets`: `goals` show it before a frame takes it. */
  publishGoals(): void;
  /** Until it is deleted. */
  address(): number;
  midway(): boolean;
  /** What is wrong with the numbers that were written; empty: nothing. */
  fault(): string;
  watch(on: boolean): void;
  inspect(instance: number): void;
  /** The same in pieces: true while there is more to do. */
  beginInspection(instance: number): void;
  resumeInspection(): boolean;
  measureEllipsoids(): void;
  filter(sigma: number): number;
  choose(instance: number): void;
  jointDamping(column: number, theta: number): number;
  layout(): DiagnosticsLayout;
  /** After a write to `probe`: a `Diagnosis` as JSON; empty: there is a fault. Of the whole module. */
  diagnose?(instance: number, stop: number): string;
  frame(): number;
  finished(): boolean;
  workingRank(): number;
  traceCapacity(): number;
  traceStride(): number;
  delete(): void;
};

/** The buffers of a batch, each a method that says where it lies. */
export type BatchBufferName =
  | 'params'
  | 'rows'
  | 'poses'
  | 'answer'
  | 'shown'
  | 'start'
  | 'goals'
  | 'causes';

/** A batch as the module's bindings have it. */
export type RawBatch = Record<BatchBufferName, () => BufferView> & {
  /** What is wrong; empty: nothing. */
  solve(first: number, count: number): string;
  /** Seed of the row's restarts; NaN: there is no such row. */
  draw(index: number): number;
  /** What is wrong; empty: row 0 has what the pose in row 0 comes to. */
  judge(index: number): string;
  /** What is wrong; empty: `causes` has why that row of the last solve is not solved. Of the whole module. */
  diagnose?(row: number): string;
  delete(): void;
};

/** The buffers of a follower, each a method that says where it lies. */
export type FollowerBufferName =
  | 'params'
  | 'goals'
  | 'start'
  | 'answer'
  | 'rows'
  | 'poses'
  | 'before';

/** A follower as the module's bindings have it. */
export type RawFollower = Record<FollowerBufferName, () => BufferView> & {
  /** What is wrong; empty: nothing. The buffers move. */
  resize(points: number): string;
  /** What is wrong; empty: nothing. */
  begin(updates: number, rounds: number): string;
  /** True: all points are done. */
  advance(points: number): boolean;
  /** What is wrong; empty: nothing. */
  beginAnswers(rounds: number): string;
  /** True: it was the last. */
  takeAnswer(): boolean;
  /** What of `rows` is found afterwards. */
  measure(): void;
  delete(): void;
};

/** The buffers of a pose solver, each a method that says where it lies. */
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

/** A pose solver as the module's bindings have it; only the whole module does. */
export type RawPoseSolver = Record<PoseBufferName, () => BufferView> & {
  /** Until it is deleted. */
  address(): number;
  /** False: there is a fault. */
  begin(updates: number): boolean;
  /** Of the pose in `start` and of `goals`, by a place in `STOPS`: a `Diagnosis` as JSON; empty: a fault. */
  diagnose(stop: number): string;
  /** Of the last call that said no. */
  fault(): string;
  delete(): void;
};

/** A crowd as the module's bindings have it. */
export interface RawCrowd {
  /** What is wrong; empty: nothing. */
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
  /** Of floats. */
  matrices(): BufferView;
  delays(): BufferView;
  angles(instance: number): BufferView;
  delete(): void;
}

/** Methods; made anew, those of the library. */
export interface RawRegistry {
  /** The method table, as readCatalogue.ts reads it, */
  catalogue(): string;
  /** and its numbers. */
  numbers(): BufferView;
  /** A number for each parameter of the row with this index, NaN where it is no length. */
  fittedNumbers(method: number, stretch: number): BufferView;
  /** Adds a method that is written as text: its place among these; -1: it is faulty. */
  addFormula(text: string): number;
  /** A row of the table, by its place, */
  row(place: number): string;
  /** and its numbers. */
  rowNumbers(place: number): BufferView;
  delete(): void;
}

export interface RawLabBuilder {
  joint(input: JointInput): void;
  effector(input: EffectorInput): void;
  target(input: TargetInput, motion: RawMotion): void;
  start(value: number): void;
  run(input: RunInput): void;
  /** Those that what is built may have; at first the library's. */
  methods(registry: RawRegistry): void;
  reason(): string;
  /** Of a batch: `BATCH_SETTING` has the fields. */
  setting(field: number, value: number): void;
  /** Metres that the longest chain of its targets stretches; NaN: its tree is none. */
  stretch(): number;
  /** Of an effector, in their order, for `ready`: a place in `EFFECTOR_GOALS`. */
  goal(goal: number): void;
  /**
   * The goal of each effector, by default one that its joints can meet. With `posed`, followed by the start
   * pose, a value for each independent joint. Empty if the tree is invalid. `up`: 0, 1, 2.
   */
  ready(up: number, posed: boolean): BufferView;
  /** As the glue's, with sizes and cost in this scene. */
  describeFormula(text: string): string;
  build(): RawLab | null;
  batch(): RawBatch | null;
  crowd(): RawCrowd | null;
  follower(): RawFollower | null;
  poseSolver(): RawPoseSolver | null;
  delete(): void;
}

/** The module as Emscripten gives it. */
export interface Glue {
  readonly HEAPF64: Float64Array;
  LabBuilder: new () => RawLabBuilder;
  Registry: new () => RawRegistry;
  MotionInput: new () => RawMotion;
  /** Of the lab at this address: 1 where the frame is complete. */
  _advance(lab: number, budget: number, milliseconds: number): number;
  /** Its buffers show what the last call has changed. */
  _publish(lab: number): void;
  /** Of the pose solver at this address: 0 where there is a fault. */
  _solvePose(solver: number, row: number): number;
  _stepPose(solver: number): number;
  _lookAtPose(solver: number): number;
  /** What is found in a method that is written as text, as formulaFindings.ts has it: JSON. */
  describeFormula(text: string): string;
  formulaMathematics(text: string): string;
  /** What protocol.ts was written from. */
  protocol(): string;
  /** Emscripten's: where the stack is, and back to there after something was thrown. */
  stackSave(): number;
  stackRestore(top: number): void;
  /** Top of the heap, bytes. */
  heapTop(): number;
}
