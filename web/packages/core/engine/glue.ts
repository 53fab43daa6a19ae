/**
 * Types of what wasm/bindings/bindings.cpp exports to JavaScript. A text returned by a function
 * with an effect is an error text, '' on success.
 */

type Triple = readonly [number, number, number];

export interface BufferView {
  readonly address: number;
  /** Length of the buffer in numbers: doubles, unless stated otherwise. */
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
  /** Id of the joint that this joint follows; '' if the joint is independent. */
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
  /** The target's own tolerances, in metres and in radians; -1 if the target has none. */
  positionTolerance: number;
  rotationTolerance: number;
  /** A number for each of the axes x, y and z: 1 if the position is free along it, otherwise 0. */
  freePosition: Triple;
  freeTurns: Triple;
  freeFrame: number;
  /** Axis of a free spin or cone; zero if there is none. */
  freeAxis: Triple;
  freeCone: number;
}

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
    readonly from: number;
    readonly maxSlow: number;
  };
}

/**
 * Buffers of a lab. The method of `RawLab` with each name returns the buffer's address and length.
 */
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

export interface FindingsBufferLayout {
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
  setMotion(target: number, motion: RawMotion): string;
  /**
   * Sets an instance's next pose from its row of the buffer `given`; returns an error text, empty
   * on success.
   */
  give(instance: number): string;
  /** Updates the buffer `goals` at once after a write to `targets`, before the next frame. */
  publishGoals(): void;
  /** Returns the lab's address, for `_advance`; valid until the lab is deleted. */
  address(): number;
  midway(): boolean;
  /** Returns a text about invalid numbers in the buffers; empty if there are none. */
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
  layout(): FindingsBufferLayout;
  /**
   * Diagnoses an instance in the state in the buffer `probe`; returns the diagnosis as JSON, empty
   * on a fault. Only in the full module.
   */
  diagnose?(instance: number, stop: number): string;
  frame(): number;
  finished(): boolean;
  workingRank(): number;
  traceCapacity(): number;
  traceStride(): number;
  delete(): void;
};

export type BatchBufferName =
  | 'params'
  | 'rows'
  | 'poses'
  | 'answer'
  | 'shown'
  | 'start'
  | 'goals'
  | 'causes'
  | 'solutions';

export type RawBatch = Record<BatchBufferName, () => BufferView> & {
  solve(first: number, count: number): string;
  /**
   * Writes start and goals of a problem to their buffers. Returns the seed of the restarts; NaN if
   * there is no such problem.
   */
  draw(index: number): number;
  /**
   * Verifies the pose in `answer` and writes row 0 of `rows`; returns an error text, empty on
   * success.
   */
  judge(index: number): string;
  /**
   * Writes the cause of an unsolved problem of the last solve to `causes`. Returns an error text,
   * empty on success.
   */
  diagnose(row: number): string;
  /**
   * Compares the final pose in a row of the last solve with all solutions, into the buffer
   * `solutions`. Returns an error text, empty on success.
   */
  compareSolutions(row: number): string;
  delete(): void;
};

export type FollowerBufferName =
  | 'params'
  | 'goals'
  | 'start'
  | 'answer'
  | 'rows'
  | 'poses'
  | 'before';

export type RawFollower = Record<FollowerBufferName, () => BufferView> & {
  /**
   * Sets the number of points, which gives the buffers new addresses; returns an error text, empty
   * on success.
   */
  resize(points: number): string;
  begin(updates: number, rounds: number): string;
  advance(points: number): boolean;
  beginAnswers(rounds: number): string;
  takeAnswer(): boolean;
  /** Computes the columns of the buffer `rows` that need the complete run. */
  measure(): void;
  delete(): void;
};

export type PoseBufferName =
  | 'params'
  | 'rules'
  | 'start'
  | 'goals'
  | 'answer'
  | 'outcome'
  | 'misses'
  | 'rowStarts'
  | 'rowGoals'
  | 'rowAnswers'
  | 'rowOutcomes'
  | 'frames'
  | 'jacobian';

export type RawPoseSolver = Record<PoseBufferName, () => BufferView> & {
  /** Returns the solver's address, for `_solvePose`; valid until the solver is deleted. */
  address(): number;
  /** Begins an instance at the pose in the buffer `start`; returns false on a fault. */
  begin(updates: number): boolean;
  /**
   * Diagnoses a solve; returns the diagnosis as JSON, empty on a fault. `stop`: an index in
   * `STOPS`.
   */
  diagnose(stop: number): string;
  fault(): string;
  delete(): void;
};

/**
 * Buffers of a solution finder. The method of each name returns the buffer's address and length.
 */
export type SolutionBufferName = 'start' | 'goals' | 'solutions' | 'curve' | 'stretches';

