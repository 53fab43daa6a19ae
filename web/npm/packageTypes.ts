/** Types of the package. Units are metres and radians; quaternions are x, y, z, w. */

/** A list of numbers: an array or a typed array. */
export type Numbers = ArrayLike<number>;

/** An independent joint. A pose has one value per independent joint. */
export interface JointInfo {
  readonly name: string;
  readonly kind: 'revolute' | 'prismatic' | 'screw';
  /** Lower and upper limit, radians or metres; null: no limits. */
  readonly limits: readonly [number, number] | null;
}

/** The pose of an effector or a link, in the world frame. */
export interface EffectorPose {
  readonly position: readonly [number, number, number];
  /** Orientation as x, y, z, w; w is not negative. */
  readonly quaternion: readonly [number, number, number, number];
}

/** The target pose of an effector, in the world frame. */
export interface Goal {
  /**
   * Name of the effector. Default: the first one, or for several goals the one with the index of
   * the goal.
   */
  readonly effector?: string;
  readonly position: Numbers;
  /**
   * Orientation as x, y, z, w, of length 1 to within 1e-3. If missing, the orientation is
   * unconstrained.
   */
  readonly quaternion?: Numbers;
  /** Weight of an orientation error, metres per radian. Default: a third of the robot's reach. */
  readonly orientationWeight?: number;
  /** Allowed error along and about each world axis; replaces the tolerances of the call. */
  readonly tolerance?: { readonly position: number; readonly rotation: number };
  /** Unconstrained components of the goal. */
  readonly free?: {
    readonly position?: readonly Axis[];
    /** Axes of free rotation. `spin`: the same for an effector axis; `cone`: the axis may also tilt by `angle`, radians. */
    readonly orientation?:
      | readonly Axis[]
      | { readonly spin: Vector }
      | { readonly cone: { readonly axis: Vector; readonly angle: number } };
    /** The frame of the axes `x`, `y` and `z` that are free. Default: `world`. */
    readonly frame?: 'world' | 'target';
  };
}

export type Axis = 'x' | 'y' | 'z';
export type Vector = readonly [number, number, number];

/** A method with its parameters, as returned by `dls()`, `sdls()`, `formula()` and the other method functions. */
export interface Method {
  readonly id: string;
  readonly params: Readonly<Record<string, number | string | boolean>>;
}

/** Options of every update. */
export interface UpdateOptions {
  /** How to treat a joint that a step moves beyond a limit. Default: `clamp`. */
  readonly limits?: 'ignore' | 'clamp' | 'lock' | 'wrap';
  /** Largest rotation of a joint per update, radians; null: no limit. Default: the method's own. */
  readonly maxStep?: number | null;
  /** Largest translation of a joint per update, metres; null: no limit. Default: null. */
  readonly maxSlide?: number | null;
  /** Factor by which every update multiplies the error. Default: 1. */
  readonly gain?: number;
  /** Limits the distance to the targets used in an update (Buss and Kim). Default: off. */
  readonly clamp?: {
    readonly mode: 'off' | 'fixed' | 'adaptive';
    /** Largest distance to a target, metres. Default: 0.25. */
    readonly distance?: number;
    /** Largest angle to a target, radians. Default: π/4. */
    readonly angle?: number;
    readonly rule?: 'paper' | 'published' | 'repaired';
  };
  /** Objective in the null space of the goals. Default: none. */
  readonly secondary?:
    | { readonly kind: 'rest' | 'limit-middle' | 'manipulability'; readonly gain?: number }
    | {
        readonly kind: 'clearance';
        readonly gain?: number;
        /** Centre of the sphere to avoid, metres. */
        readonly centre: Vector;
        readonly radius: number;
      };
  /** Position tolerance, metres, sum over the goals. Default: 1e-4. */
  readonly tolerance?: number;
  /** Orientation tolerance of each goal, radians. Default: 1e-3. */
  readonly orientationTolerance?: number;
}

/** Options of a solve. */
export interface SolveOptions extends UpdateOptions {
  /**
   * Start pose of the first attempt: one value per joint, or `zeros`. Default: of the 256 poses of
   * the robot's seed table the one nearest to the goals. The table is the same everywhere.
   */
  readonly start?: Numbers | 'zeros';
  /** Method that solves. Default: `sdls()`. */
  readonly method?: Method;
  /** Most updates per attempt. Default: 4000. */
  readonly maxUpdates?: number;
  /** An attempt ends when an update reduces the error by less than this, metres. Default: 1e-5. */
  readonly minImprovement?: number;
  /** An attempt ends when its error increases for the nth time. Default: 3. */
  readonly maxRises?: number;
  /** If above 0, goals are reached when the total error is at most this, metres, regardless of the tolerances. */
  readonly residual?: number;
  /** An attempt ends after this many consecutive updates that each gain less than `slowShare`; 0: off. Default: 0. */
  readonly maxSlow?: number;
  /**
   * Share of its error by which an update must reduce it to count as fast, from 0 to 1. Default:
   * 0.05.
   */
  readonly slowShare?: number;
  /** Maximum number of further attempts. Default: 30. */
  readonly restarts?:
    | number
    | {
        readonly most: number;
        /** Updates after which an attempt restarts; 0: only when it stops. Default: 200. */
        readonly every?: number;
        /** How to treat a solution with a joint outside its limits. Default: `keep`. */
        readonly outside?: 'keep' | 'wrap' | 'turn';
        /**
         * Where an attempt starts: `random`, uniform within the limits, or `table`, at the next
         * nearest pose of the seed table. Default: `table` without a `start`, otherwise `random`.
         */
        readonly from?: 'random' | 'table';
        /**
         * An attempt of the first third is given up after this many slow updates in a row, which each
         * reduce the error by less than `slowShare`; 0: never. An attempt from `start` is never given
         * up, nor any with fewer than six restarts. If the best attempt of the first third was given
         * up, the next one continues it. Default: 3.
         */
        readonly maxSlow?: number;
      };
  /** Random seed of the restarts, a whole number below 2^53. Default: 1. */
  readonly seed?: number;
}