/** The module's finder of all solutions; only in the full module. */
export type RawSolutionFinder = Record<SolutionBufferName, () => BufferView> & {
  /** Returns the finder's address, for `_findSolutions`; valid until the finder is deleted. */
  address(): number;
  /** An index in `SOLUTION_KINDS`. */
  kind(): number;
  reason(): string;
  idealised(): number;
  stride(): number;
  certifiedWithin(): boolean;
  /** The column of the joint whose value is the parameter; -1: the swivel angle; -2: none. */
  parameterColumn(): number;
  /** Returns the parameter of the start pose, radians; NaN without a parameter. */
  startParameter(): number;
  /** Finds the solutions at a parameter, or one solution; these and `traceCurve` return -1 on a fault. */
  findAt(parameter: number): number;
  findOne(starts: number, seed: number): number;
  /** Follows the self-motion through the start pose and returns the number of rows in `curve`. */
  traceCurve(): number;
  stretchCount(): number;
  /** Why the curve ends at its first and last sample: an index in `CURVE_ENDS`. */
  curveFirst(): number;
  curveLast(): number;
  curveClosure(): number;
  /** Returns a lower bound of the error, metres or radians; NaN if nothing is proven. */
  proveOutOfReach(position: number, rotation: number, withinLimits: boolean): number;
  targetOutOfReach(): number;
  provesWithAngle(): boolean;
  provesWithLimits(): boolean;
  /** An index in `PROOF_METHODS`; -1 without proof. */
  proofMethod(): number;
  proofText(): string;
  /** Returns the error text of the last call of this finder that failed. */
  fault(): string;
  delete(): void;
};

export interface RawCrowd {
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
  /** Returns the buffer of transforms, which has floats instead of doubles. */
  matrices(): BufferView;
  delays(): BufferView;
  angles(instance: number): BufferView;
  delete(): void;
}

/** The module's registry of methods; a new one has the methods of the library. */
export interface RawRegistry {
  catalogue(): string;
  numbers(): BufferView;
  /**
   * Returns the fitted value of each parameter of the method with this index; NaN if it is not a
   * length.
   */
  fittedNumbers(method: number, stretch: number): BufferView;
  /** Adds a custom method. Returns its index among the custom methods, or -1 if it is faulty. */
  addFormula(text: string): number;
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
  methods(registry: RawRegistry): void;
  reason(): string;
  /** Sets a setting of the batch that `batch` builds; `field`: an index from `BATCH_SETTING`. */
  setting(field: number, value: number): void;
  /**
   * Returns the length of the longest stretched chain with a target, in metres; NaN if the tree is
   * invalid.
   */
  stretch(): number;
  /** Sets the goal of the next effector for `ready`: an index in `EFFECTOR_GOALS`. */
  goal(goal: number): void;
  /**
   * Returns the goal of each effector (an index in `EFFECTOR_GOALS`) and, with `withPose`, the
   * start pose (a value per independent joint). Empty if the tree is invalid. `up`: index of the
   * vertical axis.
   */
  ready(up: number, withPose: boolean): BufferView;
  /** Returns the findings about a formula as JSON, with sizes and cost in the builder's scene. */
  describeFormula(text: string): string;
  build(): RawLab | null;
  /** Batches, crowds and followers are only in the full module. */
  batch?(): RawBatch | null;
  crowd?(): RawCrowd | null;
  follower?(): RawFollower | null;
  poseSolver(): RawPoseSolver | null;
  /** `target`: an index, or -1 for all targets at once. */
  solutionFinder(target: number): RawSolutionFinder | null;
  delete(): void;
}

export interface SolverModule {
  readonly HEAPF64: Float64Array;
  LabBuilder: new () => RawLabBuilder;
  Registry: new () => RawRegistry;
  MotionInput: new () => RawMotion;
  /**
   * Computes a frame of the lab with the address `lab`, or a part. Returns 1 if the frame is
   * complete.
   */
  _advance(lab: number, budget: number, milliseconds: number): number;
  /**
   * Brings the buffers of the lab with this address up to date, after an advance or another change.
   */
  _publish(lab: number): void;
  /** Solves the problem of the pose solver with the address `solver`. Returns 0 on a fault. */
  _solvePose(solver: number, row: number, hasStart: boolean): number;
  /**
   * Solves the first `count` rows of the pose solver. Returns -1; on a fault its row, or
   * `NUMBERS.poseRows` for a fault of the settings.
   */
  _solvePoseRows(solver: number, first: number, count: number, hasStart: boolean): number;
  _stepPose(solver: number): number;
  _lookAtPose(solver: number): number;
  /** Finds the solutions of the finder with this address. Returns -1 on a fault. */
  _findSolutions(finder: number, starts: number, seed: number): number;
  _searchSolutions(finder: number, starts: number): number;
  /** Returns the radius about the start pose that contains a solution; NaN if unproven. */
  _certifyPose(finder: number): number;
  /** Returns the findings about a formula as JSON, see formulaFindings.ts. */
  describeFormula(text: string): string;
  formulaMathematics(text: string): string;
  protocol(): string;
  /** Returns Emscripten's stack pointer, which `stackRestore` restores after an exception. */
  stackSave(): number;
  stackRestore(top: number): void;
  heapTop(): number;
}