/** Why a solve ended. */
export type Stop =
  | 'reached'
  | 'stalled'
  | 'at-limit'
  | 'breakdown'
  | 'no-improvement'
  | 'oscillating'
  | 'iteration-limit'
  | 'too-slow'
  | 'outside-limits';

/** Why a solve has not reached its goals, found by experiments that start at its last pose. */
export type Cause =
  | 'none'
  | 'out-of-reach'
  | 'joint-limits'
  | 'singular-pose'
  | 'local-minimum'
  | 'no-pose-found'
  | 'converging'
  | 'update-limit'
  | 'stop-rule'
  | 'damping'
  | 'dropped-direction'
  | 'step-limit'
  | 'target-clamp'
  | 'joint-weights'
  | 'secondary-goal'
  | 'priority'
  | 'overshoot'
  | 'breakdown'
  | 'method'
  | 'undiagnosed';

/** The pose closest to the goals that was found. */
export interface Solution {
  /** Joint values, in the order of `joints`. */
  readonly q: Float64Array;
  /** True if the goals are within the tolerances. */
  readonly reached: boolean;
  readonly stop: Stop;
  /** Why the goals were not reached; `none` if they were. */
  readonly cause: Cause;
  /** The cause and the remaining error in words, or `reached`. */
  readonly reason: string;
  /** Sum of the distances to the goals, metres. */
  readonly error: number;
  /** The largest remaining orientation error, radians; 0 if no orientation is constrained. */
  readonly angle: number;
  /** Total updates of all attempts. */
  readonly updates: number;
  /** Number of attempts after the first. */
  readonly restarts: number;
  /** Number of attempts that were given up: `restarts.maxSlow`. */
  readonly givenUp: number;
}

/** Options of `solutions`. */
export interface SolutionsOptions {
  /**
   * Pose from which `turn` is measured, one value per joint, or `zeros`; limits do not apply to it.
   * Default: the robot's `start`.
   */
  readonly start?: Numbers | 'zeros';
  /** True to leave out solutions with a joint outside its limits. Default: false. */
  readonly withinLimits?: boolean;
  /** Number of searches if there is no closed form, from 0 to 100000. Default: 200. */
  readonly starts?: number;
  /** Random seed of these searches, a whole number below 2^53. Default: 1. */
  readonly seed?: number;
  /**
   * Value of the free parameter of an arm with seven joints, radians: the swivel angle of the elbow,
   * or the value of a joint. Default: that of `start`.
   */
  readonly parameter?: number;
}

/** The poses that reach goals. */
export interface PoseSolutions {
  /**
   * `all`: a closed form gives every solution; `found`: a search found these, and there may be
   * more; `redundant`: solutions form curves or surfaces, and those at `parameter` are listed, or
   * none if the robot has no such parameter.
   */
  readonly kind: 'all' | 'found' | 'redundant';
  /**
   * Class of the closed form, such as `axes 4, 5, 6 meet; axes 2, 3 are parallel`, or the reason for
   * its absence, or the remaining degrees of freedom.
   */
  readonly reason: string;
  /**
   * The parameter for which solutions are listed; missing without one. `joint`: the joint whose
   * value it is; null: the swivel angle of the elbow. `value`: radians.
   */
  readonly parameter?: { readonly joint: string | null; readonly value: number };
  /**
   * Largest angle (radians) or distance (as a share of the chain's length) that the closed form
   * took as 0; the solutions are then refined on the robot as it is.
   */
  readonly idealised: number;
  /** Solutions within the limits first, then by `turn`. */
  readonly solutions: readonly PoseSolution[];
}

/** A pose that reaches goals to within rounding. */
export interface PoseSolution {
  /**
   * Identifies the solution while a goal moves, from 1 on: 1 to 8 by the signs of `sides` (+++ is
   * 1, ++- is 2, --- is 8) if these tell the solutions apart, otherwise by the order of `q`.
   */
  readonly number: number;
  /** Joint values, in the order of `joints`; rotations in the full turn nearest to the start. */
  readonly q: Float64Array;
  /** Position error (metres) and orientation error (radians), root of the sum of squares. */
  readonly residual: number;
  /**
   * Smallest distance of a joint to a limit, radians or metres: negative outside, infinite without
   * limits.
   */
  readonly margin: number;
  /** Largest rotation of a joint from the start, radians. */
  readonly turn: number;
  /**
   * Signs of the factors of det J for shoulder, elbow and wrist; 0 at a singularity, if the arm
   * does not have the factor, and for solutions of a search.
   */
  readonly sides: readonly [number, number, number];
  /** True if an angle is free at this singular pose; the angle has its value at the start. */
  readonly family: boolean;
}

/** Proof that an exact solution exists near a pose. */
export interface PoseCertificate {
  /**
   * The exact solution is at most this far from the pose: root of the sum of squares over the
   * joints, radians, and metres as a share of the chain's length.
   */
  readonly radius: number;
  /** True if the joints of this solution are within their limits. */
  readonly withinLimits: boolean;
}

/** Options of `solveMany`. */
export interface ManyOptions extends SolveOptions {
  /** `pose`: 7 numbers per goal, position and quaternion; `position`: 3 numbers. Default: `pose`. */
  readonly asks?: 'pose' | 'position';
  /** The effectors with a goal in every row. Default: the robot's first effector. */
  readonly effectors?: readonly string[];
  /** The start poses of all rows, concatenated; replaces `start`. Default: as without `start`. */
  readonly starts?: Numbers;
  /** Index of the first row; random restarts depend only on the seed and the index of a row. Default: 0. */
  readonly first?: number;
}

/** Options of `solveMany` in workers, which end with the robot. */
export interface ThreadedOptions extends ManyOptions {
  /** Number of workers, at least 1. Rows have the same bits for any number. */
  readonly threads: number;
}

/** Results of `solveMany`, one row per problem, in order. */
export interface ManySolutions {
  /** Joint values, row after row, in the order of `joints`. */
  readonly q: Float64Array;
  /** 1 if the goals of the row are within the tolerances, otherwise 0. */
  readonly reached: Uint8Array;
  readonly updates: Int32Array;
  /** Sum of the distances to the goals, metres, per row. */
  readonly error: Float64Array;
}

/** Options for reading a robot description. */
export interface ReadOptions {
  /** Links used as effectors. Default: links that look like hands, tools or ends. */
  readonly effector?: string | readonly string[];
  /** The link whose frame is the world frame. */
  readonly root?: string;
  /** True to keep joints that move no effector. */
  readonly allJoints?: boolean;
  /**
   * True to free a floating base or the root of a skeleton. By default, only the root of a BVH is
   * free.
   */
  readonly freeRoot?: boolean;
  /** Unit of the angles of a URDF, xacro, MJCF or SDF, if it is not that of the format. */
  readonly angles?: 'radians' | 'degrees';
  /** Unit of the lengths of a URDF, xacro, MJCF or SDF, if it is not that of the format. */
  readonly lengths?: 'metres' | 'millimetres';
  /** Convention of a Denavit–Hartenberg table in a file. Default: as the table states. */
  readonly convention?: 'standard' | 'modified';
  /** One of several models of an SDF file. Default: the first with a joint that moves. */
  readonly model?: string;
}

/** Formats of a motion: BVH, binary glTF with an animation, CSV, JointTrajectory of ROS as YAML. */
export type MotionFormat = 'bvh' | 'glb' | 'csv' | 'yaml';

/** A Denavit–Hartenberg table. Joints are named q1, q2, …; the effector is named `tool`. */
export interface DhTable {
  /** `standard`: Rz(θ) Tz(d) Tx(a) Rx(α); `modified`: Rx(α) Tx(a) Rz(θ) Tz(d). Default: `standard`. */
  readonly convention?: 'standard' | 'modified';
  readonly rows: readonly DhTableRow[];
}

export interface DhTableRow {
  readonly a?: number;
  readonly alpha?: number;
  readonly d?: number;
  readonly theta?: number;
  /** Kind of the joint. Default: `revolute`. */
  readonly type?: 'revolute' | 'prismatic' | 'fixed';
  readonly limits?: readonly [number, number] | null;
}

/** Import report: what was imported from a description, and what was left out. */
export interface Report {
  /** Number of moving joints, and of those that mimic another. */
  readonly joints: number;
  readonly mimic: number;
  /** Number of fixed joints in the file, and of those merged into their parents. */
  readonly fixed: number;
  readonly folded: number;
  /** First joints of branches without an effector; these branches are fixed. */
  readonly dropped: readonly string[];
  readonly effectors: readonly string[];
  /** Links without child links. */
  readonly leaves: readonly string[];
  /** Sentences about omitted or changed parts, one per part. */
  readonly remarks: readonly string[];
}

/**
 * A row of a study: `method`, `label`, `index`, `solved`, `updates`, `error` and other fields; along a path `run`, `rms`,
 * `jumps` and others, with null as `time`.
 */
export type StudyRow = Readonly<Record<string, string | number | boolean | null>>;

export interface StudyOptions {
  /** Called with the defaults of a version-1 study that version 2 changes; by default `console.warn`, once. */
  readonly onNote?: (note: string) => void;
  /** Called after each slice with the number of finished rows and of all rows. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Aborts the study between two slices; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}
